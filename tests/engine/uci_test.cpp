// SPDX-License-Identifier: MIT
#include "engine/uci.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "data/error.hpp"
#include "engine/uci_text.hpp"
#include "tests/engine/live_session.hpp"
#include "tests/temp_folder.hpp"

namespace hone {
namespace {

using ::testing::ContainsRegex;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::string talk(const std::string& input, const UciSetup& setup = {}) {
  std::istringstream in(input);
  std::ostringstream out;
  run_uci(find_driver("chess"), setup, {}, &in, out);
  return out.str();
}

class WeightsOnDisk {
 public:
  WeightsOnDisk() { write(100); }

  // A pawn worth this much and nothing else; each file written is newer than the last.
  void write(double pawn) {
    Weights weights = zero_weights(find_driver("chess").schema());
    const auto first = static_cast<std::size_t>(weights.schema.find("material.pawn")->first * 2);
    weights.values[first] = weights.values[first + 1] = pawn;
    write_weights(file_, weights);
    std::filesystem::last_write_time(file_,
                                     std::filesystem::file_time_type::clock::now() + std::chrono::seconds(++writes_));
  }
  [[nodiscard]] std::string path() const { return file_.string(); }

 private:
  TempFolder folder_;
  std::filesystem::path file_ = folder_ / "pawn.weights";
  int writes_ = 0;
};

constexpr const char* pawn_up = "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n";

TEST(Uci, IntroducesItselfWithTheOptionsThatRunnersNeed) {
  const std::string answer = talk("uci\nisready\nquit\n");
  for (const char* line :
       {"id name hone", "id author ", "option name Hash type spin", "option name Clear Hash type button",
        "option name Threads type spin default 1 ", "option name MultiPV type spin default 1 ",
        "option name Ponder type check default false", "option name Move Overhead type spin",
        "option name WeightsFile type string", "option name UCI_AnalyseMode type check",
        "option name UCI_ShowWDL type check", "option name UCI_Chess960 type check", "uciok", "readyok"}) {
    EXPECT_THAT(answer, HasSubstr(line));
  }
}

TEST(Uci, AnswersGoWithInfoAndABestMove) {
  const std::string answer = talk("position startpos moves e2e4 e7e5\ngo depth 3\n");
  EXPECT_THAT(answer,
              ContainsRegex("info depth 3 seldepth [0-9]+ score cp -?[0-9]+ nodes [0-9]+ nps [0-9]+ hashfull [0-9]+ "
                            "time [0-9]+ pv "));
  EXPECT_THAT(answer, ContainsRegex("bestmove [a-h][1-8][a-h][1-8] ponder [a-h][1-8][a-h][1-8]\n"));
}

// The `stop` is read long before the lines that precede it are carried out, and is not meant to overtake them.
TEST(Uci, HoldsTheAnswerOfAnInfiniteSearchUntilStop) {
  std::string ready;
  for (int i = 0; i < 300; ++i) ready += "isready\n";
  const std::string answer = talk("position fen 7k/8/8/8/8/8/R7/1R5K w - - 0 1\ngo infinite\n" + ready + "stop\n");
  EXPECT_GT(answer.find("bestmove"), answer.rfind("readyok")) << answer;
  EXPECT_THAT(answer, HasSubstr("bestmove"));
}

TEST(Uci, EndsASearchWithoutLimitsAtTheEndOfInput) {
  EXPECT_THAT(talk("position startpos\ngo\n"), HasSubstr("bestmove "));
}

// Lines that are piped in all come at once.
TEST(Uci, FinishesASearchWithALimitBeforeWhatComesNext) {
  for (const char* next : {"position startpos moves e2e4\ngo depth 1\n", "ucinewgame\n", "eval\n", "isready\nd\n",
                           "setoption name Hash value 8\n"}) {
    const std::string answer = talk(std::string("position startpos\ngo depth 6\n") + next);
    EXPECT_THAT(answer, ContainsRegex("info depth 6 (.|\n)*bestmove ")) << next;
  }
}

TEST(Uci, EndsASearchWithALimitAtStop) {
  EXPECT_THAT(talk("position startpos\ngo depth 60\nposition startpos moves e2e4\nstop\nd\n"),
              ContainsRegex("bestmove (.|\n)*rnbqkbnr/pppppppp/8/8/4P3/"));
}

TEST(Uci, AnswersAMistakeInOneLineWithoutControlCharacters) {
  const std::string answer = talk("position fen \x1b]0;x\x07\nisready\n");
  EXPECT_THAT(answer, HasSubstr("\\x1b]0;x\\x07"));
  EXPECT_THAT(answer, Not(HasSubstr("\x1b")));
}

TEST(Uci, FindsAMoveWithoutTime) {
  EXPECT_THAT(talk("position startpos\ngo wtime 1 btime 1\n"), HasSubstr("info depth 1 "));
}

// Captures have no end where there are queens enough, and the first iteration looks at the clock as well.
TEST(Uci, EndsInTimeWhereTheFirstIterationWouldNot) {
  const auto start = std::chrono::steady_clock::now();
  const std::string queens = "position fen 4b1r1/1KqQ1QRQ/1Q4qN/1qBRq1Qq/QQ1bnr2/3kq3/Q3q1Q1/2qnqN1B w - - 0 1\n";
  EXPECT_THAT(talk(queens + "go movetime 100\n"), HasSubstr("bestmove "));
  EXPECT_THAT(talk(queens + "go infinite\nstop\n"), HasSubstr("bestmove "));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
}

// What was found two half-moves before the fifty-move rule says nothing of the same position with all of them left, nor
// the other way round.
TEST(Uci, KeepsDrawsByTheFiftyMoveRuleApart) {
  EXPECT_THAT(talk("position fen 7k/8/5K2/8/8/8/8/1Q6 w - - 98 80\ngo depth 30\n"
                   "position fen 7k/8/5K2/8/8/8/8/1Q6 w - - 0 80\ngo depth 28\n"),
              HasSubstr("score mate 2 "));
  const std::string answer = talk(
      "position fen 8/8/8/8/7R/2K5/8/6k1 w - - 0 1\ngo nodes 60000\n"
      "position fen 8/8/8/8/7R/2K5/8/6k1 w - - 92 90\ngo nodes 60000\n");
  EXPECT_THAT(answer.substr(answer.find("bestmove")), Not(HasSubstr("score mate"))) << "eight plies are left";
}

TEST(Uci, TellsMateInMoves) {
  EXPECT_THAT(talk("position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\ngo depth 4\n"), HasSubstr("score mate 1 "));
}

TEST(Uci, AnswersWithANullMoveWhenTheGameIsOver) {
  EXPECT_THAT(talk("position fen 7k/5KQ1/8/8/8/8/8/8 b - - 0 1\ngo depth 2\n"), HasSubstr("bestmove 0000"));
}

TEST(Uci, WritesCastlingAsKingTakesRookWhenAsked) {
  const std::string position = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves ";
  EXPECT_THAT(talk("setoption name UCI_Chess960 value true\n" + position + "e1h1\nd\n"), HasSubstr("5RK1"));
  EXPECT_THAT(talk(position + "e1g1\nd\n"), HasSubstr("5RK1"));
}

TEST(Uci, ReportsWhatItCannotDoAndGoesOn) {
  EXPECT_THAT(talk("position startpos moves e2e5\nisready\n"),
              ContainsRegex("info string error: .*e2e5(.|\n)*readyok"));
  EXPECT_THAT(talk("position fen nonsense\nisready\n"), ContainsRegex("info string error: (.|\n)*readyok"));
  EXPECT_THAT(talk("setoption name Hash value 0\nisready\n"), ContainsRegex("info string error: .*Hash(.|\n)*readyok"));
  EXPECT_THAT(talk("setoption name WeightsFile value /no/such/file\nisready\n"),
              ContainsRegex("info string error: .*/no/such/file(.|\n)*readyok"));
  EXPECT_THAT(talk("xyzzy\nisready\n"), Not(HasSubstr("xyzzy")));
  EXPECT_THAT(talk("position 8/8/8/3k4/8/8/4Q3/4K3 w - - 0 1\nisready\n"),
              ContainsRegex("info string error: expected position startpos or position fen(.|\n)*readyok"));
  EXPECT_THAT(talk("position fen 8/8/8/3k4/8/8/4Q3/4K3 w - - 0 0\nd\n"), HasSubstr("8/8/8/3k4/8/8/4Q3/4K3 w - - 0 1"));
}

TEST(Uci, TakesTabsForBlanks) {
  EXPECT_THAT(talk("position\tstartpos\tmoves\te2e4\nd\n"), HasSubstr("/4P3/"));
  EXPECT_THAT(talk("setoption\tname\tHash\tvalue\t32\n"), Not(HasSubstr("error")));
}

// A move for another position would be worse than none.
TEST(Uci, HasNoPositionAfterOneThatWasRefused) {
  for (const char* refused : {"position startpos moves e2e4 e2e4\n", "position fen nonsense\n", "position\n"}) {
    const std::string answer = talk("position startpos moves d2d4\n" + std::string(refused) + "go depth 2\nd\neval\n");
    EXPECT_THAT(answer, ContainsRegex("info string error: there is no position.*\nbestmove 0000\n")) << refused;
    EXPECT_THAT(answer, Not(HasSubstr("info depth"))) << refused;
    EXPECT_THAT(answer, Not(HasSubstr("/3P4/"))) << refused;
    EXPECT_THAT(answer, Not(HasSubstr("static evaluation"))) << refused;
    EXPECT_THAT(talk(std::string(refused) + "position startpos\ngo depth 2\n"), HasSubstr("info depth 2 ")) << refused;
  }
}

TEST(Uci, LoadsWeightsWhenTheOptionIsSet) {
  WeightsOnDisk weights;
  weights.write(321);
  EXPECT_THAT(talk("setoption name WeightsFile value " + weights.path() + "\n" + pawn_up + "eval\n"),
              HasSubstr("static evaluation 321"));
  UciSetup setup;
  setup.weights = weights.path();
  EXPECT_THAT(talk(std::string(pawn_up) + "eval\n", setup), HasSubstr("static evaluation 321"));
}

TEST(Uci, ReloadsWeightsThatChangedOnDiskAtANewGame) {
  WeightsOnDisk weights;
  LiveSession session;
  session.say("setoption name WeightsFile value " + weights.path());
  session.say(pawn_up);
  session.say("eval");
  ASSERT_TRUE(session.hears("static evaluation 100\n"));
  weights.write(77);
  session.say("eval");
  session.say("isready");
  ASSERT_TRUE(session.hears("readyok\n"));
  EXPECT_EQ(session.times_heard("static evaluation 100\n"), 2);
  session.say("ucinewgame");
  session.say("eval");
  EXPECT_TRUE(session.hears("static evaluation 77\n"));
}

TEST(Uci, WaitsForEachSearchOfItsFirstLines) {
  const std::vector<std::string> first{"position startpos", "go depth 2", "isready"};
  std::ostringstream out;
  run_uci(find_driver("chess"), {}, first, nullptr, out);
  EXPECT_THAT(out.str(), ContainsRegex("bestmove (.|\n)*readyok"));
}

// A file of zeros from a time when the schema had no group for the pawns' material.
void write_without_pawns(const std::filesystem::path& file) {
  const Schema& schema = find_driver("chess").schema();
  std::vector<GroupSpec> groups;
  for (const Group& group : schema.groups()) {
    if (group.name != "material.pawn") groups.push_back({group.name, group.shape, group.meaning});
  }
  write_weights(file, zero_weights({"chess", schema.phases(), schema.phase_steps(), groups}));
}

TEST(Uci, TellsInAnInfoStringWhichGroupsAreMissing) {
  const TempFolder folder;
  const std::string file = (folder / "old.weights").string();
  write_without_pawns(file);
  std::vector<std::string> warnings;
  UciSetup setup;
  setup.warn = [&](const std::string& warning) { warnings.push_back(warning); };
  const std::string answer = talk("setoption name WeightsFile value " + file + "\n" + pawn_up + "eval\n", setup);
  EXPECT_THAT(answer, ContainsRegex("info string warning: .*old.weights: group 'material.pawn' is missing"));
  EXPECT_THAT(answer, HasSubstr("info string static evaluation 0\n"));
  EXPECT_THAT(warnings, ElementsAre(HasSubstr("old.weights: group 'material.pawn' is missing")));
  setup.weights = file;
  EXPECT_THAT(talk("uci\n", setup), StartsWith("info string warning: "));
}

TEST(Uci, RefusesMissingGroupsWhenStrict) {
  const TempFolder folder;
  UciSetup setup;
  setup.strict = true;
  setup.weights = (folder / "old.weights").string();
  write_without_pawns(setup.weights);
  EXPECT_THROW(talk("uci\n", setup), Error);
  const std::string option = "setoption name WeightsFile value " + setup.weights + "\n";
  setup.weights = "material";
  EXPECT_THAT(talk(option, setup), ContainsRegex("info string error: .*group 'material.pawn' is missing"));
}

TEST(UciText, ReadsTheLimitsOfTheSideToMove) {
  const GoCommand go = parse_go("go wtime 1000 btime 2000 winc 10 binc 20 movestogo 5", Side::second);
  EXPECT_EQ(go.limits.clock->time.count(), 2000);
  EXPECT_EQ(go.limits.clock->increment.count(), 20);
  EXPECT_EQ(go.limits.clock->moves_to_go, 5);
  EXPECT_EQ(parse_go("go movestogo 1 wtime 1000", Side::first).limits.clock->moves_to_go, 1);
  EXPECT_FALSE(parse_go("go wtime 1000", Side::second).limits.clock.has_value());
  EXPECT_FALSE(parse_go("go", Side::first).ends_by_itself());
  EXPECT_EQ(parse_go("go depth 7 nodes 100 movetime 50", Side::first).limits.depth, 7);
  EXPECT_EQ(parse_go("go nodes 100", Side::first).limits.nodes, 100U);
  EXPECT_FALSE(parse_go("go depth x", Side::first).limits.depth.has_value());
  EXPECT_TRUE(parse_go("go infinite", Side::first).infinite);
  EXPECT_EQ(parse_go("go perft 4", Side::first).perft, 4);
}

TEST(UciText, ReadsWhatIsToBeSearched) {
  const GoCommand go = parse_go("go ponder searchmoves e2e4 d2d4 mate 3 wtime 1000", Side::first);
  EXPECT_TRUE(go.ponder);
  EXPECT_THAT(go.search_moves, ElementsAre("e2e4", "d2d4"));
  EXPECT_EQ(go.limits.mate, 3);
  EXPECT_EQ(go.limits.clock->time.count(), 1000);
  EXPECT_TRUE(go.ends_by_itself());
  EXPECT_THAT(parse_go("go depth 3 searchmoves e2e4", Side::first).search_moves, ElementsAre("e2e4"));
  for (const char* line : {"go searchmoves", "go searchmoves infinite", "go mate", "go mate x", "go depth",
                           "go nodes -", "go wtime 99999999999999999999"}) {
    const GoCommand malformed = parse_go(line, Side::first);
    EXPECT_THAT(malformed.search_moves, testing::IsEmpty()) << line;
    EXPECT_FALSE(malformed.ends_by_itself()) << line;
  }
  EXPECT_EQ(parse_go("go mate 0", Side::first).limits.mate, 1);
}

TEST(UciText, TellsChancesThatKeepTheExpectedScore) {
  SearchResult result;
  result.score = 100;  // at this scale 10 wins of 11
  EXPECT_EQ(chances_text(result, 4), "wdl 826 166 8");
  result.score = 0;
  EXPECT_EQ(chances_text(result, 4), "wdl 250 500 250");
  result.proved = true;
  EXPECT_EQ(chances_text(result, 4), "wdl 0 1000 0");
  result.score = terminal_score(1, 3);
  EXPECT_EQ(chances_text(result, 4), "wdl 1000 0 0");
  result.score = terminal_score(-1, 3);
  EXPECT_EQ(chances_text(result, 4), "wdl 0 0 1000");
}

TEST(UciText, CountsMatesInMovesOfTheMover) {
  EXPECT_EQ(score_text(terminal_score(1, 1)), "mate 1");
  EXPECT_EQ(score_text(terminal_score(1, 5)), "mate 3");
  EXPECT_EQ(score_text(terminal_score(-1, 2)), "mate -1");
  EXPECT_EQ(score_text(-31), "cp -31");
}

}  // namespace
}  // namespace hone
