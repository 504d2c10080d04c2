// SPDX-License-Identifier: MIT
#include "games/othello/othello.hpp"

#include <gmock/gmock.h>

#include <sstream>

#include "data/error.hpp"
#include "data/rows.hpp"
#include "engine/game_driver.hpp"

namespace hone {
namespace {

using Position = Othello::Position;
using ::testing::ElementsAre;

std::vector<std::string> moves(const Position& pos) {
  MoveList<Othello> legal;
  Othello::legal_moves(pos, legal);
  std::vector<std::string> texts;
  for (const auto& move : legal) texts.push_back(Othello::to_text(pos, move));
  return texts;
}

std::optional<Outcome> outcome(const Position& pos) {
  MoveList<Othello> legal;
  Othello::legal_moves(pos, legal);
  return Othello::outcome(pos, legal);
}

Position after(Position pos, const std::string& line) {
  std::istringstream words(line);
  for (std::string word; words >> word;) {
    const auto move = Othello::parse_move(pos, word);
    EXPECT_TRUE(move) << word << " in " << Othello::to_text(pos);
    if (move) Othello::play(pos, *move);
  }
  return pos;
}

int discs(othello::Squares set) { return othello::popcount(set); }

// The eight rows of a diagram and the side to move.
Position diagram(const std::string& rows, char to_move) {
  std::string text;
  for (const char c : rows) {
    if (c != ' ') text += c;
  }
  return Othello::parse_position(text + ' ' + to_move);
}

// othelloacademy.weebly.com/rules.html, figures 1A to 1F: Black's four first moves; f5 turns e5; White's three answers.
TEST(Othello, OpensAsTheRulesShow) {
  EXPECT_THAT(moves(Othello::initial()), ElementsAre("d3", "c4", "f5", "e6"));
  const Position pos = after(Othello::initial(), "f5");
  EXPECT_EQ(discs(pos.black), 4);
  EXPECT_EQ(discs(pos.white), 1);
  EXPECT_THAT(moves(pos), ElementsAre("f4", "d6", "f6"));
}

TEST(Othello, TurnsEveryLineThatEndsInAnOwnDisc) {
  const Position pos = diagram("X-X-X--- -OOO---- OO-OOX-- -OOOX--- X--XO--- -----X-- -------- --------", 'X');
  const Position next = after(pos, "c3");
  // b3 and a3 are followed by the side of the board, c4 by an empty square; the other six lines turn.
  EXPECT_EQ(Othello::to_text(next),
            Othello::to_text(diagram("X-X-X--- -XXX---- OOXXXX-- -XOXX--- X--XX--- -----X-- -------- --------", 'O')));
}

// h4 and a5, a4 and h3 follow each other in the numbering, but are no neighbours.
TEST(Othello, LinesDoNotWrapAround) {
  EXPECT_THAT(moves(diagram("-------- -------- -------- ---XXXXO ---XX--- -------- -------- --------", 'X')),
              ElementsAre("pass"));
  EXPECT_THAT(moves(diagram("-------- -------- -------- OXXXX--- ---XX--- -------- -------- --------", 'X')),
              ElementsAre("pass"));
}

TEST(Othello, PassIsAMoveOnlyWhereNothingElseIs) {
  const Position pos = diagram("XXXXXXO- XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX", 'O');
  EXPECT_THAT(moves(pos), ElementsAre("pass"));
  EXPECT_FALSE(outcome(pos));
  EXPECT_THAT(moves(after(pos, "pass")), ElementsAre("h1"));
  EXPECT_EQ(outcome(after(pos, "pass h1"))->utility, 64);
}

// Warren D. Smith, math-fun list, "othello puzzles", lists.xmission.com: a game that ends after eleven moves with
// fourteen black discs and a white one. The forty-nine empty squares go to Black.
TEST(Othello, EndsWhenNeitherSideCanMove) {
  const Position pos = after(Othello::initial(), "f5 f4 c3 e6 f7 g6 g4 e8 g8 g5 h5");
  EXPECT_EQ(discs(pos.black), 14);
  EXPECT_EQ(discs(pos.white), 1);
  EXPECT_EQ(outcome(pos), (Outcome{14 - 1 + 49, EndReason::no_moves}));
}

// The same letter: White wins 64-0 and Black passes 23 times. A move of the side that is not to move is a pass before.
TEST(Othello, PassesAsOftenAsItMust) {
  const std::string game =
      "F5d6C4g5D7c7H5d8B8b7B6a7b5A6a5b4B3c6E8f8C8a8e7a4b2A2c2D2d1e2F2c5c3a1a3e6d3f6F7f1g2H2e3F4b1g1c1e1g8g7f3h1h3h4h6";
  Position pos = Othello::initial();
  int passes = 0;
  for (std::size_t i = 0; i + 1 < game.size(); i += 2) {
    const Side mover = 'A' <= game[i] && game[i] <= 'H' ? Side::first : Side::second;
    if (pos.to_move != mover) {
      pos = after(pos, "pass");
      ++passes;
    }
    pos = after(pos, game.substr(i, 2));
  }
  EXPECT_EQ(passes, 23);
  EXPECT_EQ(discs(pos.white), 64 - discs(pos.empty()));
  EXPECT_EQ(outcome(pos), (Outcome{-64, EndReason::no_moves}));
}

TEST(Othello, EqualDiscsAreADraw) {
  const Position pos = diagram("OOOOOOOO OOOOOOOO OOOOOOOO OOOOOOOO XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX", 'X');
  EXPECT_EQ(outcome(pos), (Outcome{0, EndReason::no_moves}));
}

TEST(OthelloText, KnowsOtherSpellings) {
  EXPECT_EQ(Othello::parse_move(Othello::initial(), "D3"), Othello::parse_move(Othello::initial(), "d3"));
  for (const char* text : {"pass", "PA", "PS", "--"}) EXPECT_EQ(othello::parse_move(text), othello::pass) << text;
  EXPECT_FALSE(Othello::parse_move(Othello::initial(), "pass"));
}

TEST(OthelloText, RefusesImpossiblePositions) {
  const std::string start = Othello::to_text(Othello::initial());
  EXPECT_NO_THROW((void)Othello::parse_position(start));
  for (const auto& [place, disc] : {std::pair{27, '-'}, {0, 'X'}, {3, '.'}, {3, 'x'}, {64, 'X'}, {65, '-'}}) {
    std::string text = start;
    text[static_cast<std::size_t>(place)] = disc;
    EXPECT_THROW((void)Othello::parse_position(text), Error) << text;
  }
  EXPECT_THROW((void)Othello::parse_position(start + ';'), Error);
}

class OthelloFeatures : public ::testing::Test {
 protected:
  [[nodiscard]] static int count(const Position& pos, std::string_view group, int index = 0) {
    RowSink sink;
    Othello::extract(pos, sink);
    const int term = Othello::schema().find(group)->first + index;
    for (const RowEntry& entry : sink.finish(Othello::phase(pos)).entries) {
      if (entry.term == term) return entry.count;
    }
    return 0;
  }
};

TEST_F(OthelloFeatures, CountMovesAndWhatMayBecomeMoves) {
  // Black can take h1, White nothing.
  const Position end = diagram("XXXXXXO- XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX", 'O');
  EXPECT_EQ(count(end, "mobility.moves", 1 - 1), 1);
  EXPECT_EQ(count(end, "mobility.potential"), 0);
  EXPECT_EQ(count(end, "frontier"), 2 - 1);

  // Five empty squares touch White's only disc d4, thirteen touch Black's e4, d5, e5 and f5.
  const Position pos = after(Othello::initial(), "f5");
  EXPECT_EQ(count(pos, "discs"), 4 - 1);
  EXPECT_EQ(count(pos, "mobility.moves", 3 - 1), 0) << "three moves each";
  EXPECT_EQ(count(pos, "mobility.potential"), 5 - 13);
  EXPECT_EQ(count(pos, "frontier"), 4 - 1);
}

TEST_F(OthelloFeatures, KnowWhoseTheCornerIs) {
  const Position pos = diagram("X-----O- -O----X- --XXXX-- --XOOX-- --OXXO-- --OXXO-- -O----X- OX-----X", 'X');
  EXPECT_EQ(count(pos, "corner.taken"), 2 - 1);
  EXPECT_EQ(count(pos, "corner.x", 0), 1);      // g2
  EXPECT_EQ(count(pos, "corner.x", 1), 1 - 1);  // g7 for Black, b7 for White
  EXPECT_EQ(count(pos, "corner.x", 2), -1);     // b2
  EXPECT_EQ(count(pos, "corner.c", 0), -1);     // g1
  EXPECT_EQ(count(pos, "corner.c", 2), 1);      // b8
}

TEST_F(OthelloFeatures, KnowTheParity) {
  EXPECT_EQ(count(Othello::initial(), "parity.last"), 0);
  EXPECT_EQ(count(Othello::initial(), "parity.quadrants"), 4);
  const Position pos = after(Othello::initial(), "f5");
  EXPECT_EQ(count(pos, "parity.last"), -1);
  EXPECT_EQ(count(pos, "parity.quadrants"), -3);
  EXPECT_EQ(count(pos, "tempo"), -1);
}

TEST_F(OthelloFeatures, GoThroughTheStagesByDiscs) {
  EXPECT_EQ(Othello::phase(Othello::initial()), (PhasePoint{0, 0}));
  const std::string full(64, 'X');
  EXPECT_EQ(Othello::phase(Othello::parse_position(full + " X")), (PhasePoint{5, 10}));
  EXPECT_EQ(Othello::phase(Othello::parse_position(std::string(10, '-') + full.substr(10) + " X")), (PhasePoint{5, 0}));
}

TEST_F(OthelloFeatures, SymmetricBoardsHaveTheSameTerms) {
  for (const std::string_view text : Othello::bench_positions()) {
    const Position pos = Othello::parse_position(text);
    std::string transposed(text);
    std::string mirrored(text);
    for (std::size_t s = 0; s < 64; ++s) {
      transposed[s % 8 * 8 + s / 8] = text[s];
      mirrored[s ^ 7] = text[s];
    }
    const auto row = [](const Position& p) {
      RowSink sink;
      Othello::extract(p, sink);
      return sink.finish(Othello::phase(p));
    };
    EXPECT_EQ(row(Othello::parse_position(transposed)), row(pos)) << text;
    EXPECT_EQ(row(Othello::parse_position(mirrored)), row(pos)) << text;
  }
}

othello::EdgeSet stable(std::string_view text) {
  int black = 0, white = 0;
  for (int i = 0; i < 8; ++i) {
    if (text[static_cast<std::size_t>(i)] == 'X') black |= 1 << i;
    if (text[static_cast<std::size_t>(i)] == 'O') white |= 1 << i;
  }
  return othello::edge_stable[othello::edge_configuration(static_cast<othello::EdgeSet>(black),
                                                          static_cast<othello::EdgeSet>(white))];
}

// Rose, "Othello: A Minute to Learn... A Lifetime to Master", 2005, chapter 3: corners are stable, so are discs of the
// same colour next to them, and all discs of a full edge.
TEST(OthelloEdges, StableDiscsAreThoseNobodyCanTurn) {
  EXPECT_EQ(stable("X-------"), 0b0000'0001);
  EXPECT_EQ(stable("XXX-----"), 0b0000'0111);
  EXPECT_EQ(stable("XXO-----"), 0b0000'0011);
  EXPECT_EQ(stable("XOXOXOXO"), 0b1111'1111);
  EXPECT_EQ(stable("--XXXX--"), 0);
  EXPECT_EQ(stable("-XXXXXX-"), 0);
  EXPECT_EQ(stable("XOOOOOX-"), 0b0011'1111);
}

// data/othello/perft.epd says where the published counts differ, and why.
TEST(FullOthelloPerft, CountsWhatOthersCounted) {
  const GameDriver& driver = find_driver(Othello::name);
  EXPECT_EQ(driver.perft(*driver.initial(), 10), 24'571'284U - 228U);
  EXPECT_EQ(driver.perft(*driver.initial(), 11), 212'258'800U - 584U);
}

}  // namespace
}  // namespace hone
