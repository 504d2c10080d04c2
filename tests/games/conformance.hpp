// SPDX-License-Identifier: MIT
//
// The laws of every game, typed over the games of tests/tested_games.hpp: a new game is held to them without a line of
// test code. Here is what they are tried on; the laws are in conformance_*_test.cpp, and are installed as sources for
// games outside of this tree (cmake/honePrograms.cmake).
#pragma once

#include <gtest/gtest.h>

#include <iostream>
#include <string>
#include <vector>

#include "tests/random_play.hpp"

namespace hone::testing {

template <class G>
class Conformance : public ::testing::Test {
 protected:
  using Position = typename G::Position;
  using Move = typename G::Move;

  static constexpr std::uint64_t seed = 20'240'229;

  static void SetUpTestSuite() {
    std::cout << "random games of " << G::name << ": seed " << seed << '\n';
    Random random(seed);
    playouts_ = random_playouts<G>(40, random);
    positions_ = random_positions<G>(3'000, random);
  }
  static void TearDownTestSuite() {
    playouts_.clear();
    positions_.clear();
  }

  [[nodiscard]] static const std::vector<Playout<G>>& playouts() { return playouts_; }
  [[nodiscard]] static const std::vector<Position>& positions() { return positions_; }
  [[nodiscard]] Random& random() { return random_; }

  [[nodiscard]] static MoveList<G> legal_moves(const Position& pos) {
    MoveList<G> legal;
    G::legal_moves(pos, legal);
    return legal;
  }
  [[nodiscard]] static Position after(Position pos, Move move) {
    G::play(pos, move);
    return pos;
  }
  // Texts of the legal moves, in their order.
  [[nodiscard]] static std::vector<std::string> move_texts(const Position& pos) {
    std::vector<std::string> texts;
    for (const Move& move : legal_moves(pos)) texts.push_back(G::to_text(pos, move));
    return texts;
  }

 private:
  static inline std::vector<Playout<G>> playouts_;
  static inline std::vector<Position> positions_;
  Random random_{seed};
};

}  // namespace hone::testing
