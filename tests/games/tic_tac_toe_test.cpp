// SPDX-License-Identifier: MIT
#include "games/tic_tac_toe/tic_tac_toe.hpp"

#include <gtest/gtest.h>

#include <set>

#include "data/error.hpp"
#include "data/rows.hpp"
#include "engine/evaluation.hpp"
#include "tests/games/refused_texts.hpp"

namespace hone {
namespace {

using Position = TicTacToe::Position;

std::optional<Outcome> outcome(const Position& pos) {
  MoveList<TicTacToe> legal;
  TicTacToe::legal_moves(pos, legal);
  return TicTacToe::outcome(pos, legal);
}

bool is_position(const std::string& text) {
  try {
    (void)TicTacToe::parse_position(text);
    return true;
  } catch (const Error&) {
    return false;
  }
}

// Every text of the right form: 3^9 boards, either side to move.
template <class Visit>
void for_each_text(Visit visit) {
  for (int number = 0; number < 2 * 19'683; ++number) {
    std::string text = ".../.../... X";
    int digits = number / 2;
    for (const std::size_t place : {0, 1, 2, 4, 5, 6, 8, 9, 10}) {
      text[place] = ".XO"[digits % 3];
      digits /= 3;
    }
    text.back() = "XO"[number % 2];
    visit(text);
  }
}

void collect_reachable(const Position& pos, std::set<std::string>& texts) {
  if (!texts.insert(TicTacToe::to_text(pos)).second) return;
  MoveList<TicTacToe> legal;
  TicTacToe::legal_moves(pos, legal);
  for (const auto& move : legal) {
    Position next = pos;
    TicTacToe::play(next, move);
    collect_reachable(next, texts);
  }
}

struct Games {
  int x_wins = 0, o_wins = 0, draws = 0;
};

void count_games(const Position& pos, Games& games) {
  MoveList<TicTacToe> legal;
  TicTacToe::legal_moves(pos, legal);
  if (const auto end = TicTacToe::outcome(pos, legal)) {
    ++(end->utility > 0 ? games.x_wins : end->utility < 0 ? games.o_wins : games.draws);
  }
  for (const auto& move : legal) {
    Position next = pos;
    TicTacToe::play(next, move);
    count_games(next, games);
  }
}

// 5,478 positions: en.wikipedia.org/wiki/Game_complexity, "Example: tic-tac-toe".
TEST(TicTacToeText, AcceptsThePositionsThatPlayCanReach) {
  std::set<std::string> reachable;
  collect_reachable(TicTacToe::initial(), reachable);
  EXPECT_EQ(reachable.size(), 5'478U);

  std::set<std::string> accepted;
  for_each_text([&](const std::string& text) {
    if (is_position(text)) accepted.insert(text);
  });
  EXPECT_EQ(accepted, reachable);
}

// 255,168 games: en.wikipedia.org/wiki/Tic-tac-toe, "Combinatorics".
TEST(TicTacToeRules, ThereAreAsManyGamesAsTheLiteratureSays) {
  Games games;
  count_games(TicTacToe::initial(), games);
  EXPECT_EQ(games.x_wins, 131'184);
  EXPECT_EQ(games.o_wins, 77'904);
  EXPECT_EQ(games.draws, 46'080);
}

TEST(TicTacToeRules, EveryLineWins) {
  for (const std::string text : {"XXX/OO./... O", "OO./XXX/... O", "OO./.../XXX O", "XO./XO./X.. O", "OX./OX./.X. O",
                                 "O.X/O.X/..X O", "X../OX./O.X O", "O.X/OX./X.. O"}) {
    EXPECT_EQ(outcome(TicTacToe::parse_position(text)), (Outcome{+1, EndReason::win})) << text;
  }
}

TEST(TicTacToeRules, SecondPlayerWinsTheSameWay) {
  EXPECT_EQ(outcome(TicTacToe::parse_position("OOO/XX./X.. X")), (Outcome{-1, EndReason::win}));
}

TEST(TicTacToeRules, FullBoardWithALineIsAWin) {
  EXPECT_EQ(outcome(TicTacToe::parse_position("XXX/OOX/OXO O")), (Outcome{+1, EndReason::win}));
}

TEST(TicTacToeRules, FullBoardWithoutALineIsADraw) {
  EXPECT_EQ(outcome(TicTacToe::parse_position("XOX/XOO/OXX O")), (Outcome{0, EndReason::no_moves}));
}

TEST(TicTacToeRules, GameGoesOnWhileThereAreSquares) {
  EXPECT_EQ(outcome(TicTacToe::parse_position("XOX/XOO/OX. X")), std::nullopt);
}

TEST(TicTacToeText, SquaresAreNamedFromTheLowerLeft) {
  const Position pos = TicTacToe::initial();
  EXPECT_EQ(TicTacToe::to_text(pos, {0}), "a1");
  EXPECT_EQ(TicTacToe::to_text(pos, {2}), "c1");
  EXPECT_EQ(TicTacToe::to_text(pos, {4}), "b2");
  EXPECT_EQ(TicTacToe::to_text(pos, {6}), "a3");
  Position next = pos;
  TicTacToe::play(next, *TicTacToe::parse_move(pos, "a3"));
  EXPECT_EQ(TicTacToe::to_text(next), "X../.../... O");
}

TEST(TicTacToeText, TakenSquareIsNoMove) {
  EXPECT_FALSE(TicTacToe::parse_move(TicTacToe::parse_position("X../.../... O"), "a3"));
}

TEST(TicTacToeText, RefusalsSayWhatIsWrong) {
  const std::pair<std::string, std::string> cases[] = {
      {"", "three rows"},
      {".../.../...", "three rows"},
      {".../.../... X ", "three rows"},
      {"..././.../.. X", "three rows"},
      {"xo./.../... X", "X, O or . on squares"},
      {".../.../... -", "X or O to move"},
      {"X../.../... X", "as many X as O"},
      {"O../.../... X", "as many X as O"},
      {"XX./OO./... O", "as many X as O"},
      {"XXX/OO./O.. X", "no line of the side to move"},
      {"XXX/OOO/... X", "no line of the side to move"},
  };
  testing::expect_refusals(TicTacToe::parse_position, cases);
}

int material(const std::string& text) {
  Weights weights = zero_weights(TicTacToe::schema());
  weights.values = TicTacToe::material_weights();
  return evaluate_first<TicTacToe>(TicTacToe::parse_position(text), WeightTable(weights));
}

// Values of Nilsson, Problem-Solving Methods in Artificial Intelligence, 1971, chapter 5: 5 - 4, 6 - 4 and 4 - 5.
TEST(TicTacToeEvaluation, StartsFromTheClassroomsOpenLines) {
  EXPECT_EQ(material("O../.X./... X"), 100);
  EXPECT_EQ(material(".O./.X./... X"), 200);
  EXPECT_EQ(material("X../.O./... X"), -100);
}

// After one mark 8 - 5 (corner) and 8 - 4 (centre), with a reply to the centre 6 - 4 (edge) and 5 - 4 (corner): lecture
// notes on games as search; the last two also in Nilsson.
TEST(TicTacToeEvaluation, IsThatOfTheLectureNotes) {
  EXPECT_EQ(material("X../.../... O"), 300);
  EXPECT_EQ(material(".../.X./... O"), 400);
  EXPECT_EQ(material(".../OX./... X"), 200);
  EXPECT_EQ(material(".../.X./..O X"), 100);
}

TEST(TicTacToeEvaluation, CountsTwosThatCanBecomeThree) {
  const auto twos = [](const std::string& text) {
    RowSink sink;
    TicTacToe::extract(TicTacToe::parse_position(text), sink);
    int count = 0;
    for (const RowEntry& entry : sink.finish({}).entries) {
      if (entry.term == TicTacToe::layout.offset("lines.two")) count = entry.count;
    }
    return count;
  };
  EXPECT_EQ(twos("XX./.O./... O"), 1);
  EXPECT_EQ(twos("XXO/.../... O"), 0);
  EXPECT_EQ(twos("X.X/.O./X.O O"), 2);
  EXPECT_EQ(twos("OO./X../X.. X"), -1);
  EXPECT_EQ(twos("OO./XX./... X"), 0);
}

}  // namespace
}  // namespace hone
