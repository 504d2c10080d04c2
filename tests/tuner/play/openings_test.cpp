// SPDX-License-Identifier: MIT
#include "tuner/play/openings.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string>

#include "data/error.hpp"
#include "tests/tuner/run/loop_support.hpp"

namespace hone::play {
namespace {

using testing::EndsWith;

constexpr std::uint64_t seeds = 50;

std::set<std::uint64_t> end_positions(OpeningUse use) {
  const auto engine = run::tic_tac_toe().engine(run::tic_tac_toe().material_weights(), {});
  std::set<std::uint64_t> hashes;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const Opening opening =
        random_opening(run::tic_tac_toe(), *engine, seed, default_openings(run::tic_tac_toe(), use));
    hashes.insert(set_up(run::tic_tac_toe(), opening)->hash());
  }
  return hashes;
}

TEST(RandomOpening, DependsOnTheSeedAlone) {
  const OpeningOptions options = default_openings(run::tic_tac_toe(), OpeningUse::training);
  const auto used = run::tic_tac_toe().engine(run::tic_tac_toe().material_weights(), {});
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const auto again = run::tic_tac_toe().engine(run::tic_tac_toe().material_weights(), {});
    EXPECT_EQ(random_opening(run::tic_tac_toe(), *used, seed, options),
              random_opening(run::tic_tac_toe(), *again, seed, options));
  }
}

TEST(RandomOpening, IsBalancedAndNotOver) {
  const OpeningOptions options = default_openings(run::tic_tac_toe(), OpeningUse::training);
  const auto engine = run::tic_tac_toe().engine(run::tic_tac_toe().material_weights(), {});
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const auto board = set_up(run::tic_tac_toe(), random_opening(run::tic_tac_toe(), *engine, seed, options));
    EXPECT_FALSE(board->outcome());
    EXPECT_EQ(board->plies(), 3);
    EXPECT_LE(std::abs(engine->search(*board, {options.limits, {}, {}}).score), options.bound);
  }
}

TEST(RandomOpening, NeverTrainsOnWhatItJudgesBy) {
  const std::set<std::uint64_t> training = end_positions(OpeningUse::training);
  const std::set<std::uint64_t> judging = end_positions(OpeningUse::judging);
  std::set<std::uint64_t> both;
  std::set_intersection(training.begin(), training.end(), judging.begin(), judging.end(),
                        std::inserter(both, both.end()));
  EXPECT_GT(training.size(), 20U);
  EXPECT_GT(judging.size(), 20U);
  EXPECT_TRUE(both.empty());
}

TEST(RandomOpening, GivesUpInWords) {
  OpeningOptions options = default_openings(run::tic_tac_toe(), OpeningUse::training);
  options.min_plies = options.max_plies = 9;  // the board is full
  options.attempts = 20;
  const auto engine = run::tic_tac_toe().engine(run::tic_tac_toe().material_weights(), {});
  EXPECT_THROW((void)random_opening(run::tic_tac_toe(), *engine, 1, options), Error);
}

TEST(OpeningFile, GivesTheLineOfWhatIsWrong) {
  const TempFolder folder;
  write_file_atomically(folder / "suite", "# good, then bad\n.../.../... X\n\n.../.Z./... X\n");
  try {
    (void)read_openings(run::tic_tac_toe(), folder / "suite");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.line(), 4);
  }
}

TEST(OpeningFile, KeepsTheOrderAndSkipsComments) {
  const TempFolder folder;
  write_file_atomically(folder / "suite", "# two\n.../.../X.. O\r\n\n.../.X./... O\n");
  const std::vector<Opening> openings = read_openings(run::tic_tac_toe(), folder / "suite");
  ASSERT_EQ(openings.size(), 2U);
  EXPECT_EQ(openings[0].start, ".../.../X.. O");
  EXPECT_EQ(openings[1].start, ".../.X./... O");
}

TEST(OpeningFile, MayHaveCountersAndOperationsWithoutSemicolons) {
  const TempFolder folder;
  const std::string position = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -";
  std::string lines;
  for (const char* const rest : {" 40 30", " 40 30; id \"a\";", " 40 30 id \"a\"", " id \"a\"", " bm Ka1", ""}) {
    lines += position + rest + "\n";
  }
  write_file_atomically(folder / "suite", lines);
  const std::vector<Opening> openings = read_openings(find_driver("chess"), folder / "suite");
  ASSERT_EQ(openings.size(), 6U);
  for (std::size_t i = 0; i < openings.size(); ++i) EXPECT_THAT(openings[i].start, EndsWith(i < 3 ? " 40 30" : " 0 1"));
  write_file_atomically(folder / "bad", position + " x 1\n");
  EXPECT_THROW((void)read_openings(find_driver("chess"), folder / "bad"), Error);
}

TEST(OpeningFile, MayHaveTabs) {
  const TempFolder folder;
  write_file_atomically(folder / "suite", "4k3/8/8/8/8/8/4P3/4K3\tw\t-\t-\t0\t1\n");
  EXPECT_EQ(read_openings(find_driver("chess"), folder / "suite")[0].start, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
}

// What lies in such a file is known to be packed or not by its first bytes.
TEST(OpeningFile, IsKnownByItsEndingPackedOrInCapitals) {
  const TempFolder folder;
  for (const char* const name : {"a.pdn.gz", "A.PDN", "a.pdn.zst"}) {
    write_file_atomically(folder / name, "\xEF\xBB\xBF[Event \"x\"]\n\n1. 9-13 22-18 *\n");
    EXPECT_EQ(read_openings(find_driver("checkers"), folder / name).at(0).moves.size(), 2U) << name;
  }
  for (const char* const name : {"a.sgf.gz", "A.SGF"}) {
    write_file_atomically(folder / name, "(;GM[1]SZ[5];B[cc];W[cb])\n");
    EXPECT_EQ(read_openings(find_driver("go_5"), folder / name).at(0).moves.size(), 2U) << name;
  }
  write_file_atomically(folder / "A.PGN", "1. e4 e5 *\n");
  EXPECT_EQ(read_openings(find_driver("chess"), folder / "A.PGN").at(0).moves.size(), 2U);
}

TEST(OpeningFile, IsShuffledBySeed) {
  std::vector<Opening> openings;
  for (int i = 0; i < 20; ++i) openings.push_back({std::to_string(i), {}});
  std::vector<Opening> one = openings;
  std::vector<Opening> same = openings;
  shuffle_openings(one, 1);
  shuffle_openings(same, 1);
  EXPECT_EQ(one, same);
  EXPECT_NE(one, openings);
  EXPECT_TRUE(std::is_permutation(one.begin(), one.end(), openings.begin()));
}

TEST(OpeningFile, TakesTheFirstMovesOfGamesOfGo) {
  const TempFolder folder;
  const GameDriver& game = find_driver("go_5");
  write_file_atomically(folder / "a.sgf",
                        "(;GM[1]SZ[5]KM[24]RE[B+1];B[cc];W[bb](;B[db];W[])(;B[aa]))\n(;GM[1]SZ[5];B[cc];W[cb])\n");
  const std::vector<Opening> openings = read_openings(game, folder / "a.sgf", 3);
  ASSERT_EQ(openings.size(), 2U);
  EXPECT_EQ(set_up(game, openings[0])->text(), "...../.O.X./..X../...../..... O 24 - 0");
  EXPECT_EQ(set_up(game, openings[1])->text(), "...../..O../..X../...../..... X 0 - 0");
  write_file_atomically(folder / "b.sgf", "(;GM[1]SZ[5]\n;B[cc]\n;W[cc])\n");
  try {
    (void)read_openings(game, folder / "b.sgf");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.line(), 3);
  }
  EXPECT_THROW((void)read_openings(find_driver("go_7"), folder / "a.sgf"), Error);
}

// A file of the format's description: a heading of 16 bytes, then a record of 68.
TEST(OpeningFile, TakesTheFirstMovesOfGamesOfOthello) {
  const TempFolder folder;
  const GameDriver& game = find_driver("othello");
  std::string bytes(16 + 68, '\0');
  bytes[0] = 20, bytes[1] = 15, bytes[2] = 12, bytes[3] = 31;  // the day
  bytes[4] = 1;                                                // games
  const auto board = game.initial();
  for (std::size_t at = 16 + 8; !board->outcome();) {
    const MoveCode move = board->legal_moves().front();
    if (move != 64) bytes[at++] = static_cast<char>(10 * (move / 8 + 1) + move % 8 + 1);
    board->play(move);
  }
  bytes[16 + 6] = static_cast<char>(32 + board->outcome()->utility / 2);
  write_file_atomically(folder / "a.wtb", bytes);
  const std::vector<Opening> openings = read_openings(game, folder / "a.wtb", 2);
  ASSERT_EQ(openings.size(), 1U);
  const auto two = game.initial();
  for (int ply = 0; ply < 2; ++ply) two->play(two->legal_moves().front());
  EXPECT_EQ(set_up(game, openings[0])->text(), two->text());
  EXPECT_THROW((void)read_openings(game, folder / "a.wtb"), Error);  // it is over where it should begin
  EXPECT_EQ(read_openings(game, folder / "a.wtb", {}, formats::FinishedGames::accept).size(), 1U);
}

}  // namespace
}  // namespace hone::play
