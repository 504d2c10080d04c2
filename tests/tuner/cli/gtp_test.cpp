// SPDX-License-Identifier: MIT
//
// The Go Text Protocol from both sides: hone as the engine over a pipe, and engines in matches of hone.
#include <gmock/gmock.h>

#include <filesystem>
#include <string>
#include <vector>

#include "data/atomic_file.hpp"
#include "tests/temp_folder.hpp"
#include "tests/tuner/cli/run_hone.hpp"

namespace hone::cli {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;
using Words = std::vector<std::string>;

Finished gtp(const std::string& input, Words words = {"--nodes", "100", "--weights", "material"}) {
  words.insert(words.begin(), "gtp");
  return run_hone(words, {.input = input, .environment = {}, .stdout_file = {}});
}

// The mock against random moves, on 9 x 9.
Words go_match(const std::string& mode, const Words& more) {
  Words words{"match",    "--game",   "go_9",    "--player",    "a=gtp:" MOCK_ENGINE " " + mode,
              "--player", "b=random", "--games", "2",           "--threads",
              "1",        "--log",    "warning", "--max-moves", "8"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

TEST(GtpOverAPipe, AnswersEachCommand) {
  const Finished finished = gtp("1 boardsize 5\n2 clear_board\n3 genmove b\nname\nbogus\n# nothing\n4 quit\n5 name\n");
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out,
              MatchesRegex("=1\n\n=2\n\n=3 ([A-E][1-5]|pass)\n\n= hone\n\n[?] unknown command\n\n=4\n\n"));
  EXPECT_EQ(gtp("").code, 0);
}

TEST(GtpOverAPipe, ReadsRecords) {
  const TempFolder folder;
  const std::string file = (folder / "a.sgf").string();
  write_plainly(file, "(;SZ[7]KM[0]RE[B+R];B[dd];W[aa])");
  EXPECT_EQ(gtp("loadsgf " + file + "\nplay b D4\nfinal_score\nloadsgf " + file + " 2\nplay b A1\n").out,
            "=\n\n? illegal move\n\n= 0\n\n=\n\n=\n\n");
  EXPECT_THAT(gtp("loadsgf /none.sgf\n").out, HasSubstr("? cannot load file: /none.sgf: "));
}

// A position to look at seldom has a result, and the first game is wanted whatever follows.
TEST(GtpOverAPipe, ReadsRecordsWithoutAResult) {
  const TempFolder folder;
  const std::string file = (folder / "a.sgf").string();
  write_plainly(file, "(;SZ[5]KM[0]RE[?];B[cc];B[bb];B[dd];W[aa])(;SZ[5]KM[0]RE[B+R];B[ee])");
  const std::string said = "loadsgf " + file;
  EXPECT_EQ(gtp(said + "\nfinal_score\nplay w A5\n").out, "=\n\n= B+2\n\n? illegal move\n\n");
  EXPECT_EQ(gtp(said + " 3\nplay b C3\nplay b B4\nundo\nundo\nundo\n").out,
            "=\n\n? illegal move\n\n? illegal move\n\n=\n\n=\n\n? cannot undo\n\n");
  write_plainly(file, "(;SZ[5]KM[0];B[cc]\n;W[cc])(;SZ[5]KM[0]RE[B+R];B[ee])");
  EXPECT_THAT(gtp(said + "\n").out, HasSubstr("a.sgf:2: expected a legal move"));
}

TEST(GtpOverAPipe, IsOfGoAlone) {
  const Finished chess = gtp("", {"--game", "chess"});
  EXPECT_EQ(chess.code, 2);
  EXPECT_THAT(chess.err, HasSubstr("GTP is a protocol of go, and chess is not: hone uci plays it"));
  EXPECT_EQ(gtp("", {"--game", "go_9", "--komi", "7.3"}).code, 2);
  EXPECT_EQ(gtp("", {"--weights", "/none.weights"}).code, 2);
  EXPECT_THAT(gtp("", {"--json", "-"}).err, HasSubstr("--json: hone gtp has no result"));
  EXPECT_THAT(gtp("boardsize 5\n", {"--game", "go_9", "--weights", "material"}).out, HasSubstr("? unacceptable size"));
}

// With --nodes for the others the engine plays at its own level.
TEST(GtpEngines, PlayAtTheirOwnLevel) {
  const TempFolder folder;
  const std::string sgf = (folder / "m.sgf").string(), logs = (folder / "logs").string();
  const Finished finished =
      run_hone(go_match("good", {"--nodes", "10", "--opening-plies", "2", "--pgn", sgf, "--log-engines", logs}));
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("a vs b: 2 games"));
  EXPECT_THAT(read_file(sgf), HasSubstr("(;FF[4]GM[1]CA[UTF-8]AP[hone:1]SZ[9]KM[7]"));
  EXPECT_THAT(read_file(sgf), HasSubstr("GC[max_plies]"));
  for (const auto& log : std::filesystem::directory_iterator(logs))
    EXPECT_THAT(read_file(log.path()), Not(HasSubstr("time_settings ")));
  const Finished converted = run_hone({"data", "convert", sgf, "--out", (folder / "m.games").string()});
  EXPECT_EQ(converted.code, 0) << converted.err;
}

TEST(GtpEngines, TakeLimitsInTimeAlone) {
  EXPECT_EQ(run_hone(go_match("good", {"--tc", "10+0.1"})).code, 0);
  const Finished nodes = run_hone(go_match("good", {"--nodes", "10", "--limits", "a:nodes=5"}));
  EXPECT_EQ(nodes.code, 2);
  EXPECT_THAT(nodes.err, HasSubstr("player a: a GTP engine knows no limit in depth or nodes"));
  EXPECT_EQ(run_hone(go_match("good", {"--movetime", "50"})).code, 2);
  const Words alone{"match",
                    "--game",
                    "go_9",
                    "--player",
                    "a=gtp:" MOCK_ENGINE " good",
                    "--player",
                    "b=gtp:" MOCK_ENGINE " good",
                    "--games",
                    "2",
                    "--max-moves",
                    "6",
                    "--log",
                    "warning"};
  const Finished finished = run_hone(alone);
  EXPECT_EQ(finished.code, 0) << finished.err;
}

TEST(GtpEngines, AreReportedWhenTheyFail) {
  const Finished crashed = run_hone(go_match("exit", {"--nodes", "10", "--recover"}));
  EXPECT_EQ(crashed.code, 0) << crashed.err;
  EXPECT_THAT(crashed.err, HasSubstr("game 1: a loses by crash: exited with code 3, saying 'no network file'\n"));
  EXPECT_THAT(crashed.err, HasSubstr("genmove black\n"));
  const Finished sizes = run_hone(go_match("large_boards", {"--nodes", "10"}));
  EXPECT_EQ(sizes.code, 2);
  EXPECT_THAT(sizes.err, HasSubstr("player a: 'mock' refuses 'boardsize 9': 'unacceptable size'"));
  Words chess = go_match("good", {"--nodes", "10"});
  chess[2] = "chess";
  EXPECT_THAT(run_hone(chess).err, HasSubstr("player a: GTP engines play go and othello, and not chess"));
}

TEST(GtpEngines, PlayWithHoneAsTheEngine) {
  const Words words{"match",
                    "--game",
                    "go_5",
                    "--player",
                    "a=gtp:" HONE_BINARY " gtp --nodes 20 --weights material",
                    "--player",
                    "b=weights:material",
                    "--nodes",
                    "20",
                    "--games",
                    "2",
                    "--threads",
                    "1",
                    "--log",
                    "warning"};
  const Finished finished = run_hone(words);
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("a vs b: 2 games"));
}

}  // namespace
}  // namespace hone::cli
