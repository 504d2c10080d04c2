// SPDX-License-Identifier: MIT
//
// The options of `hone openings`, and the work they ask for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/named_weights.hpp"
#include "tuner/cli/options/game_options.hpp"
#include "tuner/cli/options/options.hpp"
#include "tuner/play/opening_suite.hpp"

namespace hone::cli {

struct SuiteJob {
  Weights weights;
  play::OpeningSource source;
  play::PositionSet excluded;
  play::SuiteOptions options;
  std::string about;  // what the suite is, for its file
};

class OpeningsSettings {
 public:
  void declare(Options& options);

  // Throws UsageError when options do not go together.
  void check(const Options& options) const;

  [[nodiscard]] const GameDriver& game() const { return game_.driver({weights_}); }
  // Reads the files; throws Error. The driver must outlive the job.
  [[nodiscard]] SuiteJob job(const GameDriver& game) const;
  [[nodiscard]] const std::string& out() const { return out_; }
  [[nodiscard]] std::optional<std::uint64_t> count() const { return count_; }  // when given

 private:
  void declare_source(Options& options);
  void declare_search(Options& options);
  [[nodiscard]] bool is_walk() const;  // not of a file
  [[nodiscard]] play::PlySpan plies(const GameDriver& game) const;
  [[nodiscard]] play::OpeningSource source(const GameDriver& game) const;
  [[nodiscard]] play::OpeningSource listed(const GameDriver& game) const;
  [[nodiscard]] play::PositionSet excluded(const GameDriver& game) const;
  [[nodiscard]] play::SuiteOptions suite_options(const GameDriver& game) const;
  [[nodiscard]] std::string about(const GameDriver& game, const SuiteJob& job) const;

  GameOption game_;
  std::string out_;
  std::optional<std::uint64_t> count_;
  play::ScoreBand band_;
  std::string use_ = "judging";
  std::vector<std::string> exclude_;

  std::string from_ = "random";
  std::optional<play::PlySpan> plies_;
  play::Exploration exploration_;
  std::uint64_t explore_nodes_ = 5'000;
  std::string komi_;
  std::string order_ = "sequential";
  std::uint64_t patience_ = play::SuiteOptions{}.patience;
  std::uint64_t seed_ = 1;

  std::string weights_{default_weights};
  std::optional<Depth> depth_;
  std::optional<std::uint64_t> nodes_;
  int threads_ = all_cores();
  std::size_t hash_megabytes_ = 1;
  StrictOption strict_;
};

}  // namespace hone::cli
