// SPDX-License-Identifier: MIT
#include "engine/gtp.hpp"

#include <gmock/gmock.h>

#include <chrono>
#include <sstream>
#include <string>
#include <vector>

#include "data/error.hpp"
#include "engine/go_games.hpp"
#include "engine/gtp_clock.hpp"
#include "engine/gtp_text.hpp"

namespace hone {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::StartsWith;
using testing::ThrowsMessage;

GtpSetup setup_of(int size = 9) {
  GtpSetup setup;
  setup.version = "1.0";
  setup.game = find_go(size);
  setup.weights = "material";
  setup.hash_megabytes = 1;
  setup.limits.nodes = 200;
  return setup;
}

std::string session(const std::string& said, const GtpSetup& setup = setup_of()) {
  std::istringstream in(said);
  std::ostringstream out;
  run_gtp(setup, in, out);
  return out.str();
}

// -- The session of the draft

// Chapter 3.1 of the draft shows such a dialogue: engine's moves are its own.
TEST(Gtp, AnswersAsTheDraftShows) {
  EXPECT_EQ(session("boardsize 7\nclear_board\nplay black D5\n", setup_of(7)), "=\n\n=\n\n=\n\n");
  EXPECT_EQ(
      session("1 boardsize 7\n2 clear_board\n3 play black D5\n4 play black D5\n5 bogus\n6 quit\n7 name\n", setup_of(7)),
      "=1\n\n=2\n\n=3\n\n?4 illegal move\n\n?5 unknown command\n\n=6\n\n");
  EXPECT_THAT(session("10 genmove white\n"), testing::MatchesRegex("=10 ([A-HJ][1-9]|pass)\n\n"));
}

TEST(Gtp, LeavesOutCommentsAndControlCharacters) {
  EXPECT_EQ(session("# all of it\n\n   \n\t1\tname # hone\r\nna\x01me\x7f\nknown_command\tname\n"),
            "=1 hone\n\n= hone\n\n= true\n\n");
  EXPECT_EQ(session("12\n"), "?12 unknown command\n\n");
  EXPECT_EQ(session("name"), "= hone\n\n") << "a last line without its end";
}

TEST(Gtp, SaysWhatItIs) {
  EXPECT_EQ(session("protocol_version\nversion\nknown_command genmove\nknown_command loadsgf\nknown_command x\n"),
            "= 2\n\n= 1.0\n\n= true\n\n= false\n\n= false\n\n");
  const std::string list = session("list_commands\n");
  for (const char* name : {"protocol_version", "name", "version", "known_command", "list_commands", "quit", "boardsize",
                           "clear_board", "komi", "play", "genmove"})
    EXPECT_THAT(list, HasSubstr(name)) << "required by the draft";
  EXPECT_TRUE(list.ends_with("\n\n"));
  EXPECT_EQ(list.find("\n\n"), list.size() - 2) << "an empty line ends an answer";
}

TEST(Gtp, RefusesWordsThatItCannotRead) {
  for (const char* line : {"play", "play black", "play green D4", "play black D44", "play black I5", "komi", "komi x",
                           "boardsize", "boardsize nine", "time_left black 5", "time_settings 1 2 x", "genmove",
                           "genmove x", "known_command", "final_status_list", "final_status_list odd"})
    EXPECT_EQ(session(line), "? syntax error\n\n") << line;
  EXPECT_EQ(session("name and more\n"), "= hone\n\n");
}

// -- The board

TEST(Gtp, ChangesTheGameWithTheSize) {
  const std::string said = "boardsize 5\nplay b E5\nplay w F6\nboardsize 19\nboardsize 6\nboardsize 7\nplay w F6\n";
  EXPECT_EQ(session(said), "=\n\n=\n\n? syntax error\n\n? unacceptable size\n\n? unacceptable size\n\n=\n\n=\n\n");
  GtpSetup one = setup_of();
  one.one_size = true;
  EXPECT_EQ(session("boardsize 5\nboardsize 9\n", one), "? unacceptable size\n\n=\n\n");
}

// The komi 7 is also the usual one on 9 x 9.
TEST(Gtp, KeepsTheKomiWhenTheSizeChanges) {
  EXPECT_EQ(session("komi 7\nboardsize 7\nfinal_score\n"), "=\n\n=\n\n= W+7\n\n");
  EXPECT_EQ(session("boardsize 7\nfinal_score\n"), "=\n\n= W+9\n\n");
  EXPECT_EQ(session("komi 40\nboardsize 5\nfinal_score\n"), "=\n\n=\n\n= W+0.5\n\n") << "more than its points";
  GtpSetup seven = setup_of();
  seven.komi = "7";
  EXPECT_EQ(session("boardsize 5\nfinal_score\n", seven), "=\n\n= W+7\n\n");
}

TEST(Gtp, ReadsNoMoreOfALineThanFits) {
  EXPECT_EQ(session("name " + std::string(1'000'000, 'x') + "\nprotocol_version\n"), "= hone\n\n= 2\n\n");
}

TEST(Gtp, KnowsTheRules) {
  // Black takes at E4, White may not take back at once, and may after moves elsewhere.
  const std::string ko =
      "play b D5\nplay w E5\nplay b C4\nplay w F4\nplay b D3\nplay w E3\nplay b J9\nplay w D4\nplay b E4\n";
  const std::string eight = "=\n\n=\n\n=\n\n=\n\n=\n\n=\n\n=\n\n=\n\n=\n\n";
  EXPECT_EQ(session(ko + "play w D4\n"), eight + "? illegal move\n\n");
  EXPECT_EQ(session(ko + "play w A1\nplay b B1\nplay w D4\n"), eight + "=\n\n=\n\n=\n\n");
  EXPECT_EQ(session("play b A2\nplay b B1\nplay w A1\n"), "=\n\n=\n\n? illegal move\n\n") << "suicide";
}

TEST(Gtp, LetsAnySideMove) {
  EXPECT_EQ(session("play b A1\nplay b A2\nplay b pass\nplay b A3\nplay w pass\nplay b pass\nplay b A4\nplay w J9\n"),
            "=\n\n=\n\n=\n\n=\n\n=\n\n=\n\n=\n\n=\n\n");
  EXPECT_THAT(session("play b pass\nplay w pass\ngenmove b\n"), StartsWith("=\n\n=\n\n= ")) << "after the end";
}

// Whoever is ahead as the board stands would win by a pass, if the other had passed; but nobody has.
TEST(Gtp, DoesNotPassForAPassThatNobodySaid) {
  for (const char* const said : {"genmove w\n", "play b E5\ngenmove b\n",
                                 "play b E5\nplay b C3\nplay b G7\ngenmove b\n", "play w E5\ngenmove w\n"}) {
    const std::string answers = session(said);
    EXPECT_THAT(answers.substr(answers.rfind("= ")), testing::MatchesRegex("= [A-HJ][1-9]\n\n")) << said;
  }
}

TEST(Gtp, TakesMovesBack) {
  EXPECT_EQ(session("undo\n"), "? cannot undo\n\n");
  EXPECT_EQ(session("play b D4\nplay w D4\nundo\nplay w D4\nundo\nundo\n"),
            "=\n\n? illegal move\n\n=\n\n=\n\n=\n\n? cannot undo\n\n");
}

TEST(Gtp, ShowsTheBoard) {
  const std::string shown = session("play b A1\nplay w J9\nshowboard\n");
  EXPECT_THAT(shown, HasSubstr("=\n   A B C D E F G H J\n 9 . . . . . . . . O 9\n"));
  EXPECT_THAT(shown, HasSubstr(" 1 X . . . . . . . . 1\n   A B C D E F G H J\n"));
  EXPECT_EQ(shown.find("\n\n", 8), shown.size() - 2);
}

TEST(Gtp, CountsTheArea) {
  EXPECT_EQ(session("final_score\nkomi 0\nfinal_score\nplay b E5\nfinal_score\nkomi 6.5\nfinal_score\n"),
            "= W+7\n\n=\n\n= 0\n\n=\n\n= B+81\n\n=\n\n= B+74.5\n\n");
  EXPECT_EQ(session("play b A1\nplay b A2\nplay w J9\nfinal_status_list alive\nfinal_status_list dead\n"),
            "=\n\n=\n\n=\n\n= A1 A2\nJ9\n\n=\n\n");
}

TEST(Gtp, TakesHalfPointsOfKomi) {
  EXPECT_EQ(session("komi 7.5\nkomi -3\nkomi 0.0\n"), "=\n\n=\n\n=\n\n");
  for (const char* line : {"komi 3.75", "komi 1e9", "komi 83", "komi nan"})
    EXPECT_THAT(session(line), testing::AnyOf(StartsWith("? unacceptable komi"), "? syntax error\n\n")) << line;
  GtpSetup setup = setup_of();
  setup.komi = "3.5";
  EXPECT_EQ(session("final_score\n", setup), "= W+3.5\n\n");
  setup.komi = "3.3";
  EXPECT_THAT([&] { session("", setup); }, ThrowsMessage<Error>(HasSubstr("unacceptable komi")));
}

TEST(Gtp, PlacesHandicapStones) {
  EXPECT_EQ(session("fixed_handicap 2\n"), "= C3 G7\n\n");
  EXPECT_EQ(session("fixed_handicap 5\n"), "= C3 G7 C7 G3 E5\n\n");
  EXPECT_EQ(session("fixed_handicap 1\nfixed_handicap 10\n"),
            "? invalid number of stones\n\n? invalid number of stones\n\n");
  EXPECT_EQ(session("fixed_handicap 2\nfixed_handicap 2\nplay w E5\n"), "= C3 G7\n\n? board not empty\n\n=\n\n");
  EXPECT_EQ(session("set_free_handicap A1 J9\nundo\n"), "=\n\n? cannot undo\n\n");
  EXPECT_EQ(session("set_free_handicap A1 A1\nset_free_handicap A1 pass\nset_free_handicap A1\n"),
            "? bad vertex list\n\n? bad vertex list\n\n? syntax error\n\n");
  EXPECT_EQ(session("place_free_handicap 40\n"), "= C3 G7 C7 G3 C5 G5 E3 E7 E5\n\n");
  EXPECT_EQ(session("fixed_handicap 2\n", setup_of(5)), "? invalid number of stones\n\n");
}

// -- Moves

TEST(Gtp, MovesWithinItsLimits) {
  const std::string moved = session("genmove b\ngenmove b\nreg_genmove w\nreg_genmove w\n");
  EXPECT_THAT(moved, testing::MatchesRegex("= [^\n]+\n\n= [^\n]+\n\n= ([^\n]+)\n\n= [^\n]+\n\n"));
  GtpSetup timed = setup_of();
  timed.limits = {};
  const auto start = std::chrono::steady_clock::now();
  EXPECT_THAT(session("time_settings 2 0 0\ngenmove b\ntime_left b 0 0\ngenmove b\n", timed), StartsWith("=\n\n= "));
  EXPECT_LT(std::chrono::steady_clock::now() - start, 2s);
}

TEST(Gtp, ReadsGames) {
  GtpSetup setup = setup_of();
  setup.load = [](const std::string& file) -> GtpGame {
    if (file != "a.sgf") throw Error(file, 0, "none");
    const auto board = find_go(7)->initial();
    const MoveCode a1 = board->parse_move("A1").value(), a2 = board->parse_move("A2").value();
    return {find_go(7), "", {{Side::first, a1}, {Side::second, a2}}};
  };
  EXPECT_EQ(
      session("known_command loadsgf\nloadsgf a.sgf\nplay b A2\nloadsgf a.sgf 2\nplay w A2\nloadsgf b.sgf\n", setup),
      "= true\n\n=\n\n? illegal move\n\n=\n\n=\n\n? cannot load file: b.sgf: none\n\n");
  setup.one_size = true;
  EXPECT_EQ(session("loadsgf a.sgf\n", setup), "? cannot load file: unacceptable size\n\n");
}

// -- Parts

TEST(GtpText, RepeatsTheNumber) {
  EXPECT_EQ(gtp_answer(true, "", ""), "=\n\n");
  EXPECT_EQ(gtp_answer(false, "3", "no"), "?3 no\n\n");
  const auto command = parse_gtp("007 play B d4 # a move");
  EXPECT_EQ(command->id, "007");
  EXPECT_EQ(command->arguments.size(), 2U);
  EXPECT_EQ(gtp_vertex("d4"), "D4");
  EXPECT_EQ(gtp_vertex("PASS"), "pass");
  EXPECT_EQ(parse_gtp_colour("White"), Side::second);
}

TEST(GtpClock, GoesFromTheMainTimeIntoPeriods) {
  GtpClock clock;
  EXPECT_FALSE(clock.now().has_value());
  clock.begin(10s, 30s, 3);
  EXPECT_EQ(clock.now()->time, 40s);
  clock.spend(9s);
  EXPECT_EQ(clock.now()->time, 31s);
  clock.spend(11s);  // a second of the main time, ten of the period
  EXPECT_EQ(clock.now()->time, 20s);
  EXPECT_EQ(clock.now()->moves_to_go, 2);
  clock.spend(1s);
  clock.spend(1s);
  EXPECT_EQ(clock.now()->time, 30s) << "a new period";
  EXPECT_EQ(clock.now()->moves_to_go, 3);
}

TEST(GtpClock, MayHaveNoLimit) {
  GtpClock clock;
  clock.begin(0s, 1s, 0);
  EXPECT_FALSE(clock.now().has_value());
  clock.begin(5s, 0s, 0);
  clock.spend(4s);
  EXPECT_EQ(clock.now()->time, 1s);
  clock.set_left(7s, 2);
  EXPECT_EQ(clock.now()->moves_to_go, 2);
}

}  // namespace
}  // namespace hone
