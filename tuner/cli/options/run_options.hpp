// SPDX-License-Identifier: MIT
//
// The options of `hone run`, and of its resumption: they are kept in the run's folder as a --config file.
#pragma once

#include <filesystem>
#include <string>

#include "tuner/cli/options/fit_options.hpp"
#include "tuner/cli/options/game_options.hpp"
#include "tuner/cli/options/play_options.hpp"
#include "tuner/run/run.hpp"

namespace hone::cli {

class RunSettings {
 public:
  void declare(Options& options);

  [[nodiscard]] const GameDriver& game() const { return game_.driver({start_}); }
  [[nodiscard]] const std::string& start() const { return start_; }
  [[nodiscard]] run::RunOptions run_options(const GameDriver& game);

  // Takes the options of the run in the folder. Throws Error when there is none.
  void read(const std::filesystem::path& folder);
  // Takes over those of `given` that were given and may change from session to session: threads and budgets.
  void take_session_options(const RunSettings& given, const Options& options);

 private:
  [[nodiscard]] std::string as_config();
  [[nodiscard]] match::TournamentOptions match_options(const GameDriver& game) const;

  GameOption game_;
  std::string start_ = "material";
  int generations_ = 0;
  double hours_ = 0;
  std::uint64_t games_total_ = 0;
  int patience_ = 4;
  int window_ = 3;
  std::uint64_t games_ = 3'000;
  std::uint64_t gate_games_ = 2'000;
  std::uint64_t final_games_ = 400;
  std::uint64_t match_nodes_ = 5'000;
  SprtFlag gate_{stats::SprtOptions{.elo0 = 0, .elo1 = 10}};
  LimitsOptions limits_{{.depth = {}, .nodes = 3'000, .move_time = {}, .clock = {}}};
  WorkOptions work_;
  VarietyFlags variety_{{.noise = 30}};
  AdjudicationFlags adjudication_;
  OpeningFlags openings_;
  SamplingFlags sampling_;
  FitFlags fit_{3e-3};  // a few thousand games a generation fit their own noise at much less
};

}  // namespace hone::cli
