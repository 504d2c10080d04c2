// SPDX-License-Identifier: MIT
#include "games/checkers/checkers.hpp"

#include <gmock/gmock.h>

#include <sstream>

#include "data/error.hpp"
#include "data/rows.hpp"
#include "engine/game_driver.hpp"

namespace hone {
namespace {

using Position = Checkers::Position;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

Position parse(std::string_view text) { return Checkers::parse_position(text); }

std::vector<std::string> moves(const Position& pos) {
  MoveList<Checkers> legal;
  Checkers::legal_moves(pos, legal);
  std::vector<std::string> texts;
  for (const auto& move : legal) texts.push_back(Checkers::to_text(pos, move));
  return texts;
}

std::optional<Outcome> outcome(const Position& pos) {
  MoveList<Checkers> legal;
  Checkers::legal_moves(pos, legal);
  return Checkers::outcome(pos, legal);
}

Position after(Position pos, const std::string& line) {
  std::istringstream words(line);
  for (std::string word; words >> word;) {
    const auto move = Checkers::parse_move(pos, word);
    EXPECT_TRUE(move) << word << " in " << Checkers::to_text(pos);
    if (move) Checkers::play(pos, *move);
  }
  return pos;
}

TEST(Checkers, BlackOpensWithSevenMoves) {
  EXPECT_THAT(moves(Checkers::initial()),
              UnorderedElementsAre("9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"));
}

// Rules: WCDF, "Rules of draughts", section 1; in short also greenfoot.org/scenarios/19100.
TEST(Checkers, WhoCanCaptureMust) {
  EXPECT_THAT(moves(parse("W:W22,30:B18,2")), ElementsAre("22x15"));
  EXPECT_THAT(moves(parse("W:W22,30:B14,2")), UnorderedElementsAre("22-17", "22-18", "30-25", "30-26"));
}

TEST(Checkers, ACaptureGoesOnWhileItCan) {
  EXPECT_THAT(moves(parse("W:W22:B18,11")), ElementsAre("22x15x8"));
  const Position next = after(parse("W:W22:B18,11,1"), "22x15x8");
  EXPECT_EQ(Checkers::to_text(next), "B:W8:B1");
}

// "A player can choose which sequence of jumps to make. It is not required to be the one that maximizes the number."
TEST(Checkers, AnyCaptureMayBeChosen) {
  EXPECT_THAT(moves(parse("W:W22:B17,18,11")), UnorderedElementsAre("22x13", "22x15x8"));
}

TEST(Checkers, MenCaptureForwardsKingsBothWays) {
  EXPECT_THAT(moves(parse("W:W15:B18,12")), UnorderedElementsAre("15-10", "15-11"));
  EXPECT_THAT(moves(parse("W:WK15:B18,12")), ElementsAre("15x22"));
  EXPECT_THAT(moves(parse("W:W15:BK10,12")), ElementsAre("15x6")) << "a man takes a king";
}

// "If a man jumps into the kings row, the current move terminates; the piece cannot jump back out."
TEST(Checkers, BecomingAKingEndsTheMove) {
  const Position pos = parse("W:W11:B7,6,25");
  EXPECT_THAT(moves(pos), ElementsAre("11x2"));
  EXPECT_EQ(Checkers::to_text(after(pos, "11x2")), "B:WK2:B6,25");
  EXPECT_THAT(moves(parse("W:WK11:B7,6,25")), ElementsAre("11x2x9"));
}

// What is jumped comes off the board when the move has ended; until then it cannot be jumped again.
TEST(Checkers, NothingIsJumpedTwice) {
  EXPECT_THAT(moves(parse("B:W6:BK1")), ElementsAre("1x10"));
  const Position pos = parse("W:WK31:B26,18,19,27");
  EXPECT_THAT(moves(pos), UnorderedElementsAre("31x22x15x24x31"));
  EXPECT_EQ(Checkers::to_text(after(pos, "31x22x15x24x31")), "B:WK31:B");
}

TEST(Checkers, AKingStepsOneSquareAnyWay) {
  EXPECT_THAT(moves(parse("B:W32:BK15")), UnorderedElementsAre("15-10", "15-11", "15-18", "15-19"));
  EXPECT_THAT(moves(parse("B:W32:BK4")), ElementsAre("4-8")) << "the board does not wrap around";
  EXPECT_THAT(moves(parse("B:W32:BK5")), UnorderedElementsAre("5-1", "5-9"));
}

TEST(Checkers, RoundARingIsOneMove) {
  const Position ring = parse("B:W9,10,17,18:BK6");
  EXPECT_THAT(moves(ring), ElementsAre("6x13x22x15x6"));
  const Position closed = after(ring, "6x13x22x15x6");
  EXPECT_EQ(Checkers::to_text(closed), "W:W:BK6");
  EXPECT_EQ(after(ring, "6x15x22x13x6"), closed);
}

TEST(Checkers, WithoutAMoveOneHasLost) {
  EXPECT_EQ(outcome(after(parse("W:W22:B18"), "22x15")), (Outcome{-1, EndReason::win}));
  EXPECT_EQ(outcome(parse("B:W10,14,17:B5,9")), std::nullopt);
  const Position blocked = parse("W:W13:B9,6,1");
  EXPECT_THAT(moves(blocked), ElementsAre());
  EXPECT_EQ(outcome(blocked), (Outcome{1, EndReason::no_moves}));
}

// WCDF: drawn when in the last forty moves of both no man has advanced and nothing was captured.
TEST(Checkers, FortyMovesWithoutProgressAreADraw) {
  const Position pos = parse("B:WK32,21:BK1,12:H79");
  EXPECT_FALSE(outcome(pos));
  EXPECT_EQ(outcome(after(pos, "1-6")), (Outcome{0, EndReason::move_rule}));
  EXPECT_FALSE(outcome(after(pos, "12-16"))) << "a man has moved";
  EXPECT_EQ(after(pos, "12-16").quiet_plies, 0);
  EXPECT_EQ(after(parse("B:WK32,6:BK1:H79"), "1x10").quiet_plies, 0);
}

TEST(Checkers, TheThirdOccurrenceIsADraw) {
  const auto board = find_driver("checkers").parse("B:WK32:BK1");
  const auto play = [&](std::string_view text) { board->play(board->parse_move(text).value()); };
  for (int round = 0; round < 2; ++round) {
    EXPECT_FALSE(board->outcome());
    for (const char* move : {"1-5", "32-28", "5-1", "28-32"}) play(move);
  }
  EXPECT_EQ(board->outcome(), (Outcome{0, EndReason::repetition}));
}

TEST(CheckersText, PositionsArePdn) {
  EXPECT_EQ(parse("B:W21-32:B1-12."), Checkers::initial());
  EXPECT_EQ(parse("W:BK2,6:W22,K31:H7"), parse("W:W22,K31:BK2,6:H7"));
  EXPECT_EQ(Checkers::to_text(parse("W:W22,K31:B6,K2")), "W:W22,K31:BK2,6");
  EXPECT_EQ(Checkers::to_text(parse("W:W:BK2")), "W:W:BK2") << "White has lost";
}

TEST(CheckersText, RefusesImpossiblePositions) {
  for (const char* text :
       {"B:W21:B21", "B:W33:B1", "B:W0:B1", "B:W4:B5", "B:W32:B29", "B:W:B1", "W:W1,2", "X:W21:B1", "B:W21:W22",
        "B:W21:B1-13", "B:W21,:B1", "B:W21:B1:H81", "B:W21:B1:F2", "B:W21:B3-1", "BW:W21:B1", "B:W021:B1"}) {
    EXPECT_THROW((void)parse(text), Error) << text;
  }
}

TEST(CheckersText, ShortMovesAreReadWhereTheyAreClear) {
  const Position pos = parse("W:W22:B18,11");
  EXPECT_TRUE(Checkers::parse_move(pos, "22x15x8"));
  EXPECT_EQ(Checkers::parse_move(pos, "22x8"), Checkers::parse_move(pos, "22x15x8"));
  EXPECT_EQ(Checkers::parse_move(pos, "22-8"), Checkers::parse_move(pos, "22x15x8"));
  for (const char* text : {"22x15", "22x11x8", "22", "22x", "x8", "22x8x8", "022x8"}) {
    EXPECT_FALSE(Checkers::parse_move(pos, text)) << text;
  }
  EXPECT_FALSE(Checkers::parse_move(Checkers::initial(), "11x14"));
}

// Whoever can capture must, so that the sign says nothing new.
TEST(CheckersText, AnySignSeparatesSquares) {
  for (const char* text : {"11-15", "11x15", "11:15"}) {
    EXPECT_EQ(Checkers::parse_move(Checkers::initial(), text), (Checkers::Move{0, 10, 14})) << text;
  }
  const Position pos = parse("W:W22:B18,11");
  for (const char* text : {"22-15-8", "22:15:8", "22:8", "22x15-8"}) {
    EXPECT_EQ(Checkers::parse_move(pos, text), Checkers::parse_move(pos, "22x15x8")) << text;
  }
  for (const char* text : {"11--15", "11x", "11 15", "11;15", "11X15", "11-15-19"}) {
    EXPECT_FALSE(Checkers::parse_move(Checkers::initial(), text)) << text;
  }
}

TEST(CheckersText, PathsTellCapturesApart) {
  const Position pos = parse("W:W31:B26,17,27,19,18,10,11");
  for (const std::string& text : moves(pos)) {
    EXPECT_EQ(Checkers::to_text(pos, Checkers::parse_move(pos, text).value()), text);
  }
  const Position fork = parse("W:W31:B26,18,27,19,9");
  ASSERT_THAT(moves(fork), UnorderedElementsAre("31x22x15", "31x24x15"));
  EXPECT_FALSE(Checkers::parse_move(fork, "31x15")) << "either way";
  EXPECT_NE(Checkers::parse_move(fork, "31x22x15"), Checkers::parse_move(fork, "31x24x15"));
}

class CheckersFeatures : public ::testing::Test {
 protected:
  [[nodiscard]] static int count(const Position& pos, std::string_view group, int index = 0) {
    RowSink sink;
    Checkers::extract(pos, sink);
    const int term = Checkers::schema().find(group)->first + index;
    for (const RowEntry& entry : sink.finish(Checkers::phase(pos)).entries) {
      if (entry.term == term) return entry.count;
    }
    return 0;
  }
};

TEST_F(CheckersFeatures, SeeTheSameForBothSides) {
  const Position pos = parse("B:W28,23,K30:B1,3,14,15");
  EXPECT_EQ(count(pos, "material.man"), 4 - 2);
  EXPECT_EQ(count(pos, "material.king"), -1);
  EXPECT_EQ(count(pos, "bridge"), 1);
  EXPECT_EQ(count(pos, "centre"), 2 - 1);
  EXPECT_EQ(count(pos, "back_rank", 1 + 4), 1);
  EXPECT_EQ(count(pos, "tempo"), 3 + 3 - 1 - 2);
  EXPECT_EQ(count(pos, "square.man", 13), 1);
  EXPECT_EQ(count(pos, "square.man", 33 - 28 - 1), -1);
}

TEST_F(CheckersFeatures, KnowTheDogHole) {
  EXPECT_EQ(count(parse("B:W32,31:B28"), "dog_hole"), 1);
  EXPECT_EQ(count(parse("W:W5:B1,2"), "dog_hole"), -1);
  EXPECT_EQ(count(parse("B:WK32:B28"), "dog_hole"), 0);
}

// Whose turn it is decides: 31-27 meets the man in time, or a move too late.
TEST_F(CheckersFeatures, KnowRunaways) {
  constexpr int three_to_go = 3 - 1;
  EXPECT_EQ(count(parse("B:WK13:B20"), "runaway", three_to_go), 1);
  EXPECT_EQ(count(parse("B:W27:B20"), "runaway", three_to_go), 0) << "20-24 27x20";
  EXPECT_EQ(count(parse("B:W31:B20"), "runaway", three_to_go), 1);
  EXPECT_EQ(count(parse("W:W31:B20"), "runaway", three_to_go), 0);
  EXPECT_EQ(count(parse("B:W6:B20"), "runaway", 1 - 1), -1);
}

TEST_F(CheckersFeatures, CountStepsOfMen) {
  EXPECT_EQ(count(Checkers::initial(), "mobility.man"), 7 - 7);
  EXPECT_EQ(count(parse("B:W29:B1,5"), "mobility.man"), 2 - 1);
}

TEST_F(CheckersFeatures, KnowTheCentre) {
  for (int square = 1; square <= 32; ++square) {
    const Position pos{checkers::bit(square - 1), 0, checkers::bit(square - 1), Side::first, 0};
    const bool middle = square == 10 || square == 11 || square == 14 || square == 15 || square == 18 || square == 19 ||
                        square == 22 || square == 23;
    EXPECT_EQ(count(pos, "centre"), middle ? 1 : 0) << square;
    EXPECT_EQ(count(pos, "square.king", square - 1), 1) << square;
    EXPECT_EQ(count(Checkers::flipped(pos), "square.king", square - 1), -1) << square;
  }
}

TEST_F(CheckersFeatures, KnowTheBridge) {
  EXPECT_EQ(count(parse("B:W21:B1,3"), "bridge"), 1);
  EXPECT_EQ(count(parse("B:W30,32:B9"), "bridge"), -1);
  EXPECT_EQ(count(parse("B:WK21:B1,3"), "bridge"), 0) << "nobody is to be kept out";
  EXPECT_EQ(count(parse("B:W21:BK1,3"), "bridge"), 0);
}

TEST_F(CheckersFeatures, KnowTheTurn) {
  EXPECT_EQ(count(parse("B:W21:B1"), "turn"), 1);
  EXPECT_EQ(count(parse("W:W21:B1"), "turn"), -1);
}

TEST_F(CheckersFeatures, CountKingsBySteps) {
  EXPECT_EQ(count(parse("B:W13:BK4"), "mobility.king", 1), 1);
  EXPECT_EQ(count(parse("B:W13:BK15"), "mobility.king", 4), 1);
  EXPECT_EQ(count(parse("B:W8,11:BK4"), "mobility.king", 0), 1);
}

// acfcheckers.com/std2.html: "count all the pieces in your system, when it is your turn to play. If the number is odd,
// you have the move." In the initial position Black counts twelve.
TEST_F(CheckersFeatures, KnowWhoHasTheMove) {
  EXPECT_EQ(count(Checkers::initial(), "opposition"), -1);
  EXPECT_EQ(count(parse("B:W24:B16"), "opposition"), -1);
  EXPECT_EQ(count(parse("W:W24:B16"), "opposition"), 1);
  EXPECT_EQ(count(parse("B:W24,32:B16"), "opposition"), 0) << "White is a man up";
  // The First Position is won because White has the move: Edward Lasker, "Chess and Checkers", 1918.
  EXPECT_EQ(count(parse("W:WK19,K23:B12,K28"), "opposition"), -1);
  EXPECT_EQ(count(parse("B:WK19,K23:B12,K28"), "opposition"), 1);
}

TEST_F(CheckersFeatures, GoFromOpeningToEnding) {
  EXPECT_EQ(Checkers::phase(Checkers::initial()), (PhasePoint{0, 0}));
  EXPECT_EQ(Checkers::phase(parse("B:W21-32:B1")), (PhasePoint{0, 11}));
  EXPECT_EQ(Checkers::phase(parse("B:W21:B1")), (PhasePoint{0, 20}));
}

}  // namespace
}  // namespace hone
