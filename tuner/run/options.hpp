// SPDX-License-Identifier: MIT
//
// The options of a run, with their defaults and what they say of themselves (tuner/text/options.hpp). To add one, add a
// field and its line in declare: `hone run`, its files, the record of the run and the check on resuming follow.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "data/weights.hpp"
#include "engine/game_driver.hpp"
#include "tuner/exchange/probe/probe_settings.hpp"
#include "tuner/learn/fit/fit_options.hpp"
#include "tuner/learn/sampling_options.hpp"
#include "tuner/match/tournament.hpp"
#include "tuner/play/options.hpp"
#include "tuner/play/self_play.hpp"
#include "tuner/run/pool_options.hpp"
#include "tuner/units/launch_options.hpp"

namespace hone::run {

// How much of what the games outside the window taught a fit carries on (tuner/learn/fit/posterior.hpp).
struct CarryOptions {
  bool is_on = false;
  std::optional<double> share = std::nullopt;  // in [0, 1]; nothing: chosen by the new games
};

struct RunOptions {
  // The run ends with the first of these; 0: no end. None of them decides what a generation comes to.
  int generations = 0;
  double hours = 0;               // no generation is begun that would not be done by then, as long as the last took
  std::uint64_t games_total = 0;  // of self-play: no generation is begun that would exceed it
  int patience = 4;               // generations in a row that were not promoted

  // An engine of somebody else that is tuned (tuner/run/foreign_engine.hpp); without a command this program's own.
  exchange::ProbeSettings engine = {};

  std::uint64_t seed = 1;            // every other seed is derived from it
  int threads = 1;                   // changes no result
  units::LaunchOptions launch = {};  // where games are played; declares itself, is of one session, changes no result
  // A fit learns from the games of the last generations, this many. Nothing: 3, or 1 where it carries on what the
  // games before taught.
  std::optional<int> window = std::nullopt;
  CarryOptions carry = {};
  bool gate_worse = false;          // test a candidate that predicts unseen games worse than the best weights, too
  std::uint64_t final_games = 400;  // of the last match, best against start; 0: none

  play::SelfPlayOptions self_play = {
      .games = 3'000, .limits = {.depth = {}, .nodes = 3'000, .move_time = {}, .clock = {}}, .variety = {.noise = 30}};
  play::OpeningChoice openings = {};  // of self-play and matches
  learn::SamplingOptions sampling = {};
  // The fit starts from the best weights and is pulled towards them. A few thousand games a generation fit their own
  // noise at a much weaker ridge.
  // In each game tried, lambda-returns teach more than outcomes (tests/benchmarks/README.md).
  learn::FitOptions fit = {.targets = {.target = {.kind = learn::Target::Kind::td, .share = 0.9}}, .ridge = 3e-3};
  // Candidate against best: the SPRT must accept. Without one, or when it is undecided, the likelihood of superiority
  // must reach gate_los. By simulation (tests/benchmarks/README.md) these values make runs strong soonest among those
  // under which at most one promotion in ten is wrong.
  match::TournamentOptions gate = {.games = 1'000,
                                   .limits = {.depth = {}, .nodes = 5'000, .move_time = {}, .clock = {}},
                                   .sprt = stats::SprtOptions{.elo0 = -10, .elo1 = 30}};
  double gate_los = 0.75;
  // With more than one, they first play rounds of candidate_games each until one is left (tuner/run/candidates.hpp).
  int candidates = 1;
  std::uint64_t candidate_games = 50;
  PoolOptions pool = {};  // played by what passes the gate, under the options of the gate
  match::TournamentOptions final_match = {};

  std::string config = {};  // kept as it is in the folder, for readers and for --resume
  bool repair = false;      // make damaged files again where that is possible, instead of refusing to go on

  // Is told of groups that weights files of the run lack, as after a new feature; without it they are an error.
  WeightsWarning weights_warning = {};

  void declare(text::Options& options);
  void declare_ends(text::Options& options);     // only what says when the run ends: its budgets and patience
  void declare_budgets(text::Options& options);  // generations, hours and games

  [[nodiscard]] bool is_foreign() const { return !engine.engine.empty(); }
  [[nodiscard]] int window_size() const { return window.value_or(carry.is_on ? 1 : 3); }

  // Fills in what depends on the game, and gives the matches what they share with self-play.
  void settle(const GameDriver& driver);
  void validate() const;  // throws Error naming the bound that is broken
};

[[nodiscard]] RunOptions default_run(const GameDriver& driver);

}  // namespace hone::run
