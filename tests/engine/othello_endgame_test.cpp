// SPDX-License-Identifier: MIT
//
// Endgames of Othello solved to the last disc: data/othello/fforum-*.obf, positions that the French federation's
// newsletter FForum published. A line is a position and moves with the final difference of discs that they lead to,
// all the best among them: "-XXO... X; A4:+10; B2:+0;".
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>
#include <sstream>

#include "engine/game_driver.hpp"
#include "games/othello/othello.hpp"
#include "tests/random_play.hpp"

namespace hone {
namespace {

struct Endgame {
  std::string position;
  int difference = 0;           // under best play, side to move's view
  std::set<std::string> moves;  // that lead to it
};

Endgame read_endgame(const std::string& line) {
  constexpr std::size_t position_size = 66;
  Endgame endgame{line.substr(0, position_size), -65, {}};
  std::istringstream words(line.substr(position_size + 1));
  for (std::string word; words >> word;) {
    const int difference = std::stoi(word.substr(3));
    if (difference > endgame.difference) endgame.moves.clear();
    endgame.difference = std::max(endgame.difference, difference);
    const std::string move{static_cast<char>(word[0] - 'A' + 'a'), word[1]};
    if (difference == endgame.difference) endgame.moves.insert(move);
  }
  return endgame;
}

std::vector<Endgame> read_endgames(std::string_view file) {
  std::ifstream in(std::filesystem::path(HONE_DATA_DIR) / "othello" / file);
  std::vector<Endgame> endgames;
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with('#')) endgames.push_back(read_endgame(line));
  }
  return endgames;
}

int difference(const SearchResult& result) { return is_decided(result.score) ? utility_of(result.score) : 0; }

void expect_solved(const std::vector<Endgame>& endgames, std::size_t hash_bytes) {
  const GameDriver& driver = find_driver(Othello::name);
  const auto engine = driver.engine(driver.material_weights(), {.hash_bytes = hash_bytes});
  for (const Endgame& endgame : endgames) {
    const auto board = driver.parse(endgame.position);
    engine->new_game();
    const SearchResult result = engine->search(*board, {});
    EXPECT_TRUE(result.proved) << endgame.position;
    EXPECT_EQ(difference(result), endgame.difference) << endgame.position;
    EXPECT_TRUE(endgame.moves.contains(board->move_text(*result.move))) << endgame.position;
  }
}

// Fourteen to sixteen squares are empty.
TEST(OthelloEndgame, IsSolvedExactly) {
  const std::vector<Endgame> endgames = read_endgames("fforum-1-19.obf");
  ASSERT_EQ(endgames.size(), 19U);
  expect_solved(endgames, std::size_t{16} << 20);
}

// Twenty to twenty-two; the last two of the file, with twenty-three, take longer than all other tests of a core.
TEST(NightOthelloEndgame, IsSolvedExactly) {
  std::vector<Endgame> endgames = read_endgames("fforum-40-44.obf");
  ASSERT_EQ(endgames.size(), 5U);
  endgames.resize(3);
  expect_solved(endgames, std::size_t{256} << 20);
}

// The whole game left, passes and the way to the end included.
TEST(OthelloEndgame, IsWhatMinimaxSays) {
  constexpr std::uint64_t seed = 1'883;
  constexpr int most_empty = 7;
  std::cout << "random games of othello: seed " << seed << '\n';
  testing::Random random(seed);
  const GameDriver& driver = find_driver(Othello::name);
  const auto engine = driver.engine(driver.material_weights(), {});
  int compared = 0;
  for (const auto& pos : testing::random_positions<Othello>(3'000, random)) {
    const auto board = driver.parse(Othello::to_text(pos));
    if (othello::popcount(pos.empty()) > most_empty || board->outcome()) continue;
    const SearchResult full =
        driver.plain_search(*board, 2 * most_empty, Algorithm::minimax, driver.material_weights());
    engine->new_game();
    const SearchResult result = engine->search(*board, {});
    ASSERT_EQ(result.score, full.score) << board->text();
    ASSERT_TRUE(result.proved) << board->text();
    ++compared;
  }
  EXPECT_GT(compared, 200);
}

// A search of any depth may stop in the middle of the endgame; what it calls proved must be true.
TEST(OthelloEndgame, NothingIsCalledProvedThatIsNot) {
  const GameDriver& driver = find_driver(Othello::name);
  const auto engine = driver.engine(driver.material_weights(), {});
  int proved = 0;
  for (const Endgame& endgame : read_endgames("fforum-1-19.obf")) {
    for (Depth depth = 8; depth <= 16; ++depth) {
      engine->new_game();
      SearchControl control;
      control.limits.depth = depth;
      const SearchResult result = engine->search(*driver.parse(endgame.position), control);
      if (!result.proved) continue;
      ++proved;
      EXPECT_EQ(difference(result), endgame.difference) << endgame.position << " depth " << depth;
    }
  }
  EXPECT_GT(proved, 0);
}

}  // namespace
}  // namespace hone
