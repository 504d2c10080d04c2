// SPDX-License-Identifier: MIT
#include "tuner/formats/pgn_records.hpp"

#include <gmock/gmock.h>

#include <string>

#include "data/error.hpp"
#include "engine/score.hpp"
#include "tests/temp_folder.hpp"

namespace hone::formats {
namespace {

using testing::HasSubstr;

class PgnRecords : public testing::Test {
 protected:
  // "12: message" of the first game, or the number of its moves.
  std::string first_game(std::string_view text) {
    write_plainly(folder_ / "a.pgn", text);
    try {
      const auto record = to_record(PgnGames(folder_ / "a.pgn").next().value(), find_driver("chess"));
      return record ? std::to_string(record->moves.size()) : "unfinished";
    } catch (const Error& error) {
      return std::to_string(error.line()) + ": " + error.message();
    }
  }
  GameRecord record(std::string_view text) {
    write_plainly(folder_ / "a.pgn", text);
    return to_record(PgnGames(folder_ / "a.pgn").next().value(), find_driver("chess")).value();
  }

  TempFolder folder_;
};

TEST_F(PgnRecords, PassOverWhatIsNotOfTheGame) {
  EXPECT_EQ(first_game("[Event \"x\"]\n\n% e9\n1.e4! $6 {(} (1. d4 {)} (1. c4) d5) e5?? ; Ke9\n2. Nf3 1-0"), "3");
  EXPECT_EQ(first_game("1. e2-e4 a6 2. e5 d5 3. exd6 e.p. Ng8-f6 1-0"), "6") << "as people write";
  EXPECT_EQ(first_game("1. e4 e5 *"), "unfinished");
  EXPECT_EQ(first_game("1. e4 e5*"), "unfinished");  // PGN 7: an asterisk is a token of its own
  EXPECT_EQ(first_game("[Result \"1-0\"]\n1. e4 e5"), "2");
}

// Where the line of the moves was full.
TEST_F(PgnRecords, MayHaveTheirResultBesideTheLastMove) {
  const auto result = [&](const char* moves) {
    write_plainly(folder_ / "a.pgn", moves);
    const PgnGame game = PgnGames(folder_ / "a.pgn").next().value();
    return game.moves.back().text + " " + game.result;
  };
  EXPECT_EQ(result("1. e4 e5 2. Nf31-0 1. d4"), "Nf3 1-0");
  EXPECT_EQ(result("1. e4 R8xg20-1"), "R8xg2 0-1");
  EXPECT_EQ(result("1. e4 2. Nf3!1/2-1/2"), "Nf3 1/2-1/2");
  EXPECT_EQ(result("1. e8=Q#1-0"), "e8=Q# 1-0");
  EXPECT_EQ(result("1. e4 0-00-1"), "0-0 0-1");
  EXPECT_EQ(result("1. e4 0-0-0 1-0"), "0-0-0 1-0");
  EXPECT_EQ(result("1. 6-10 10-1 1-0"), "10-1 1-0") << "a capture in draughts";
}

TEST_F(PgnRecords, TakeScoresFromComments) {
  const GameRecord game = record("1. e4 {book} e5 {+0.31/12 0.08s} 2. Nf3 {-M5/20} d6 {good} 3. d4 {+M2} 1-0");
  EXPECT_EQ(game.opening_plies, 1);
  EXPECT_EQ(game.moves[0].score, no_score);
  EXPECT_EQ(game.moves[1].score, 31);
  EXPECT_EQ(game.details[0], (MoveDetail{12, 80}));
  EXPECT_EQ(plies_to_end(game.moves[2].score), 10);
  EXPECT_TRUE(is_loss(game.moves[2].score));
  EXPECT_EQ(game.moves[3].score, no_score);
  EXPECT_EQ(plies_to_end(game.moves[4].score), 3);
  const GameRecord more = record("1. e4 {+0.30/12 0.100s, n=1234} e5 {0.002s, White mates} 1-0");  // fastchess
  EXPECT_EQ(more.details, (std::vector<MoveDetail>{{12, 100}, {0, 2}}));
}

TEST_F(PgnRecords, TakeNoScoresFromWhatPeopleSay) {
  const GameRecord game = record(
      "1. e4 {1 of the best moves by test} e5 {2. Nf3 is the main line} 2. Nf3 {12} Nc6 {1/2-1/2 was offered} "
      "3. Bb5 {0.5 is too much} a6 {-3 for taking} 4. Ba4 {#19 Ba4} Nf6 {#82} 5. O-O {M4 and A5 are roads} 1-0");
  for (const PlayedMove& move : game.moves) EXPECT_EQ(move.score, no_score);
  const GameRecord others =
      record("1. e4 {0.31/12} e5 {-1/7 2s} 2. Nf3 {+0.00} Nc6 {+12.5/3/9} 3. Bb5 {M5/20} a6 {#-3} 4. Ba4 {+#2} 1-0");
  EXPECT_EQ(others.moves[0].score, 31);
  EXPECT_EQ(others.moves[1].score, -100);
  EXPECT_EQ(others.moves[2].score, 0);
  EXPECT_EQ(others.moves[3].score, 1250);
  EXPECT_EQ(others.moves[4].score, terminal_score(1, 9));
  EXPECT_EQ(others.moves[5].score, terminal_score(-1, 6));
  EXPECT_EQ(others.moves[6].score, terminal_score(1, 3));
}

// Servers write what the position after the move is worth to White, so that it is the score of the next one's search.
TEST_F(PgnRecords, TakeScoresFromEvaluationsOfServers) {
  const GameRecord game = record(
      "1. e4 {[%eval 0.24] [%clk 0:10:00]} e5 {good [%eval 0.31,18]} 2. Ke2 {[%eval #-7]} Nc6 {[%eval #4]} 3. d3 "
      "{[%eval -35,17]} d6 {[%eval nothing]} 4. a3 1-0");
  EXPECT_EQ(game.moves[0].score, no_score);
  EXPECT_EQ(game.moves[1].score, -24);
  EXPECT_EQ(game.moves[2].score, 31);
  EXPECT_TRUE(is_win(game.moves[3].score)) << "Black's";
  EXPECT_TRUE(is_win(game.moves[4].score)) << "White's";
  EXPECT_EQ(game.moves[5].score, 35);
  EXPECT_EQ(game.moves[6].score, no_score);
}

TEST_F(PgnRecords, AreOfTheUsualRules) {
  for (const char* const variant : {"", "?", "Standard", "chess", "From Position", "Chess960", "fischerandom",
                                    "Classical", "-", "wild/fr", "Fischer Random Chess"}) {
    EXPECT_EQ(first_game(std::string("[Variant \"") + variant + "\"]\n1. e4 e5 1-0"), "2") << variant;
  }
  for (const char* const variant : {"Antichess", "Three-check", "Crazyhouse"}) {
    EXPECT_THAT(first_game(std::string("[Variant \"") + variant + "\"]\n1. e4 e5 1-0"),
                HasSubstr("1: expected the Variant Standard or Chess960, found "));
  }
}

TEST_F(PgnRecords, HaveOneResult) {
  EXPECT_EQ(first_game("[Result \"1-0\"]\n1. e4 e5 0-1"), "1: the tag Result says 1-0, and after the moves stands 0-1");
  EXPECT_EQ(first_game("[Result \"1-0\"]\n1. e4 e5 *"), "2") << "the tag says how it ended";
  EXPECT_EQ(first_game("[Result \"*\"]\n1. e4 e5 1-0"), "2");
  EXPECT_EQ(first_game("[Result \"*\"]\n1. e4 e5 *"), "unfinished");
  EXPECT_EQ(first_game("[Result \"1/2-1/2\"]\n1. e4 e5 1/2\n"), "2") << "a draw in short";
}

TEST_F(PgnRecords, AreNotThereForAResultThatStandsTwice) {
  write_plainly(folder_ / "a.pgn", "1. e4 e5 1-0 1-0\n\n1. d4 0-1\n0-1\n");
  PgnGames games(folder_ / "a.pgn");
  EXPECT_EQ(games.next().value().moves.size(), 2U);
  EXPECT_EQ(games.next().value().result, "0-1");
  EXPECT_FALSE(games.next().has_value());
}

// As `cat` makes of files of editors that mark UTF-8.
TEST_F(PgnRecords, MayHaveAByteOrderMarkInTheMiddle) {
  write_plainly(folder_ / "a.pgn", "[White \"x\"]\n1. e4 1-0\n\xEF\xBB\xBF[White \"y\"]\n1. d4 d5 0-1\n");
  PgnGames games(folder_ / "a.pgn");
  EXPECT_EQ(games.next().value().moves.size(), 1U);
  EXPECT_EQ(*games.next().value().tag("White"), "y");
  EXPECT_FALSE(games.next().has_value());
}

// Words of cutechess, fastchess and Lichess.
TEST_F(PgnRecords, SayWhyTheyEnded) {
  const auto reason = [&](const std::string& termination) {
    return record("[Termination \"" + termination + "\"]\n1. e4 e5 1-0").outcome.reason;
  };
  EXPECT_EQ(reason("time forfeit"), EndReason::time_forfeit);
  EXPECT_EQ(reason("Time forfeit"), EndReason::time_forfeit);
  EXPECT_EQ(reason("Rules infraction"), EndReason::illegal_move);
  EXPECT_EQ(reason("illegal move"), EndReason::illegal_move);
  EXPECT_EQ(reason("Abandoned"), EndReason::crash);
  EXPECT_EQ(reason("Normal"), EndReason::resign);
}

// Fastchess writes the illegal move itself.
TEST_F(PgnRecords, EndBeforeAnIllegalMoveThatLostThem) {
  const GameRecord game = record("[Termination \"illegal move\"]\n1. e4 e5 2. Ke3 {+0.1/2} 0-1");
  EXPECT_EQ(game.moves.size(), 2U);
  EXPECT_EQ(game.outcome, (Outcome{-1, EndReason::illegal_move}));
  EXPECT_EQ(read_pgn_openings(find_driver("chess"), folder_ / "a.pgn", {}).at(0).moves.size(), 2U);
  EXPECT_THAT(first_game("[Termination \"illegal move\"]\n1. e4 e5 2. Ke3 Nc6 0-1"), HasSubstr("a legal move"));
  EXPECT_THAT(first_game("[Termination \"normal\"]\n1. e4 e5 2. Ke3 0-1"), HasSubstr("a legal move"));
}

// Repetition and the fifty moves are draws for who claims them (FIDE Laws 9.2, 9.3), and dead positions are played on
// where nobody notices.
TEST_F(PgnRecords, GoOnAfterADrawThatNobodyClaimed) {
  const std::string repeated = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8";
  EXPECT_EQ(record(repeated + " 1/2-1/2").outcome, (Outcome{0, EndReason::repetition}));
  const GameRecord won = record(repeated + " 5. e4 e5 6. Qh5 Nc6 1-0");
  EXPECT_EQ(won.moves.size(), 12U);
  EXPECT_EQ(won.outcome, (Outcome{1, EndReason::resign}));
  EXPECT_EQ(first_game("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 99 80\"]\n\n80. Kd2 Kd7 81. e4 1-0"), "3");
  const GameRecord dead = record("[FEN \"4k3/8/8/8/8/8/3p4/4K3 w - - 0 80\"]\n\n80. Kxd2 Ke7 81. Kd3 1/2-1/2");
  EXPECT_EQ(dead.moves.size(), 3U);
  EXPECT_EQ(dead.outcome, (Outcome{0, EndReason::dead_position}));
}

TEST_F(PgnRecords, TellTheLineOfWhatIsWrong) {
  EXPECT_THAT(first_game("[Event \"x\"]\n\n1. e4 e5\n2. Ke3 1-0"), HasSubstr("4: expected a legal move in "));
  EXPECT_THAT(first_game("1. e4 {open\n e5 1-0"), HasSubstr("1: a comment begins here"));
  EXPECT_THAT(first_game("1. e4 (1. d4\n 1-0"), HasSubstr("1: a variation begins here"));
  EXPECT_THAT(first_game("[Result \"x\"]\n1. e4"), HasSubstr("1: expected a game with the result"));
  EXPECT_THAT(first_game("1. f3 e5 2. g4 Qh4# 1-0"), HasSubstr("expected the result of what is on the board"));
}

TEST_F(PgnRecords, GoOnWithTheGameBehindAFault) {
  write_plainly(folder_ / "a.pgn", "[White \"x]\n[Black \"y\"]\n\n1. e4 1-0\n\n[White \"z\"]\n\n1. d4 d5 0-1\n");
  PgnGames games(folder_ / "a.pgn");
  EXPECT_EQ(games.next().value().fault_line, 1);
  EXPECT_EQ(games.next().value().moves.size(), 2U);
  EXPECT_FALSE(games.next().has_value());
}

TEST_F(PgnRecords, MayHaveQuotesInTheirTags) {
  EXPECT_EQ(first_game("[Event \"The \"King\" of \"a\"\"] [Black \"Eth \"d3\"\" ]\n\n1. e4 e5 1-0"), "2");
  const PgnGame game = PgnGames(folder_ / "a.pgn").next().value();
  EXPECT_EQ(*game.tag("Event"), "The \"King\" of \"a\"");
  EXPECT_EQ(*game.tag("Black"), "Eth \"d3\"");
}

TEST_F(PgnRecords, MayHaveTagsAndMovesOnOneLine) {
  EXPECT_EQ(first_game("[Event \"x\"] [Result \"1-0\"] {[%clk 1]} 1. e4 e5 1-0 [Event \"y\"] 1. d4 1-0"), "2");
  write_plainly(folder_ / "a.pdn",
                "[Event \"x\"] 1. 11-15 23-19\n2. 8-11 1-0 [Event \"y\"] 1. 9-13 [Event \"z\"]\n0-1");
  PgnGames games(folder_ / "a.pdn");
  EXPECT_EQ(games.next().value().moves.size(), 3U);
  EXPECT_EQ(games.next().value().moves.size(), 1U);
  EXPECT_EQ(games.next().value().result, "0-1");
  EXPECT_FALSE(games.next().has_value());
}

TEST_F(PgnRecords, MayHaveCommentsOfManyLines) {
  EXPECT_EQ(first_game("1. e4 {one\ntwo\n\nthree} e5 1-0\n"), "2");
  PgnGames games(folder_ / "a.pgn");
  EXPECT_EQ(games.next().value().moves.at(0).comments, std::vector<std::string>{"one two three"});
}

TEST_F(PgnRecords, SwallowNoGameInAnOpenComment) {
  for (const char* const open : {"{+0.10/3", "(1. d4"}) {
    write_plainly(folder_ / "a.pgn", std::string("[White \"x\"]\n\n1. e4 ") + open +
                                         "\n[%clk 0:01] e5 1-0\n\n[White \"y\"]\n\n1. d4 {x} d5 0-1\n");
    PgnGames games(folder_ / "a.pgn");
    EXPECT_EQ(games.next().value().fault_line, 3);
    const PgnGame next = games.next().value();
    EXPECT_EQ(next.fault, "");
    EXPECT_EQ(next.result, "0-1");
    EXPECT_EQ(next.moves.at(0).comments, std::vector<std::string>{"x"}) << "nothing of the open one";
    EXPECT_FALSE(games.next().has_value());
  }
  EXPECT_THAT(first_game("[White \"x\"]\n{open\n\n[White \"y\"]\n\n1. d4 {x} d5 0-1\n"), HasSubstr("2: a comment"));
  EXPECT_THAT(first_game("{nothing but this"), HasSubstr("1: a comment begins here"));
}

}  // namespace
}  // namespace hone::formats
