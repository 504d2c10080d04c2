// SPDX-License-Identifier: MIT
//
// What goes into a search and what comes out of it, the same for every game and algorithm.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

#include "data/game_record.hpp"
#include "engine/score.hpp"

namespace hone {

struct Clock {
  std::chrono::milliseconds time{};       // left for the side to move
  std::chrono::milliseconds increment{};  // per move
  int moves_to_go = 0;                    // 0: the rest of the game
};

// Every limit that is set holds; with none the search runs to max_ply or until stopped. Depth and node limits
// give the same result on every machine; time limits do not.
struct Limits {
  std::optional<Depth> depth;
  std::optional<std::uint64_t> nodes;
  std::optional<std::chrono::milliseconds> move_time;
  std::optional<Clock> clock;

  [[nodiscard]] bool reproducible() const { return !move_time && !clock; }
};

// Random error of the static evaluation, for self-play: it breaks the ties that a poor evaluation is full of, and makes
// games differ. The same position has the same error under one seed, so a search stays consistent.
struct EvalNoise {
  Score amplitude = 0;  // centi-units; errors are uniform in -amplitude .. amplitude
  std::uint64_t seed = 0;
};

struct SearchCounters {
  std::uint64_t nodes = 0;   // positions visited, quiescence included
  std::uint64_t leaves = 0;  // positions evaluated or terminal
  std::uint64_t evaluations = 0;
  std::uint64_t cutoffs = 0;
  std::uint64_t first_move_cutoffs = 0;
  std::uint64_t table_cutoffs = 0;
  std::uint64_t moves = 0;  // of the positions that are no leaves; counted by the plain algorithms only
};

struct SearchResult {
  std::optional<MoveCode> move;  // nothing only when there is no legal one
  Score score = 0;               // side to move's view
  bool proved = false;           // score is the game's true value: no evaluation had a say in it
  Depth depth = 0;               // deepest completed iteration
  Depth selective_depth = 0;     // longest line looked at
  std::vector<MoveCode> pv;      // starts with move
  SearchCounters counters;
  std::chrono::nanoseconds elapsed{};
};

// Called after each completed iteration, and when the search has ended.
using SearchObserver = std::function<void(const SearchResult&)>;

struct SearchControl {
  Limits limits;
  std::stop_token stop;  // ends the search soon; the result still holds a legal move
  SearchObserver observer;
};

}  // namespace hone
