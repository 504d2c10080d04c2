// SPDX-License-Identifier: MIT
//
// The input and output of a search, the same for every game and algorithm.
#pragma once

#include <atomic>
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

// All limits that are set apply. Without any the search runs to max_ply or until stopped. Depth and node limits give
// the same result on every machine; time limits do not.
struct Limits {
  std::optional<Depth> depth;
  std::optional<std::uint64_t> nodes;
  std::optional<std::chrono::milliseconds> move_time;
  std::optional<Clock> clock;
  std::optional<int> mate = {};  // ends when the game is seen to end within so many moves of the side to move

  [[nodiscard]] bool reproducible() const { return !move_time && !clock; }
};

// A random error of the static evaluation, for self-play. It breaks the many ties of a poor evaluation and makes games
// differ. With one seed, the same position always has the same error, so that a search is consistent.
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
  std::uint64_t moves = 0;  // moves of the positions that are not leaves; counted only by the plain algorithms
  // How often something was searched once more, in another window; counted only by the plain algorithms: moves by
  // principal variation search, the root by MTD(f).
  std::uint64_t researches = 0;
};

[[nodiscard]] constexpr SearchCounters sum(const SearchCounters& a, const SearchCounters& b) {
  return {.nodes = a.nodes + b.nodes,
          .leaves = a.leaves + b.leaves,
          .evaluations = a.evaluations + b.evaluations,
          .cutoffs = a.cutoffs + b.cutoffs,
          .first_move_cutoffs = a.first_move_cutoffs + b.first_move_cutoffs,
          .table_cutoffs = a.table_cutoffs + b.table_cutoffs,
          .moves = a.moves + b.moves,
          .researches = a.researches + b.researches};
}

struct SearchResult {
  std::optional<MoveCode> move;  // absent only if there is no legal move
  Score score = 0;               // seen by the side to move
  bool proved = false;           // the score is the true value of the game: it does not depend on an evaluation
  Depth depth = 0;               // deepest completed iteration
  Depth selective_depth = 0;     // length of the longest line visited
  int line = 1;                  // rank among the lines that were asked for
  std::vector<MoveCode> pv;      // starts with move
  SearchCounters counters;
  std::chrono::nanoseconds elapsed{};
};

// Called after each completed iteration, and when the search has ended; once for each line that was asked for, the best
// first.
using SearchObserver = std::function<void(const SearchResult&)>;
// Called before each move of the root is searched. `number` counts from 1.
using RootMoveObserver = std::function<void(Depth depth, MoveCode move, int number)>;

struct SearchControl {
  Limits limits;
  std::stop_token stop;  // ends the search soon; the result still holds a legal move
  SearchObserver observer;

  // The rest is for protocols.
  RootMoveObserver root_observer = {};
  std::vector<MoveCode> root_moves = {};        // if there are any, the only moves searched at the root; legal ones
  int lines = 1;                                // the best so many moves are searched, each with its own score and line
  std::chrono::milliseconds move_overhead{10};  // held back of every time limit
  // While it is set, the search thinks in the opponent's time and no limit in time ends it.
  const std::atomic<bool>* pondering = nullptr;

  [[nodiscard]] bool is_pondering() const { return pondering != nullptr && pondering->load(std::memory_order_relaxed); }
};

}  // namespace hone
