// SPDX-License-Identifier: MIT
//
// What `hone tune` learns from, and the weights it starts from.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "data/rows.hpp"
#include "data/weights.hpp"
#include "tuner/cli/game_options.hpp"
#include "tuner/cli/options.hpp"
#include "tuner/cli/sampling_flags.hpp"
#include "tuner/cli/session.hpp"
#include "tuner/sampling_options.hpp"

namespace hone {

struct TuneRows {
  RowSet rows;
  Weights start;
  std::optional<SamplingSummary> sampling;  // nothing where the rows were there already
};

struct TuneWork {
  int threads = 1;         // changes no result
  std::uint64_t seed = 1;  // of the choice of positions
};

class TuneData {
 public:
  void declare(Options& options);
  void declare_sampling(Options& options) { sampling_.declare(options); }

  // Throws Error for what is wrong in a file. Nothing when interrupted.
  [[nodiscard]] std::optional<TuneRows> load(const Session& session, const TuneWork& work) const;

  [[nodiscard]] const std::vector<std::string>& files() const { return files_; }
  [[nodiscard]] const std::string& start() const { return start_; }

 private:
  [[nodiscard]] const GameDriver& game(const Options& options) const;

  GameOption game_;
  std::vector<std::string> files_;
  std::string start_ = "material";
  SamplingFlags sampling_;
};

}  // namespace hone
