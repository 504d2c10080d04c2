// SPDX-License-Identifier: MIT
//
// The pool of a run: opponents that never learn, against which every promotion is measured from outside. Elo against
// one's own ancestors need not be Elo against anybody else.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "data/weights.hpp"
#include "engine/game_driver.hpp"
#include "tuner/play/entrant.hpp"

namespace hone::text {
class Options;
}

namespace hone::run {

// An opponent is weights from outside, random moves, an engine, or weights of the run itself.
struct PoolOpponent {
  play::PlayerSpec spec;  // its name, kind and limits; also its source unless it is of the run
  // Of weights from outside.
  std::optional<Weights> weights = std::nullopt;
  // Of weights of the run: 0 is the start, N what generation N fitted, and -N the best weights of N promotions before
  // those that a candidate is to replace.
  std::optional<int> generation = std::nullopt;

  // Whether it is the same player as the run's own weights: it has no limits of its own.
  [[nodiscard]] bool is_own() const { return generation && !spec.limits; }
};

struct PoolOptions {
  std::uint64_t games = 200;  // of a player with the whole pool; each opponent has the same share, in whole pairs

  // As they were given; the library looks at `opponents` alone.
  std::string file;
  std::vector<std::string> players, engine_options, limits, directories;

  std::vector<PoolOpponent> opponents = {};

  void declare(text::Options& options);
  void validate() const;  // throws Error naming the opponent and what is wrong with it

  [[nodiscard]] std::uint64_t games_each() const;               // with one opponent
  [[nodiscard]] bool reproducible(const Limits& limits) const;  // of all games, when those are everybody's limits
};

// Whether an opponent may have this name, which files are named after: letters, digits, '.', '_', '+' and '-', not a
// name of the run's own weights ("start", "gen-001").
[[nodiscard]] bool is_pool_name(const std::string& name);

// Everything but the openings that the games against it depend on: "weights 0123456789abcdef, limits nodes 500".
[[nodiscard]] std::string describe(const PoolOpponent& opponent);

// Throws Error when the opponent is an engine that cannot be started, or that cannot play with its limits, where
// `everybody` has these.
void check_opponent(const GameDriver& driver, const PoolOpponent& opponent, const Limits& everybody);

}  // namespace hone::run
