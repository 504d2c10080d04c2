// SPDX-License-Identifier: MIT
#include "tuner/formats/pdn.hpp"

#include <gmock/gmock.h>

#include <string>

#include "data/error.hpp"
#include "tests/temp_folder.hpp"
#include "tests/tuner/run/loop_support.hpp"
#include "tuner/formats/pgn.hpp"
#include "tuner/play/openings.hpp"

namespace hone::formats {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const GameDriver& checkers() { return find_driver("checkers"); }

std::vector<std::string> moves(const PdnGame& game) {
  const auto board = set_up(checkers(), {game.play.start, {}});
  std::vector<std::string> texts;
  for (const MoveCode move : game.play.moves) {
    texts.push_back(board->move_text(move));
    board->play(move);
  }
  return texts;
}

PdnGame only_game(std::string_view text) {
  std::vector<PdnGame> games = parse_pdn(text, "text");
  EXPECT_EQ(games.size(), 1U);
  return games.empty() ? PdnGame{} : games.front();
}

std::string message_of(std::string_view text) {
  try {
    (void)parse_pdn(text, "text");
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

// A program's game with the novice level of Chinook's, brainwagon.org, April 2009. Black is winning at its end.
constexpr std::string_view sparring = R"pdn([Event "Sparring Match"]
[Date "2009-04-27"]
[Black "Milhouse"]
[White "Chinook (Amateur)"]
[Site "Internet"]
[Result "1-0"]
1. 12-16 22-17 2. 16-19 24x15 3. 11x18 23x14
4. 9x18 28-24 5. 8-11 26-23 6. 6-9 23x14
7. 9x18 24-19 8. 2-6 17-14 9. 10x17 21x14
10. 4-8 31-26 11. 11-15 19x10 12. 6x15 25-21
13. 8-11 29-25 14. 1-6 26-22 15. 6-9 21-17
16. 9-13 27-23 17. 18x27 32x23 18. 15-19 23x16
19. 11x20 30-26 20. 20-24 25-21 21. 7-10 14x7
22. 3x10 26-23 23. 24-27 23-19 24. 27-31 19-16
25. 31-26 16-11 26. 10-15 11-8 27. 26-23 8-3
28. 23-18 3-8 29. 18x25 17-14 30. 25-22 14-10
31. 22-18 8-11 32. 15-19 10-7 33. 13-17 21x14
34. 18x9 11-15 35. 19-23 7-2 36. 23-26 15-10
1-0
)pdn";

TEST(Pdn, OneNilIsTheWinOfBlackWhoMovesFirst) {
  const PdnGame game = only_game(sparring);
  EXPECT_EQ(game.tags.at("Black"), "Milhouse");
  EXPECT_EQ(game.play.moves.size(), 72U);
  EXPECT_EQ(game.utility, 1);
  const auto board = set_up(checkers(), game.play);
  EXPECT_EQ(board->text(), "B:WK2,K10:B5,K9,26:H1");
  const auto engine = checkers().engine(checkers().material_weights(), {});
  SearchControl control;
  control.limits.depth = 9;
  EXPECT_GT(engine->search(*board, control).score, 0) << "Black to move";
}

// The example of PDN 3.0, pdn.fmjd.org.
TEST(Pdn, SkipsCommentsMarksAndVariations) {
  const PdnGame game = only_game(R"([GameType "21"] ; a comment to the end of the line (
1.  9-14! 22-17 2. 11-15 $5 25-22 3. 15-19 {Forms the Double Corner Dyke,
with black ... :)} 23x16? (3... 24x15 4. 10x19 {so (} (4. 1-2) ) 4.12x19 24x15 5. 10x19 17x10 6.  6x15* *)");
  EXPECT_THAT(moves(game), ElementsAre("9-14", "22-17", "11-15", "25-22", "15-19", "23x16", "12x19", "24x15", "10x19",
                                       "17x10", "6x15"));
  EXPECT_EQ(game.utility, std::nullopt);
}

TEST(Pdn, BeginsWhereTheTagSays) {
  const PdnGame game = only_game("[FEN \"W:W22:B18,11,2\"] 1... 22x8 2-7 1/2-1/2");
  EXPECT_THAT(moves(game), ElementsAre("22x15x8", "2-7")) << "the short form is clear";
  EXPECT_EQ(game.utility, 0);
}

TEST(Pdn, GamesEndWithTheResultOrWhereTheNextBegins) {
  const std::vector<PdnGame> games =
      parse_pdn("11-15 23-19 0-1 [Result \"2-0\"] 9-13 [Event \"a \\\"b\\\"\"] [Result \"*\"] ", "text");
  ASSERT_EQ(games.size(), 3U);
  EXPECT_EQ(games[0].utility, -1);
  EXPECT_EQ(games[1].utility, 1);
  EXPECT_EQ(games[1].play.moves.size(), 1U);
  EXPECT_EQ(games[2].tags.at("Event"), "a \"b\"");
  EXPECT_EQ(games[2].utility, std::nullopt);
  EXPECT_TRUE(parse_pdn(" \n{nothing}\n", "text").empty());
}

TEST(Pdn, ATagThatComesAgainBeginsAGame) {
  const auto games = parse_pdn("[Event \"a\"]\n\n[Event \"b\"]\n1. 11-15 *", "two.pdn");
  ASSERT_EQ(games.size(), 2U);
  EXPECT_TRUE(games[0].play.moves.empty());
  EXPECT_EQ(games[1].tags.at("Event"), "b");
  EXPECT_EQ(games[1].play.moves.size(), 1U);
}

TEST(Pdn, SkipsMarksEscapesAndTheMarkOfUtf8) {
  EXPECT_EQ(parse_pdn("\xEF\xBB\xBF% escaped\n1. 11-15 ! 23-19 ?! *", "marks.pdn").at(0).play.moves.size(), 2U);
}

TEST(Pdn, SaysWhereItIsWrong) {
  EXPECT_THAT(message_of("1. 11-15\n2. 22-11"), HasSubstr("text:2: expected a legal move in W:W21"));
  EXPECT_THAT(message_of("[FEN \"W:W22\"]\n22-18"), HasSubstr("text:2: expected"));
  EXPECT_THAT(message_of("[GameType \"20\"]"), HasSubstr("expected GameType 21, English draughts, found 20"));
  EXPECT_THAT(message_of("[Event]"), HasSubstr("expected a tag"));
  EXPECT_THAT(message_of("[FEN \"W:W31:B26,18,27,19,9\"] 31x15"), HasSubstr("legal move")) << "either way";
  for (const char* text : {"[Event \"x", "[Event \"x\\", "[Event \"x\"", "11-15 {x", "11-15 (x", "(", ")", "[",
                           "11-15 [", "11-15 23-1", "( {", "\"", "0-0"}) {
    EXPECT_NE(message_of(text), "") << text;
  }
}

TEST(Pdn, WhatIsNotClosedIsReportedWhereItBegins) {
  EXPECT_THAT(message_of("\n[Event \"x\n[Site \"y\"]\n1. 11-15"), HasSubstr("text:2: expected \", found the end"));
  EXPECT_THAT(message_of("\n[Event \"x\n\n1. 11-15"), HasSubstr("text:2: expected \", found the end of the line"));
  EXPECT_THAT(message_of("\n[Event \"x\"\n[Site \"y\"]\n"), HasSubstr("text:2: expected ], found ["));
  EXPECT_THAT(message_of("\n[Event \"x\"\n\n"), HasSubstr("text:2: expected ], found the end of the text"));
  EXPECT_THAT(message_of("\n{x\n\n11-15\n"), HasSubstr("text:2: expected }, found the end of the text"));
  EXPECT_THAT(message_of("\n(x\n\n11-15\n"), HasSubstr("text:2: expected ), found the end of the text"));
}

TEST(Pdn, AStartOfTheGameBeforeIsNotKept) {
  const auto games = parse_pdn("[FEN \"W:W22:B18\"]\n\n[FEN \"B:W21:B11\"]\n1. 11-15 *", "two.pdn");
  ASSERT_EQ(games.size(), 2U);
  EXPECT_EQ(games[0].play.start, "W:W22:B18");
  EXPECT_EQ(games[1].play.start, "B:W21:B11");
  const auto started = parse_pdn("[Event \"a\"]\n[FEN \"W:W22:B18\"]\n\n[Event \"b\"]\n1. 11-15 *", "two.pdn");
  ASSERT_EQ(started.size(), 2U);
  EXPECT_NE(started[1].play.start, "W:W22:B18");
}

TEST(Pdn, ReadsWhatIsWritten) {
  GameRecord record;
  record.first = 1;
  const auto board = checkers().parse("W:W22,30:B18,11,1");
  record.start = board->text();
  for (const char* text : {"22x15x8", "1-5", "30-25"}) {
    record.moves.push_back({board->parse_move(text).value(), 25});
    board->play(record.moves.back().move);
  }
  record.outcome = {-1, EndReason::resign};
  const std::vector<std::string> players{"one", "two"};
  const std::string text = to_pgn(checkers(), record, players);
  EXPECT_THAT(text, HasSubstr("[GameType \"21\"]\n"));
  EXPECT_THAT(text, HasSubstr("1... 22x15x8 {+0.25} 2. 1-5 {+0.25} 30-25 {+0.25} {resign} 0-1\n"));
  const PdnGame game = only_game(text);
  EXPECT_THAT(moves(game), ElementsAre("22x15x8", "1-5", "30-25"));
  EXPECT_EQ(game.play.start, record.start);
  EXPECT_EQ(game.utility, -1);
  EXPECT_EQ(game.tags.at("Black"), "two") << "the first player";
  EXPECT_EQ(game.tags.at("White"), "one");
}

TEST(Pdn, IsASuiteOfOpenings) {
  const TempFolder folder;
  write_plainly(folder / "suite.pdn", "9-13 22-18 * 9-14 *");
  const std::vector<Opening> openings = play::read_openings(checkers(), folder / "suite.pdn");
  ASSERT_EQ(openings.size(), 2U);
  EXPECT_EQ(openings[0].moves.size(), 2U);
  EXPECT_THROW((void)play::read_openings(run::tic_tac_toe(), folder / "suite.pdn"), Error);
  write_plainly(folder / "over.pdn", "[FEN \"W:W22:B18\"] 22x15 1-0");
  EXPECT_THROW((void)play::read_openings(checkers(), folder / "over.pdn"), Error);
}

}  // namespace
}  // namespace hone::formats
