// SPDX-License-Identifier: MIT
#include "tuner/play/chess960.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "engine/game_driver.hpp"

namespace hone::play {
namespace {

std::string rank_of_start(int number) {
  const std::string text = chess960_start(number);
  return text.substr(0, text.find('/'));
}

// Numbers and positions as the tables of Scharnagl's numbering list them (en.wikipedia.org, "Fischer random chess
// numbering scheme").
TEST(Chess960, NumbersItsStartsAsUsual) {
  EXPECT_EQ(rank_of_start(0), "bbqnnrkr");
  EXPECT_EQ(rank_of_start(518), "rnbqkbnr");
  EXPECT_EQ(rank_of_start(959), "rkrnnqbb");
}

TEST(Chess960, HasTheStartsOfTheRuleBook) {
  std::set<std::string> ranks;
  for (int number = 0; number < chess960_starts; ++number) {
    const std::string rank = rank_of_start(number);
    ranks.insert(rank);
    EXPECT_NE(rank.find('b') % 2, rank.rfind('b') % 2) << rank << ": one bishop on each colour";
    EXPECT_LT(rank.find('r'), rank.find('k')) << rank << ": the king between the rooks";
    EXPECT_GT(rank.rfind('r'), rank.find('k')) << rank << ": the king between the rooks";
    std::string sorted = rank;
    std::sort(sorted.begin(), sorted.end());
    EXPECT_EQ(sorted, "bbknnqrr");
  }
  EXPECT_EQ(ranks.size(), 960U);
}

TEST(Chess960, StartsAreReadAsTheyAreWritten) {
  const GameDriver& chess = find_driver("chess");
  for (int number = 0; number < chess960_starts; ++number) {
    const std::string text = chess960_start(number);
    EXPECT_EQ(chess.parse(text)->text(), text);
  }
}

// Perft of the initial position of classical chess (chessprogramming.org, "Perft Results"): 20, 400, 8902.
TEST(Chess960, Number518IsClassicalChess) {
  const GameDriver& chess = find_driver("chess");
  EXPECT_EQ(chess.perft(*chess.parse(chess960_start(518)), 3), 8902U);
}

}  // namespace
}  // namespace hone::play
