// SPDX-License-Identifier: MIT
//
// What the tests of the loop share.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "data/atomic_file.hpp"
#include "engine/game_driver.hpp"
#include "tests/engine/no_adjudication.hpp"
#include "tests/temp_folder.hpp"
#include "tests/tuner/play/default_self_play.hpp"
#include "tuner/match/tournament.hpp"
#include "tuner/play/self_play.hpp"
#include "tuner/run/run.hpp"

namespace hone::run {

inline const GameDriver& tic_tac_toe() { return find_driver("tic_tac_toe"); }

// A player that wants to lose, so that there is something to learn.
inline Weights bad_weights() {
  Weights weights = tic_tac_toe().material_weights();
  for (double& value : weights.values) value = -value - 10;
  return weights;
}

// One ply deep, so that games are decided now and then; openings of any score.
inline void make_shallow(Limits& limits, AdjudicationOptions& adjudication, play::OpeningOptions& openings) {
  limits.depth = 1;
  adjudication = no_adjudication();
  openings.min_plies = 1;
  openings.max_plies = 3;
  openings.bound = max_eval;
  openings.limits = {};
  openings.limits.depth = 1;
}

inline play::SelfPlayOptions shallow_self_play(std::uint64_t games) {
  play::SelfPlayOptions options = play::default_self_play(tic_tac_toe());
  make_shallow(options.limits, options.adjudication, options.openings);
  options.engine.hash_bytes = std::size_t{1} << 16;
  options.games = games;
  return options;
}

inline match::TournamentOptions shallow_tournament(std::uint64_t games) {
  match::TournamentOptions options = match::default_tournament(tic_tac_toe());
  make_shallow(options.limits, options.adjudication, options.openings);
  options.engine.hash_bytes = std::size_t{1} << 16;
  options.games = games;
  return options;
}

// Every position becomes a row.
inline learn::SamplingOptions everything() {
  learn::SamplingOptions options;
  options.resolve.kind = learn::Resolve::Kind::keep;
  options.per_game = 0;
  options.unique = false;
  options.max_score = max_eval;
  return options;
}

}  // namespace hone::run
