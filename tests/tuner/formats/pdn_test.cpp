// SPDX-License-Identifier: MIT
#include "tuner/formats/pdn.hpp"

#include <gmock/gmock.h>

#include <string>

#include "data/error.hpp"
#include "tests/temp_folder.hpp"
#include "tests/tuner/run/loop_support.hpp"
#include "tuner/formats/pgn.hpp"
#include "tuner/formats/pgn_records.hpp"
#include "tuner/play/openings.hpp"

namespace hone::formats {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

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

TEST(Pdn, AResultAloneIsNoGame) {
  EXPECT_EQ(parse_pdn("11-15 1-0 1-0\n9-13 0-1", "text").size(), 2U);
  EXPECT_EQ(only_game("[Result \"1/2-1/2\"] 11-15 1/2").utility, 0);
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

// The same moves by the other reader, which makes records (tuner/formats/pgn_records.hpp).
std::vector<std::string> recorded_moves(std::string_view text) {
  const TempFolder folder;
  write_plainly(folder / "a.pdn", text);
  const GameRecord record = to_record(PgnGames(folder / "a.pdn").next().value(), checkers()).value();
  const auto board = set_up(checkers(), {record.start, {}});
  std::vector<std::string> texts;
  for (const auto& played : record.moves) {
    texts.push_back(board->move_text(played.move));
    board->play(played.move);
  }
  return texts;
}

// What archives and programs write.
struct PdnSpelling {
  const char* what;
  const char* text;
};
constexpr PdnSpelling pdn_spellings[] = {
    {"as hone does", "1. 11-15 23-18 2. 9-14 18x9 3. 5x14 1-0"},
    {"without blanks", "1.11-15 23-18 2.9-14 18x9 3.5x14 1-0"},
    {"without numbers", "11-15 23-18 9-14 18x9 5x14 1-0"},
    {"numbers that begin again", "1. 11-15 1... 23-18 2. 9-14 2...18x9 3. 5x14 1-0"},
    {"'-' everywhere", "1. 11-15 23-18 2. 9-14 18-9 3. 5-14 1-0"},
    {"'x' everywhere", "1. 11x15 23x18 2. 9x14 18x9 3. 5x14 1-0"},
    {"':' everywhere", "1. 11:15 23:18 2. 9:14 18:9 3. 5:14 1-0"},
    {"commas", "11-15, 23-18, 9-14, 18x9, 5x14, 1-0"},
    {"a blank within a move", "1. 11-15 23- 18 2. 9-14 18x 9 3. 5x 14 1-0"},
    {"the end of a line within a move", "1. 11-15 23-18 2. 9-14 18x\n9 3. 5x\r\n14 1-0"},
    {"one move a line", "1.\n11-15\n23-18\n2.\n9-14\n18x9\n3.\n5x14\n1-0"},
    {"marks", "1. 11-15! 23-18?! 2. 9-14 ! 18x9 $3 3. 5x14!! 1-0"},
    {"the mark of only moves", "1. 11-15* 23-18 2. 9-14* 18x9 3. 5x14* 1-0"},
    {"comments", "{a} 1. 11-15 {b} 23-18 ; 1. 9-13\n 2. 9-14 (2. 12-16) 18x9 3. 5x14 {c} 1-0"},
    {"points", "1. 11-15 23-18 2. 9-14 18x9 3. 5x14 2-0"},
    {"the result in a tag", "[Result \"1-0\"]\n1. 11-15 23-18 2. 9-14 18x9 3. 5x14\n"},
    {"a type with its board", "[GameType \"21,B,8,8,A0,0\"]\n[Result \"1-0\"]\n11-15 23-18 9-14 18x9 5x14 1-0"},
    {"empty tags", "[Date \"\"]\n[Setup \"1\"]\n[FEN \"B:W21-32:B1-12.\"]\n11-15 23-18 9-14 18x9 5x14 1-0"},
};

TEST(Pdn, ReadsEverySpelling) {
  for (const PdnSpelling& spelling : pdn_spellings) {
    const auto expected = ElementsAre("11-15", "23-18", "9-14", "18x9", "5x14");
    const PdnGame game = only_game(spelling.text);
    EXPECT_THAT(moves(game), expected) << spelling.what;
    EXPECT_EQ(game.utility, 1) << spelling.what;
    EXPECT_THAT(recorded_moves(spelling.text), expected) << spelling.what;
  }
}

// Beside a move a star is a mark, or the result where the numbers begin again or nothing follows.
TEST(Pdn, AStarBesideTheLastMoveIsTheResult) {
  constexpr std::string_view text =
      "1. 11-15* 1... 23-19* (1... 22-18* 1. 9-14) 2. 8-11*\n1.9-13 22-18* {so}\n1. 12-16 24-20*\n";
  const std::vector<PdnGame> games = parse_pdn(text, "text");
  ASSERT_EQ(games.size(), 3U);
  EXPECT_THAT(moves(games[0]), ElementsAre("11-15", "23-19", "8-11"));
  EXPECT_THAT(moves(games[1]), ElementsAre("9-13", "22-18"));
  EXPECT_THAT(moves(games[2]), ElementsAre("12-16", "24-20"));

  const TempFolder folder;
  write_plainly(folder / "a.pdn", text);
  PgnGames records(folder / "a.pdn");
  for (const std::size_t size : {3U, 2U, 2U}) {
    const PgnGame game = records.next().value();
    EXPECT_EQ(game.moves.size(), size);
    EXPECT_EQ(game.result, "*");
  }
  EXPECT_FALSE(records.next().has_value());

  constexpr std::string_view tagged = "[Result \"1-0\"]\n1. 11-15 23-19*\n[Result \"0-1\"]\n1. 9-13* 1-0\n";
  EXPECT_EQ(parse_pdn(tagged, "text").size(), 2U);
  write_plainly(folder / "b.pdn", tagged);
  PgnGames won(folder / "b.pdn");
  EXPECT_EQ(won.next().value().result, "1-0");
  EXPECT_EQ(won.next().value().result, "1-0");
}

// 31x22x15 and 31x24x15 have the same ends. After the first, the man on 27 is still there.
TEST(Pdn, WhatFollowsTellsShortCapturesApart) {
  constexpr std::string_view fork = "[FEN \"W:W31:B26,18,27,19,9\"]\n\n";
  const auto read = [&](const std::string& rest) { return std::string(fork) + rest; };
  EXPECT_THAT(moves(only_game(read("31x15 27-32 1-0"))), ElementsAre("31x22x15", "27-32"));
  EXPECT_THAT(moves(only_game(read("31x15 26-30 1-0"))), ElementsAre("31x24x15", "26-30"));
  EXPECT_THAT(recorded_moves(read("31-15 26-30 1-0")), ElementsAre("31x24x15", "26-30"));
  EXPECT_THAT(message_of(read("31x15 9-13 1-0")), HasSubstr("text:3: expected one of 31x22x15, 31x24x15, found"));
  EXPECT_THAT(message_of(read("31x15 9-13 1-0")), HasSubstr("and the moves that follow do not tell which"));
  EXPECT_THAT(message_of(read("31x15\n27-32 9-10 1-0")), HasSubstr("text:4: expected a legal move"));
  EXPECT_THAT(message_of(read("31x15\n1-5 1-0")), HasSubstr("text:3: expected one of"));
}

TEST(Pdn, GoesOnAfterADrawThatNobodyClaimed) {
  constexpr std::string_view repeated =
      "[FEN \"W:WK32:BK1\"]\n\n32-28 1-5 28-32 5-1 32-28 1-5 28-32 5-1 32-27 1-6 1/2-1/2";
  EXPECT_THAT(moves(only_game(repeated)), SizeIs(10));
  EXPECT_THAT(recorded_moves(repeated), SizeIs(10));
  constexpr std::string_view forty_moves = "[FEN \"W:W31:B26,18,27,19,9:H80\"]\n\n31x15 26-30 1-0";
  EXPECT_THAT(moves(only_game(forty_moves)), ElementsAre("31x24x15", "26-30"));
  EXPECT_THAT(recorded_moves(forty_moves), ElementsAre("31x24x15", "26-30"));
}

TEST(Pdn, ATagMayFollowTheResultAtOnce) {
  constexpr std::string_view text = "1. 11-15 23-19 1-0[Event \"b\"][Result \"0-1\"]9-14 0-1";
  EXPECT_EQ(parse_pdn(text, "text").size(), 2U);
  EXPECT_THAT(recorded_moves(text), ElementsAre("11-15", "23-19"));
  EXPECT_THAT(recorded_moves("1. 11-15 (9-14 [x] 22-18) 23-19 1-0"), ElementsAre("11-15", "23-19"));
}

TEST(Pdn, AMoveThatIsCutForGoodIsWrong) {
  for (const char* text : {"1. 11-15 23- 1-0", "1. 11-15 23-", "1. 11- 15- 19 1-0", "1. 11-15 -19 1-0"}) {
    EXPECT_NE(message_of(text), "") << text;
  }
}

TEST(Pdn, SaysWhereItIsWrong) {
  EXPECT_THAT(message_of("1. 11-15\n2. 22-11"), HasSubstr("text:2: expected a legal move in W:W21"));
  EXPECT_THAT(message_of("[FEN \"W:W22\"]\n22-18"), HasSubstr("text:2: expected"));
  EXPECT_THAT(message_of("[GameType \"20\"]"), HasSubstr("expected GameType 21, English draughts, found 20"));
  EXPECT_THAT(message_of("[Event]"), HasSubstr("expected a tag"));
  EXPECT_THAT(message_of("[FEN \"W:W31:B26,18,27,19,9\"] 31x15"), HasSubstr("one of 31x22x15, 31x24x15"));
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
