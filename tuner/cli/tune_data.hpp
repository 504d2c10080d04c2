// SPDX-License-Identifier: MIT
//
// The options of `hone tune` that say what it learns from and which weights it starts from.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "data/rows.hpp"
#include "data/weights.hpp"
#include "tuner/cli/command.hpp"
#include "tuner/cli/options/game_options.hpp"
#include "tuner/cli/options/options.hpp"
#include "tuner/learn/training_rows.hpp"

namespace hone::cli {

struct TuneRows {
  RowSet rows;
  Weights start;
  std::string start_name;                                         // a file or a name (engine/named_weights.hpp)
  std::string report;                                             // where the rows come from, as lines for the terminal
  std::optional<learn::SamplingSummary> sampling = std::nullopt;  // nothing where the rows were there already
  std::optional<double> score_k = std::nullopt;  // scale of the searched scores, where the games were looked at for it
  learn::SideCounts sides = {};                  // what each player has in each row, where the work asks for it
};

struct TuneWork {
  int threads = 1;               // changes no result
  std::uint64_t seed = 1;        // of the choice of positions
  learn::Target target;          // that the rows are made for
  std::filesystem::path folder;  // for a temporary file that all rows fit in
  bool keep_sides = false;       // TuneRows::sides
  // Asked before data are read; throws Error where it does not agree.
  std::function<void(const Schema&)> check = [](const Schema&) {};
};

class TuneData {
 public:
  void declare(Options& options);
  void declare_sampling(Options& options) {
    sampling_.declare(options);
    strict_.declare(options);
  }

  // Throws Error for what is wrong in a file. Nothing when interrupted.
  [[nodiscard]] std::optional<TuneRows> load(const Session& session, const TuneWork& work) const;

  [[nodiscard]] const std::vector<std::string>& files() const { return files_; }
  // The same of one of the files, without a cache.
  [[nodiscard]] TuneData alone(const std::string& file) const;

 private:
  [[nodiscard]] TuneRows load_rows(const Session& session, const TuneWork& work) const;
  [[nodiscard]] std::string start_name(const Schema& schema, const Options& options) const;

  [[nodiscard]] std::optional<TuneRows> load_positions(const Session& session, const TuneWork& work) const;
  [[nodiscard]] const GameDriver& game(const Options& options) const;
  [[nodiscard]] learn::RowMaking row_making(const TuneWork& work) const;

  GameOption game_;
  std::vector<std::string> files_;
  std::string names_;
  std::string start_ = "material";
  std::string cache_;
  learn::SamplingOptions sampling_;
  StrictOption strict_;
};

}  // namespace hone::cli
