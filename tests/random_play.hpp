// SPDX-License-Identifier: MIT
//
// Positions of any game, met in random play: what the laws of every game and search are tried on.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "data/weights.hpp"
#include "engine/repetition.hpp"
#include "games/game.hpp"
#include "tests/tested_games.hpp"

namespace hone::testing {

using Random = std::mt19937_64;  // the same numbers from every standard library

[[nodiscard]] inline std::size_t below(Random& random, std::size_t size) { return random() % size; }

// One game of random moves: the positions, and the moves between them.
template <Game G>
struct Playout {
  std::vector<typename G::Position> positions;
  std::vector<typename G::Move> moves;  // one less
  bool finished = false;                // by the rules, not by G::max_plies
};

template <Game G>
[[nodiscard]] Playout<G> random_playout(const typename G::Position& start, Random& random) {
  Playout<G> playout{{start}, {}, false};
  std::vector<std::uint64_t> past;
  for (;;) {
    typename G::Position pos = playout.positions.back();
    MoveList<G> legal;
    G::legal_moves(pos, legal);
    keep_superko<G>(past, pos, legal);
    playout.finished = G::outcome(pos, legal).has_value();
    if (playout.finished || playout.moves.size() == static_cast<std::size_t>(G::max_plies)) break;
    playout.moves.push_back(legal[below(random, legal.size())]);
    past.push_back(past_hash<G>(pos));
    G::play(pos, playout.moves.back());
    playout.positions.push_back(pos);
  }
  return playout;
}

// Games from the initial position and from those of `bench`, in turn.
template <Game G>
[[nodiscard]] std::vector<Playout<G>> random_playouts(std::size_t count, Random& random) {
  std::vector<typename G::Position> starts{G::initial()};
  for (const std::string_view text : std::span<const std::string_view>(G::bench_positions())) {
    starts.push_back(G::parse_position(text));
  }
  std::vector<Playout<G>> playouts;
  for (std::size_t i = 0; i < count; ++i) {
    playouts.push_back(random_playout<G>(starts[i % starts.size()], random));
  }
  return playouts;
}

// At least `count` positions, the last ones of games included.
template <Game G>
[[nodiscard]] std::vector<typename G::Position> random_positions(std::size_t count, Random& random) {
  std::vector<typename G::Position> positions;
  while (positions.size() < count) {
    for (const Playout<G>& playout : random_playouts<G>(1 + G::bench_positions().size(), random)) {
      // A long random game is much of a muchness: a few positions tell what many would.
      const std::size_t step = 1 + playout.positions.size() / 40;
      for (std::size_t i = 0; i < playout.positions.size(); i += step) positions.push_back(playout.positions[i]);
      if (playout.finished) positions.push_back(playout.positions.back());
    }
  }
  return positions;
}

// Integers from -bound to bound.
template <Game G>
[[nodiscard]] Weights random_weights(int bound, Random& random) {
  Weights weights = zero_weights(G::schema());
  for (double& value : weights.values) {
    value = static_cast<int>(below(random, static_cast<std::size_t>(2 * bound + 1))) - bound;
  }
  return weights;
}

// The names of the typed suites: suite/tic_tac_toe.
struct GameNames {
  template <class G>
  static std::string GetName(int /*index*/) {
    return std::string(G::name);
  }
};

}  // namespace hone::testing
