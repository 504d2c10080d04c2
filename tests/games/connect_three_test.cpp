// SPDX-License-Identifier: MIT
#include "games/connect_three/connect_three.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "data/rows.hpp"
#include "engine/evaluation.hpp"
#include "engine/perft.hpp"
#include "tests/games/drop_board.hpp"
#include "tests/games/refused_texts.hpp"

namespace hone {
namespace {

using Position = ConnectThree::Position;
using testing::DropBoard;

Position parse(const std::string& text) { return ConnectThree::parse_position(text); }

std::optional<Outcome> outcome(const Position& pos) {
  MoveList<ConnectThree> legal;
  ConnectThree::legal_moves(pos, legal);
  return ConnectThree::outcome(pos, legal);
}

Position after(Position pos, std::string_view moves) {
  for (const char digit : moves) ConnectThree::play(pos, *ConnectThree::parse_move(pos, std::string(1, digit)));
  return pos;
}

TEST(ConnectThreeRules, AsManySequencesAsCountedSlowly) {
  for (int plies = 1; plies <= ConnectThree::max_plies; ++plies) {
    DropBoard board(ConnectThree::rows, ConnectThree::cols, 3);
    EXPECT_EQ(perft<ConnectThree>(ConnectThree::initial(), plies), count_sequences(board, plies)) << plies;
  }
}

void compare_everywhere(DropBoard& board, const Position& pos, std::map<std::string, Position>& seen) {
  if (!seen.emplace(board.text(), pos).second) return;
  ASSERT_EQ(ConnectThree::to_text(pos), board.text());
  const int mover = board.to_move() == 'X' ? 1 : -1;
  for (int col = 0; col < board.cols(); ++col) {
    const auto move = ConnectThree::parse_move(pos, std::to_string(col + 1));
    ASSERT_EQ(move.has_value(), board.has_room(col)) << board.text();
    if (!move) continue;
    Position next = pos;
    ConnectThree::play(next, *move);
    board.play(col);
    const int utility = graded_utility(board, col);
    ASSERT_EQ(outcome(next).value_or(Outcome{}).utility, mover * utility) << board.text();
    if (utility == 0) {
      compare_everywhere(board, next, seen);
    } else {
      seen.emplace(board.text(), next);
    }
    board.take_back(col);
  }
}

TEST(ConnectThreeRules, GradesAreTheDirectionsOfLinesInEveryPosition) {
  DropBoard board(ConnectThree::rows, ConnectThree::cols, 3);
  std::map<std::string, Position> positions;
  compare_everywhere(board, ConnectThree::initial(), positions);
  EXPECT_GT(positions.size(), 4'000U);
  for (const auto& [text, pos] : positions) ASSERT_EQ(parse(text), pos) << text;
}

// After the fourth column, the value of the notes' position: a horizontal line for O against best play, where the third
// would give X the diagonal.
TEST(ConnectThreeRules, NotesPositionEndsAsTheNotesSay) {
  const Position pos = parse("XO../OX.O/XXOX O");
  EXPECT_EQ(outcome(pos), std::nullopt);
  EXPECT_EQ(outcome(after(pos, "33")), (Outcome{+3, EndReason::win}));
  EXPECT_EQ(outcome(after(pos, "433")), (Outcome{-1, EndReason::win}));
}

TEST(ConnectThreeRules, LargestOfSeveralLinesCounts) {
  // The second column and a falling diagonal: three, not two and not five.
  EXPECT_EQ(outcome(after(parse("O.XX/XOOX/XOXO O"), "2")), (Outcome{-3, EndReason::win}));
}

TEST(ConnectThreeRules, FullBoardWithoutALineIsADraw) {
  EXPECT_EQ(outcome(after(parse("X.OX/OXXO/XOOX O"), "2")), (Outcome{0, EndReason::no_moves}));
}

TEST(ConnectThreeText, RefusalsSayWhatIsWrong) {
  const std::pair<std::string, std::string> cases[] = {
      {"", "3 rows of 4"},
      {"..../..../....", "3 rows of 4"},
      {"..../..../.... X ", "3 rows of 4"},
      {".../..../..... X", "3 rows of 4"},
      {"..../..../x... O", "X, O or . on squares"},
      {"..../..../.... -", "X or O to move"},
      {"..../..../X... X", "as many X as O"},
      {"..../..../XX.. O", "as many X as O"},
      {"..../X.../.... O", "no mark above an empty square"},
      {"..../OO../XXX. X", "as many X as O"},
      {"..../.OO./OXXX X", "no line of the side to move"},
      {"XO../XO../XO.. X", "no line of the side to move"},
      {"..../OOX./XXXO O", "only lines that the last move has completed"},
  };
  testing::expect_refusals(parse, cases);
}

int count_of(std::string_view group, int index, const std::string& text) {
  RowSink sink;
  ConnectThree::extract(parse(text), sink);
  const int term = ConnectThree::schema().find(group)->first + index;
  for (const RowEntry& entry : sink.finish({}).entries) {
    if (entry.term == term) return entry.count;
  }
  return 0;
}

TEST(ConnectThreeFeatures, CountLinesByDirection) {
  // X in the corner keeps one row, its column and one diagonal from O; O has nothing.
  EXPECT_EQ(count_of("lines.open", 0, "..../..../X... O"), 1);
  EXPECT_EQ(count_of("lines.open", 1, "..../..../X... O"), 1);
  EXPECT_EQ(count_of("lines.open", 2, "..../..../X... O"), 1);
  EXPECT_EQ(count_of("lines.two", 0, "..../OO../XX.. X"), 0);
  EXPECT_EQ(count_of("lines.two", 0, "..../O.../XX.. O"), 1);
  EXPECT_EQ(count_of("lines.two", 1, "..../.O../.OXX X"), -1);
  EXPECT_EQ(count_of("lines.two", 2, "..../.X../XO.. O"), 1);
}

TEST(ConnectThreeFeatures, MaterialGradesOpenLinesByWhatTheyWin) {
  Weights weights = zero_weights(ConnectThree::schema());
  weights.values = ConnectThree::material_weights();
  EXPECT_EQ(evaluate_first<ConnectThree>(parse("..../..../X... O"), WeightTable(weights)), 25 + 50 + 75);
}

}  // namespace
}  // namespace hone
