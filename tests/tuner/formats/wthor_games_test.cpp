// SPDX-License-Identifier: MIT
//
// Records of WTHOR, made here: random games, written as the format's description says.
#include <gmock/gmock.h>

#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "data/error.hpp"
#include "data/random.hpp"
#include "engine/score.hpp"
#include "tests/temp_folder.hpp"
#include "tuner/formats/dataset.hpp"
#include "tuner/formats/formats.hpp"

namespace hone::formats {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;
using testing::ThrowsMessage;

constexpr MoveCode pass = 64;

std::string word(unsigned value) { return {static_cast<char>(value & 255), static_cast<char>(value >> 8 & 255)}; }

struct Played {
  std::vector<MoveCode> moves;  // with passes
  int utility = 0;              // at the end
};

Played play_at_random(std::uint64_t seed) {
  Random random(seed);
  const std::unique_ptr<Board> board = find_driver("othello").initial();
  Played played;
  while (!board->outcome()) {
    const std::vector<MoveCode> moves = board->legal_moves();
    played.moves.push_back(moves[random.below(moves.size())]);
    board->play(played.moves.back());
  }
  played.utility = board->outcome()->utility;
  return played;
}

// Black is player 2, White player 1 of the file of names.
std::string record_of(const Played& played, int discs, int theoretical, std::size_t count = 99) {
  std::string bytes = word(7) + word(2) + word(1) + static_cast<char>(discs) + static_cast<char>(theoretical);
  for (const MoveCode move : played.moves) {
    if (count == 0) break;
    if (move == pass) continue;
    --count;
    bytes += static_cast<char>(10 * (move / 8 + 1) + move % 8 + 1);
  }
  bytes.resize(68, '\0');
  return bytes;
}

std::string head_of(unsigned games, unsigned listed, int side = 8, int kind = 0, int depth = 24) {
  return std::string("\x14\x0f\x0c\x1f", 4) + word(games) + word(0) + word(listed) + word(1999) +
         static_cast<char>(side) + static_cast<char>(kind) + static_cast<char>(depth) + '\0';
}

class WthorGamesTest : public testing::Test {
 protected:
  [[nodiscard]] std::string path(const std::string& name) const { return folder_.path() / name; }

  std::string write(const std::string& name, const std::string& bytes) const {
    std::ofstream(path(name), std::ios::binary) << bytes;
    return path(name);
  }

  void write_names() const {
    std::string bytes = head_of(0, 3);
    for (std::string name : {"???", "Caf\xe9 Jean", "Black"}) {
      name.resize(20, '\0');
      bytes += name;
    }
    write("WTHOR.JOU", bytes);
  }

  [[nodiscard]] static std::vector<NamedGame> games_in(const std::string& file, bool skip_bad = false) {
    std::vector<NamedGame> games;
    read_games(file, {.skip_bad = skip_bad, .stop = {}},
               [&](const NamedGame& it) { return games.push_back(it), true; });
    return games;
  }

 private:
  TempFolder folder_;
};

int black_discs(const Played& played) { return (played.utility + 64) / 2; }

std::vector<MoveCode> moves_of(const GameRecord& game) {
  std::vector<MoveCode> moves;
  for (const PlayedMove& played : game.moves) moves.push_back(played.move);
  return moves;
}

TEST_F(WthorGamesTest, AreReadWithPassesResultsAndNames) {
  write_names();
  std::string bytes = head_of(60, 0);
  int passes = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Played played = play_at_random(seed);
    bytes += record_of(played, black_discs(played), 32);
    passes += static_cast<int>(std::ranges::count(played.moves, pass));
  }
  EXPECT_GT(passes, 0);
  const std::vector<NamedGame> games = games_in(write("WTH_1999.wtb", bytes));
  ASSERT_THAT(games, SizeIs(60));
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Played played = play_at_random(seed);
    EXPECT_EQ(moves_of(games[seed].record), played.moves) << seed;
    EXPECT_EQ(games[seed].record.outcome, (Outcome{played.utility, EndReason::no_moves})) << seed;
    EXPECT_EQ(games[seed].record.number, seed);
    EXPECT_EQ(games[seed].first, "Black");
    EXPECT_EQ(games[seed].second, "Caf\xc3\xa9 Jean");
  }
}

// The theoretical score is that of the position with 24 empty squares, seen by the side to move.
TEST_F(WthorGamesTest, KeepTheTheoreticalScoreWhereItCounts) {
  const Played played = play_at_random(4);
  const std::string file = write(
      "a.wtb", head_of(2, 0) + record_of(played, black_discs(played), 40) + record_of(played, black_discs(played), 32));
  const std::vector<NamedGame> games = games_in(file);
  ASSERT_THAT(games, SizeIs(2));
  const std::unique_ptr<Board> board = find_driver("othello").initial();
  int discs = 4, scored = 0;
  for (const PlayedMove& move : games[0].record.moves) {
    const int sign = board->side_to_move() == Side::first ? 1 : -1;
    const bool is_there = 64 - discs == 24 && move.move != pass;
    EXPECT_EQ(move.score, is_there ? terminal_score(sign * 16, 24) : no_score);
    scored += is_there ? 1 : 0;
    discs += move.move == pass ? 0 : 1;
    board->play(move.move);
  }
  EXPECT_EQ(scored, 1);
  EXPECT_EQ(std::ranges::count(games[1].record.moves, draw_score, &PlayedMove::score), 1);
  EXPECT_EQ(games[0].first, "player 2");  // no file of names lies beside it
}

TEST_F(WthorGamesTest, ThatWereBrokenOffHaveTheScoreOfTheFile) {
  const Played played = play_at_random(5);
  const std::string file =
      write("a.wtb", head_of(2, 0) + record_of(played, 50, 32, 20) + record_of(played, 32, 32, 20));
  const std::vector<NamedGame> games = games_in(file);
  ASSERT_THAT(games, SizeIs(2));
  EXPECT_EQ(games[0].record.outcome, (Outcome{36, EndReason::resign}));
  EXPECT_EQ(games[1].record.outcome, (Outcome{0, EndReason::draw_adjudication}));
}

TEST_F(WthorGamesTest, AreKnownByTheirStructureUnderAnyName) {
  const Played played = play_at_random(6);
  const std::string bytes = head_of(1, 0) + record_of(played, black_discs(played), 32);
  EXPECT_EQ(format_of(write("records", bytes)).name, "WTHOR");
  EXPECT_EQ(format_of(write("records.1999", bytes)).name, "WTHOR");
  EXPECT_EQ(format_of(write("longer", bytes + "x")).name, "EPD");
  EXPECT_EQ(format_of(write("nothing", "")).name, "EPD");
  EXPECT_THAT(games_in(path("records")), SizeIs(1));
  EXPECT_EQ(&game_of(path("records")), &find_driver("othello"));
  EXPECT_THROW((void)output_format("a.wtb"), Error);
}

TEST_F(WthorGamesTest, ThatAreWrongAreNamedAndCanBeLeftOut) {
  const Played played = play_at_random(7);
  std::string illegal = record_of(played, black_discs(played), 32), gap = illegal, high = illegal, no_square = illegal;
  illegal[9] = illegal[8];
  gap[20] = '\0';
  high[7] = 65;
  no_square[8] = 19;
  const std::string wrong = record_of(played, black_discs(played) == 64 ? 0 : black_discs(played) + 1, 32);
  const struct {
    std::string record, message;
  } cases[] = {{illegal, "move 2: expected a legal move in"},
               {gap, "move 13: expected nothing after the end of the moves"},
               {high, "theoretical score: expected 0 to 64 black discs, found 65"},
               {no_square, "move 1: expected a legal move in"},
               {wrong, "black discs, as on the board at the end, found"}};
  const std::string good = record_of(played, black_discs(played), 32);
  for (const auto& [record, message] : cases) {
    const std::string file = write("a.wtb", head_of(2, 0) + good + record);
    EXPECT_THAT([&] { (void)games_in(file); },
                ThrowsMessage<Error>(AllOf(HasSubstr("a.wtb"), HasSubstr("game 1, at byte 84: "), HasSubstr(message))));
    EXPECT_THAT(games_in(file, true), SizeIs(1)) << message;
  }
}

TEST_F(WthorGamesTest, OfFilesThatAreNoneAreRefused) {
  const Played played = play_at_random(8);
  const std::string record = record_of(played, black_discs(played), 32);
  const struct {
    std::string bytes, message;
  } cases[] = {{"short", "expected a header of 16 bytes, found 5"},
               {head_of(2, 0) + record, "expected 152 bytes, for 2 games, found 84"},
               {head_of(1, 0) + record + record, "expected 84 bytes, for 1 games, found 152"},
               {head_of(1, 0, 10) + record, "expected boards of 8 x 8, found 10 x 10"},
               {head_of(1, 0, 8, 1) + record, "expected games, found problems"},
               {head_of(1, 0, 8, 0, 65) + record, "to 64, found 65"}};
  for (const auto& [bytes, message] : cases) {
    const std::string file = write("a.wtb", bytes);
    EXPECT_THAT([&] { (void)games_in(file, true); }, ThrowsMessage<Error>(HasSubstr(message)));
  }
  write("a.jou", head_of(0, 2) + std::string(30, 'x'));
  const std::string file = write("a.wtb", head_of(1, 0) + record);
  EXPECT_THAT([&] { (void)games_in(file); },
              ThrowsMessage<Error>(AllOf(HasSubstr("a.jou"), HasSubstr("expected 2 names of 20 bytes"))));
}

TEST_F(WthorGamesTest, BecomeOtherGamesAndPositions) {
  write_names();
  const Played played = play_at_random(9);
  const std::string file = write("a.wtb", head_of(1, 0) + record_of(played, black_discs(played), 20));
  const std::unique_ptr<GameSource> source = open_games(file);
  EXPECT_THAT(source->players(10), ElementsAre("Black", "Caf\xc3\xa9 Jean"));
  int positions = 0;
  read_positions(find_driver("othello"), file, {}, [&](DatasetPosition& it) {
    EXPECT_EQ(it.label.target, played.utility > 0 ? 1 : played.utility < 0 ? 0 : 0.5);
    return ++positions, true;
  });
  EXPECT_EQ(positions, std::ssize(played.moves));
}

}  // namespace
}  // namespace hone::formats
