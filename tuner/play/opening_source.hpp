// SPDX-License-Identifier: MIT
//
// Where the candidates of an opening suite come from: random walks, walks among good moves, or a list.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "engine/game_driver.hpp"
#include "engine/opening.hpp"
#include "tuner/play/varied_player.hpp"

namespace hone::play {

struct PlySpan {
  int least = 8;
  int most = 9;  // the number of plies is drawn from least .. most

  void validate() const;  // throws Error naming the bound that is broken
};

// A walk of good moves: each move is drawn among those that are nearly as good as the best.
struct Exploration {
  MoveChoice choice{.temperature = 30, .margin = 80};
  Limits limits;  // of the searches that score the moves of one position; no time limits

  void validate() const;  // throws Error naming the bound that is broken
};

// Candidates by number, 0 .. size-1. A candidate depends on its number alone, and its game may be over.
struct OpeningSource {
  static constexpr std::uint64_t endless = std::numeric_limits<std::uint64_t>::max();

  // May be called from any thread, with an engine of that thread that has just begun a new game. When stopped, the
  // board may be any.
  using Candidate = std::unique_ptr<Board>(std::uint64_t number, Engine& engine, const std::stop_token& stop);

  std::function<Candidate> candidate;
  std::uint64_t size = endless;
  std::string description;  // "8..9 random plies"
};

// Walks from the start, or from the game's initial position if that is empty; a walk ends where its game does. The
// driver must outlive the sources.
[[nodiscard]] OpeningSource random_walks(const GameDriver& driver, const PlySpan& plies, std::uint64_t seed,
                                         const std::string& start = {});
[[nodiscard]] OpeningSource explored_walks(const GameDriver& driver, const PlySpan& plies, std::uint64_t seed,
                                           const Exploration& exploration, const std::string& start = {});
// `name` says in the description what the list was read from.
[[nodiscard]] OpeningSource listed_openings(const GameDriver& driver, std::vector<Opening> openings,
                                            std::string_view name);

}  // namespace hone::play
