// SPDX-License-Identifier: MIT
#include "engine/random_engine.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

namespace hone {
namespace {

// A game of the mover against itself, at most so many moves.
std::vector<MoveCode> play_alone(RandomEngine& mover, const GameDriver& driver, std::size_t moves) {
  std::vector<MoveCode> played;
  const auto board = driver.initial();
  mover.new_game();
  while (played.size() < moves && !board->outcome()) {
    played.push_back(mover.search(*board, {}).move.value());
    board->play(played.back());
  }
  return played;
}

TEST(RandomMover, PlaysLegalMovesToTheEndOfEveryGame) {
  RandomEngine mover;
  for (const GameDriver* driver : all_drivers()) {
    const auto board = driver->initial();
    while (!board->outcome() && board->plies() < driver->max_plies()) {
      const auto legal = board->legal_moves();
      const MoveCode move = mover.search(*board, {}).move.value();
      ASSERT_NE(std::ranges::find(legal, move), legal.end()) << board->text();
      board->play(move);
    }
    EXPECT_EQ(mover.search(*board, {}).move.has_value(), !board->outcome()) << driver->name();
  }
}

TEST(RandomMover, RepeatsAGameUnderItsSeedOnly) {
  const GameDriver& driver = find_driver("breakthrough");
  RandomEngine mover, twin;
  mover.set_noise({0, 7});
  twin.set_noise({0, 7});
  const auto game = play_alone(mover, driver, 40);
  EXPECT_EQ(play_alone(mover, driver, 40), game);
  EXPECT_EQ(play_alone(twin, driver, 40), game);
  twin.set_noise({0, 8});
  EXPECT_NE(play_alone(twin, driver, 40), game);
}

TEST(RandomMover, HeedsNoWeights) {
  const GameDriver& driver = find_driver("tic_tac_toe");
  RandomEngine mover;
  const auto game = play_alone(mover, driver, 9);
  mover.set_weights(driver.material_weights());
  EXPECT_EQ(play_alone(mover, driver, 9), game);
  EXPECT_EQ(mover.evaluate(*driver.initial()), 0);
}

// Nine moves, 9,000 draws: 26.125 is the 0.999 quantile of chi-square with eight degrees of freedom
// (NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.4).
TEST(RandomMover, GivesEveryMoveItsShare) {
  const auto board = find_driver("tic_tac_toe").initial();
  RandomEngine mover;
  std::array<int, 9> counts{};
  for (int i = 0; i < 9'000; ++i) ++counts.at(mover.search(*board, {}).move.value());
  double chi_square = 0;
  for (const int count : counts) chi_square += (count - 1000) * (count - 1000) / 1000.0;
  EXPECT_LT(chi_square, 26.125);
}

}  // namespace
}  // namespace hone
