// SPDX-License-Identifier: MIT
//
// hone data, one action after the other.
#include <gmock/gmock.h>
#include <zlib.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "data/game_file.hpp"
#include "data/row_file.hpp"
#include "tests/tuner/cli/data_support.hpp"

namespace hone::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class DataActions : public Data {
 protected:
  std::string zip(const char* name, const std::string& text) const {
    const gzFile out = gzopen(path(name).c_str(), "wb");
    EXPECT_EQ(gzwrite(out, text.data(), static_cast<unsigned>(text.size())), static_cast<int>(text.size()));
    gzclose(out);
    return path(name);
  }
};

// 1: the initial position. 2: in check by a bishop. 3: a queen can be taken. 4: an endgame.
constexpr const char* four =
    "fen,result,score,game\n"
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1,1,30,1\n"
    "rnbqkbnr/ppp2ppp/3p4/1B2p3/4P3/8/PPPP1PPP/RNBQK1NR b KQkq - 1 3,0,-900,2\n"
    "rnb1kbnr/pppp1ppp/8/4p1q1/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 3,1,,3\n"
    "8/8/4k3/8/8/4K3/4P3/8 w - - 0 60,0.5,700,4\n";

TEST_F(DataActions, FilterKeepsWhatPassesEachCondition) {
  const std::string file = write("four.csv", four);
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases{
      {{"--no-check"}, "134"},
      {{"--only-quiet", "--no-check"}, "14"},
      {{"--max-score", "899"}, "134"},
      {{"--max-score", "500"}, "13"},
      {{"--min-ply", "4"}, "234"},
      {{"--max-ply", "5"}, "123"},
      {{"--min-ply", "4", "--max-ply", "4"}, "3"},
      {{"--phase", "0:1"}, "123"},
      {{"--phase", "24:24"}, "4"},
      {{"--result", "1-0"}, "13"},
      {{"--result", "1/2-1/2"}, "4"},
      {{"--result", "0-1"}, "2"},
      {{}, "1234"},
  };
  for (const auto& [conditions, kept] : cases) {
    std::vector<std::string> words{"filter", file, "--out", path("kept.csv")};
    words.insert(words.end(), conditions.begin(), conditions.end());
    run(words);
    std::string games;
    std::istringstream lines(text("kept.csv"));
    std::string line;
    for (std::getline(lines, line); std::getline(lines, line);) games += line.back();
    EXPECT_EQ(games, kept) << testing::PrintToString(conditions);
  }
}

TEST_F(DataActions, FilterNeedsPliesToJudgeThem) {
  const std::string file = write("a.csv", "fen,result\n8/8/4k3/8/8/4K3/4P3/8 w - -,1\n");
  const Finished finished = run_hone({"data", "filter", file, "--max-ply", "5", "--out", path("b.csv")});
  EXPECT_EQ(finished.code, 2);
  EXPECT_THAT(finished.err, HasSubstr("a.csv:2: the position does not say how many plies"));
}

TEST_F(DataActions, MergedGamesDoNotCollide) {
  const std::string games = write("a.pgn", "1. e4 e5 1-0\n\n1. d4 d5 0-1\n");
  run({"merge", games, games, "--out", path("b.games")});
  GameFileReader reader(path("b.games"));
  for (std::uint64_t number = 0; number < 4; ++number) EXPECT_EQ(reader.next().value().number, number);
  EXPECT_FALSE(reader.next().has_value());
  const std::string a = write("a.csv", "position,result,game\nX../.../... O,1,7\n.../X../... O,1,9\n...X../... O,0,\n");
  const std::string b = write("b.csv", "position,result,game\nX../.../... O,1,7\n.../X../... O,1,7\n");
  run({"merge", a, b, "--skip-bad", "--out", path("c.csv")});
  EXPECT_EQ(text("c.csv"),
            "position,result,score,game\nX../.../... O,1,,0\n.../X../... O,1,,1\nX../.../... O,1,,2\n"
            ".../X../... O,1,,2\n");
}

TEST_F(DataActions, HeadPrintsTheFirstFewInTheirFormat) {
  const std::string file = write("four.csv", four);
  EXPECT_EQ(run({"head", file, "-n", "1"}).out, std::string(four).substr(0, std::string(four).find("rnbqkbnr/ppp2")));
  EXPECT_EQ(run({"head", file}).out, four);
  const std::string games = write("a.pgn", "1. e4 e5 1-0\n\n1. d4 d5 0-1\n");
  EXPECT_THAT(run({"head", games, "-n", "1"}).out, AllOf(HasSubstr("1. e4 e5"), Not(HasSubstr("d4"))));
  run({"convert", games, "--out", path("a.games")});
  EXPECT_THAT(run({"head", path("a.games"), "-n", "1"}).out,
              AllOf(StartsWith("hone text games 1\n"), HasSubstr("e2e4"), Not(HasSubstr("d2d4"))));
}

TEST_F(DataActions, GamesMayBePackedAndOfCheckers) {
  const std::string pdn = "[Black \"b\"] [White \"w\"] 1. 11-15 {+0.10/3} 23-19\n2. 8-11 1-0 [Event \"x\"] 9-13 0-1\n";
  for (const std::string& file : {write("a.pdn", pdn), zip("a.pdn.gz", pdn)}) {
    EXPECT_THAT(run({"info", file}).out, AllOf(HasSubstr("Game           checkers\nGames          2"),
                                               HasSubstr("4 after the openings, 1 with a score")));
  }
  run({"convert", path("a.pdn"), "--out", path("b.games")});
  run({"convert", path("a.pdn.gz"), "--out", path("c.games")});
  EXPECT_EQ(text("b.games"), text("c.games"));
}

TEST_F(DataActions, SplitSaysWhenItKnowsNoGames) {
  const std::string file = write("a.csv", "position,result\nX../.../... O,1\n.X./.../... O,1\n");
  EXPECT_THAT(run({"split", file, "--out", path("b.csv"), "--rest", path("c.csv")}).err,
              HasSubstr("2 positions do not say which game they are of"));
  const std::string named = write("d.csv", "position,result,game\nX../.../... O,1,1\n");
  EXPECT_THAT(run({"split", named, "--out", path("b.csv"), "--rest", path("c.csv")}).err, Not(HasSubstr("do not say")));
}

TEST_F(DataActions, RowsComeBackFromText) {
  const std::string rows = "1 g=7 w=2 p=0 s=40 0:2 2:1\n0 g=8 p=4 o=5 0:-1 1:-1\n0.5 g=7 p=2 k=1,0.5 1:3\n";
  write("toy.names", "game toy\nstages mg eg\nsteps 4\nmaterial list 2\ntempo scalar\n");
  const std::string file = write("toy.rowtext", rows);
  EXPECT_THAT(run({"info", file}).out,
              AllOf(HasSubstr("Terms          3 in 2 groups, 0 of them 0 in all rows; stages: mg, eg\n"),
                    HasSubstr("Rows           3, with 1.7 counts each\nGames          2, 0 rows name none\n"),
                    HasSubstr("1 with a score, 1 with a weight, 1 with an offset, 1 with a factor\n")));
  run({"convert", file, "--out", path("a.rows")});
  EXPECT_EQ(read_row_file(path("a.rows")).rows.size(), 3U);
  run({"convert", path("a.rows"), "--out", path("b.rowtext")});
  run({"convert", path("b.rowtext"), "--out", path("c.rows")});
  EXPECT_EQ(text("c.rows"), text("a.rows"));
  EXPECT_EQ(run({"head", path("a.rows"), "-n", "2"}).out, run({"head", path("b.rowtext"), "-n", "2"}).out);
  EXPECT_THAT(text("b.rowtext"), HasSubstr(run({"head", path("a.rows"), "-n", "2"}).out));
}

}  // namespace
}  // namespace hone::cli
