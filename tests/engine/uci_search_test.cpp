// SPDX-License-Identifier: MIT
//
// What interfaces ask of a search beside its limits: several lines, some moves only, a mate, thinking in the opponent's
// time, threads.
#include <gmock/gmock.h>

#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <thread>

#include "engine/uci.hpp"
#include "tests/engine/live_session.hpp"

namespace hone {
namespace {

using ::testing::ContainsRegex;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

std::string talk(const std::string& input, std::string_view game = "chess") {
  std::istringstream in(input);
  std::ostringstream out;
  run_uci(find_driver(game), {.weights = "material", .hash_megabytes = 1}, {}, &in, out);
  return out.str();
}

std::vector<std::string> lines_with(const std::string& text, const std::string& word) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (line.find(word) != std::string::npos) lines.push_back(line);
  }
  return lines;
}

std::string word_after(const std::string& line, const std::string& word) {
  std::smatch match;
  return std::regex_search(line, match, std::regex("\\b" + word + " (\\S+)")) ? match[1].str() : "";
}

std::size_t answers(const std::string& text) { return lines_with(text, "bestmove ").size(); }

// A mate in n moves takes 2 n - 1 plies, and is shown with no line of the iteration before.
TEST(UciLine, IsThatOfItsScoreWhereverTheSearchIsStopped) {
  int mates = 0, changed = 0;
  for (int nodes = 200; nodes <= 12'000; nodes += 100) {
    const std::string answer =
        talk("position fen 2k5/6b1/N3K3/3B4/8/3p4/4QN2/8 w - - 0 1\ngo nodes " + std::to_string(nodes) + "\n");
    const std::vector<std::string> lines = lines_with(answer, " pv ");
    const std::string &last = lines.back(), pv = last.substr(last.find(" pv ") + 4);
    EXPECT_EQ(word_after(last, "pv"), word_after(answer, "bestmove")) << answer;
    const std::string mate = word_after(last, "mate");
    if (mate.empty() || mate.front() == '-') continue;
    ++mates;
    EXPECT_LE(std::ranges::count(pv, ' ') + 1, 2 * std::stoi(mate) - 1) << answer;
    changed += lines.size() > 1 && word_after(lines[lines.size() - 2], "mate") != mate ? 1 : 0;
  }
  EXPECT_GT(mates, 10);
  RecordProperty("changed", changed);
}

// -- Several lines

constexpr const char* two_moves = "position fen 7k/8/8/8/8/8/r7/6K1 w - - 0 1\n";  // f1 and h1

TEST(UciMultiPv, TellsTheBestLinesInOrder) {
  const std::string answer = talk("setoption name MultiPV value 3\nposition startpos moves e2e4 d7d5\ngo depth 6\n");
  std::map<std::string, std::vector<int>> scores;
  std::map<std::string, std::set<std::string>> moves;
  for (const std::string& line : lines_with(answer, " pv ")) {
    const std::string depth = word_after(line, "depth");
    if (scores[depth].size() == 3) continue;  // the last lines are told again at the end
    scores[depth].push_back(std::stoi(word_after(line, "cp")));
    moves[depth].insert(word_after(line, "pv"));
    EXPECT_EQ(word_after(line, "multipv"), std::to_string(scores[depth].size())) << answer;
  }
  EXPECT_EQ(scores.size(), 6U);
  for (const auto& [depth, values] : scores) {
    EXPECT_EQ(values.size(), 3U);
    EXPECT_TRUE(std::ranges::is_sorted(values, std::ranges::greater())) << answer;
    EXPECT_EQ(moves[depth].size(), 3U) << answer;
  }
  EXPECT_EQ(answers(answer), 1U);
}

TEST(UciMultiPv, AsksForNoMoreLinesThanThereAreMoves) {
  const std::string answer = talk(std::string("setoption name MultiPV value 200\n") + two_moves + "go depth 4\n");
  EXPECT_THAT(answer, HasSubstr(" multipv 2 "));
  EXPECT_THAT(answer, Not(HasSubstr(" multipv 3 ")));
  EXPECT_EQ(answers(answer), 1U);
}

TEST(UciMultiPv, KeepsTheWholeLastIterationWhenItIsStopped) {
  for (const int nodes : {1, 30, 200, 1'000, 5'000}) {
    const std::string answer =
        talk("setoption name MultiPV value 4\nposition startpos\ngo nodes " + std::to_string(nodes) + "\n");
    std::vector<std::string> moves;  // of the last lines
    for (const std::string& line : lines_with(answer, " pv ")) {
      if (word_after(line, "multipv") == "1") moves.clear();
      moves.push_back(word_after(line, "pv"));
    }
    EXPECT_EQ(std::set(moves.begin(), moves.end()).size(), moves.size()) << answer;
    EXPECT_EQ(answers(answer), 1U) << answer;
  }
}

// Also where the best move of an iteration that is stopped was another line's before.
TEST(UciMultiPv, HasAllLinesWhereverItIsStopped) {
  for (int nodes = 150; nodes <= 4'000; nodes += 50) {
    const std::string answer =
        talk("setoption name MultiPV value 3\nposition startpos\ngo nodes " + std::to_string(nodes) + "\n");
    const std::vector<std::string> lines = lines_with(answer, " pv ");
    ASSERT_GE(lines.size(), 3U) << answer;
    std::set<std::string> moves;
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_EQ(word_after(lines[lines.size() - 3 + i], "multipv"), std::to_string(i + 1)) << answer;
      moves.insert(word_after(lines[lines.size() - 3 + i], "pv"));
    }
    EXPECT_EQ(moves.size(), 3U) << answer;
  }
}

// So few nodes that not all moves are searched: what is the best of them is the same for any number of lines.
TEST(UciMultiPv, PlaysTheBestMoveFoundSoFar) {
  const std::string kiwipete = "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1\n";
  int interrupted = 0;
  for (int nodes = 20; nodes <= 400; nodes += 20) {
    const std::string go = kiwipete + "go nodes " + std::to_string(nodes) + "\n";
    const std::string one = talk(go);
    if (one.find("info depth 1 ") != std::string::npos) continue;
    ++interrupted;
    EXPECT_EQ(word_after(talk("setoption name MultiPV value 3\n" + go), "bestmove"), word_after(one, "bestmove"))
        << nodes;
  }
  EXPECT_GT(interrupted, 5);
}

TEST(UciMultiPv, DoesNotEndBeforeAllLinesAreProved) {
  const std::string mate = "position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\n";
  EXPECT_THAT(talk("setoption name MultiPV value 2\n" + mate + "go depth 5\n"),
              ContainsRegex("info depth 5 .*multipv 1 score mate 1 .*\n.*info depth 5 .*multipv 2 score cp"));
}

// -- Some moves only

TEST(UciSearchMoves, PlaysOneOfThem) {
  const std::string answer = talk("position startpos\ngo depth 4 searchmoves a2a3 h2h4\n");
  EXPECT_THAT(answer, ContainsRegex("bestmove (a2a3|h2h4) "));
  for (const std::string& line : lines_with(answer, " pv ")) EXPECT_THAT(line, ContainsRegex(" pv (a2a3|h2h4)"));
}

TEST(UciSearchMoves, ComplainsOfIllegalOnesAndSearchesTheOthers) {
  const std::string answer = talk("position startpos\ngo searchmoves e2e5 a2a3 nonsense depth 3\n");
  EXPECT_THAT(answer, HasSubstr("info string error: searchmoves: expected a legal move, found"));
  EXPECT_THAT(answer, HasSubstr("bestmove a2a3"));
  EXPECT_THAT(talk("position startpos\ngo searchmoves e2e5 depth 3\n"), ContainsRegex("bestmove [a-h][1-8]"));
}

// Connect four leaves out of its search what its rules of thumb know to be no better.
TEST(UciSearchMoves, MayBeAnyLegalMoveOfAnyGame) {
  for (const char* move : {"1", "2", "3", "4", "5", "6", "7"}) {
    EXPECT_THAT(talk(std::string("go depth 5 searchmoves ") + move + "\n", "connect_four"),
                HasSubstr(std::string("bestmove ") + move));
  }
}

TEST(UciSearchMoves, LeaveNoWrongScoreInTheTable) {
  const std::string after = "position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\ngo depth 3\n";
  EXPECT_THAT(talk("position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\ngo depth 9 searchmoves g1h1\n" + after),
              ContainsRegex("bestmove g1h1(.|\n)*bestmove a1a8"));
}

// -- Mates and ends

TEST(UciMate, EndsWhenTheMateIsFound) {
  // Two rooks and an open board: a mate in two that is not one in one.
  const std::string answer = talk("position fen 7k/8/8/8/8/8/R7/1R5K w - - 0 1\ngo mate 3\n");
  EXPECT_THAT(answer, ContainsRegex("score mate [123] "));
  EXPECT_EQ(answers(answer), 1U);
}

TEST(UciMate, IsAnsweredWhereTheGameIsOver) {
  for (const char* fen : {"7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"}) {
    for (const char* go :
         {"go mate 2", "go depth 3", "go movetime 10", "go wtime 100 btime 100", "go searchmoves a1a2", "go"}) {
      for (const char* lines : {"1", "3"}) {
        EXPECT_THAT(talk(std::string("setoption name MultiPV value ") + lines + "\nposition fen " + fen + "\n" + go +
                         "\nstop\n"),
                    HasSubstr("bestmove 0000"));
      }
    }
  }
}

// -- Thinking in the opponent's time

TEST(UciPonder, HoldsTheAnswerUntilThePonderHit) {
  LiveSession session;
  session.say("position startpos");
  session.say("go ponder depth 2");
  ASSERT_TRUE(session.hears("info depth 2 "));
  session.say("isready");
  ASSERT_TRUE(session.hears("readyok"));
  EXPECT_FALSE(session.has_heard("bestmove"));
  session.say("ponderhit");
  EXPECT_TRUE(session.hears("bestmove"));
}

TEST(UciPonder, CountsNoTimeBeforeThePonderHit) {
  LiveSession session;
  session.say("position startpos");
  session.say("go ponder wtime 40 btime 40");
  ASSERT_TRUE(session.hears("info depth 5 "));
  std::this_thread::sleep_for(std::chrono::milliseconds(150));
  EXPECT_FALSE(session.has_heard("bestmove"));
  session.say("ponderhit");
  EXPECT_TRUE(session.hears("bestmove"));
}

TEST(UciPonder, EndsWithStopWithTheNextSearchAndWithTheInput) {
  EXPECT_EQ(answers(talk("go ponder wtime 60000 btime 60000\nstop\n")), 1U);
  EXPECT_EQ(answers(talk("go ponder wtime 60000 btime 60000\ngo depth 2\n")), 2U);
  EXPECT_EQ(answers(talk("go ponder wtime 60000 btime 60000\n")), 1U);
  EXPECT_EQ(answers(talk("go ponder\nquit\n")), 1U);
  EXPECT_EQ(answers(talk("go ponder infinite\nponderhit\nisready\nstop\n")), 1U);
}

TEST(UciPonder, IgnoresAPonderHitOutOfPlace) {
  EXPECT_EQ(answers(talk("ponderhit\ngo depth 2\nponderhit\nponderhit\ngo depth 2\n")), 2U);
  EXPECT_EQ(answers(talk("go ponder depth 2\nstop\nponderhit\nisready\ngo depth 1\n")), 2U);
}

TEST(UciStop, MayComeTwiceAndWithoutASearch) { EXPECT_EQ(answers(talk("stop\ngo infinite\nstop\nstop\nquit\n")), 1U); }

// The line before it waits for the search, which would go on for hours.
TEST(UciStop, IsHeardWhileAnotherLineWaits) {
  for (const char* const waiting : {"setoption name MultiPV value 2", "ucinewgame", "eval"}) {
    LiveSession session;
    session.say("position startpos");
    session.say("go depth 100");
    ASSERT_TRUE(session.hears("info depth 5 "));
    session.say(waiting);
    session.say("stop");
    session.say("isready");
    EXPECT_TRUE(session.hears("bestmove ")) << waiting;
    EXPECT_TRUE(session.hears("readyok")) << waiting;
  }
  EXPECT_EQ(answers(talk("position startpos\ngo depth 100\nucinewgame\nquit\n")), 1U);
}

// It means the search that begins before it.
TEST(UciStop, EndsNoSearchThatWasToBeFinished) {
  const std::string answer = talk("position startpos\ngo depth 4\nucinewgame\ngo depth 100\nstop\nquit\n");
  EXPECT_EQ(answers(answer), 2U);
  EXPECT_THAT(answer.substr(0, answer.find("bestmove")), HasSubstr("info depth 4 "));
}

TEST(UciStop, IsNotNeededForAnAnswerOfAPipedSearch) {
  EXPECT_EQ(answers(talk("go depth 8\nquit\n")), 1U);
  EXPECT_THAT(talk("go depth 5\n"), ContainsRegex("info depth 5 (.|\n)*bestmove "));
}

// An interface that is gone reads no answer, so none is looked for.
TEST(UciStop, IsUnderstoodFromAClosedOutput) {
  LiveSession session;
  session.say("go depth 150");
  ASSERT_TRUE(session.hears("info depth 3 "));
  session.break_output();
  session.end();  // otherwise the search would be finished first
}

// -- Options

TEST(UciOptions, RefuseWhatTheyCannotBe) {
  for (const char* line :
       {"Threads value 0", "Threads value x", "Threads", "MultiPV value -1", "Move Overhead value 99999999999999999999",
        "UCI_ShowWDL value maybe", "NoSuchOption value 3", "", "Hash value 1 2"}) {
    EXPECT_THAT(talk(std::string("setoption name ") + line + "\nisready\n"),
                ContainsRegex("info string error: .*expected(.|\n)*readyok"))
        << line;
  }
  EXPECT_THAT(talk("setoption\nsetoption value 3\nisready\n"), HasSubstr("readyok"));
  EXPECT_THAT(talk("setoption name move OVERHEAD value 30\nsetoption name Clear Hash\n"), Not(HasSubstr("error")));
  EXPECT_THAT(talk("setoption name UCI_Variant value chess\n", "othello"), HasSubstr("error"));
  EXPECT_THAT(talk("setoption name UCI_Variant value othello\n", "othello"), IsEmpty());
}

TEST(UciOptions, ClearHashMakesSearchesRepeat) {
  const auto nodes = [](const std::string& between) {
    std::vector<std::string> counts;
    for (const std::string& line : lines_with(talk("go depth 7\n" + between + "go depth 7\n"), "depth 7 ")) {
      counts.push_back(word_after(line, "nodes"));
    }
    return counts;
  };
  const auto again = nodes("setoption name Clear Hash\n");
  ASSERT_EQ(again.size(), 4U);  // each search tells its last iteration once more at its end
  EXPECT_EQ(again[0], again[2]);
  const auto warm = nodes("");
  ASSERT_EQ(warm.size(), 4U);
  EXPECT_NE(warm[0], warm[2]);
}

TEST(UciOptions, TellTheChancesInPermille) {
  const std::string answer =
      talk("setoption name UCI_ShowWDL value true\nposition startpos moves e2e4 d7d5\ngo depth 4\n");
  std::smatch match;
  const std::regex wdl("score cp -?\\d+ wdl (\\d+) (\\d+) (\\d+) nodes");
  ASSERT_TRUE(std::regex_search(answer, match, wdl)) << answer;
  EXPECT_EQ(std::stoi(match[1]) + std::stoi(match[2]) + std::stoi(match[3]), 1'000);
  EXPECT_THAT(talk("go depth 4\n"), Not(HasSubstr("wdl")));
}

TEST(UciWeights, AreToldOnceAfterEachLoading) {
  const std::string answer = talk("isready\ngo depth 1\nsetoption name WeightsFile value zero\nisready\nisready\n");
  const auto told = lines_with(answer, "info string weights ");
  EXPECT_THAT(told, ElementsAre(HasSubstr("weights material: "), HasSubstr("weights zero: ")));
}

// -- Threads

TEST(UciThreads, SearchTogether) {
  const std::string answer = talk("setoption name Threads value 4\nposition startpos\ngo depth 9\ngo nodes 40000\n");
  EXPECT_EQ(answers(answer), 2U);
  EXPECT_THAT(answer, ContainsRegex("info depth 9 "));
  const auto last = lines_with(answer, " nodes ").back();
  EXPECT_GE(std::stoull(word_after(last, "nodes")), 30'000U);
  EXPECT_LT(std::stoull(word_after(last, "nodes")), 50'000U);
}

TEST(UciThreads, MayChangeDuringASearch) {
  EXPECT_EQ(answers(talk("setoption name Threads value 3\ngo infinite\nsetoption name Threads value 1\ngo depth 3\n"
                         "setoption name Threads value 2\nsetoption name Hash value 2\ngo movetime 20\nucinewgame\n"
                         "go depth 3\n")),
            4U);
}

TEST(UciThreads, GoWithAllThatIsAskedOfASearch) {
  const std::string answer = talk(
      "setoption name Threads value 3\nsetoption name MultiPV value 2\nposition startpos\n"
      "go depth 6 searchmoves a2a3 a2a4 h2h3\ngo ponder wtime 1000 btime 1000\nponderhit\n"
      "position fen 7k/8/8/8/8/8/R7/1R5K w - - 0 1\ngo mate 3\n");
  EXPECT_EQ(answers(answer), 3U);
  EXPECT_THAT(answer, ContainsRegex("bestmove (a2a3|a2a4|h2h3)"));
}

}  // namespace
}  // namespace hone
