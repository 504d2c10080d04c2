// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <zstd.h>

#include <string>

#include "tests/tuner/cli/data_support.hpp"

namespace hone::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* pgn =
    "[White \"a\"]\n[Black \"b\"]\n[Result \"0-1\"]\n\n1. f3 {book} e5 {book} 2. g4 {-0.80/6 0.045s} "
    "Qh4# {+M1/3 0.001s} {win} 0-1\n\n"
    "[White \"b\"]\n[Black \"a\"]\n[Result \"1/2-1/2\"]\n\n1. e4 $1 (1. d4 {x} d5) e5 ; a comment\n2. Nf3 1/2-1/2\n\n"
    "[White \"b\"]\n[Black \"a\"]\n[Result \"*\"]\n\n1. d4 *\n";

TEST_F(Data, CountsWhatIsInGames) {
  const Finished finished = run({"info", write("a.pgn", pgn)});
  EXPECT_THAT(finished.out, HasSubstr("Games          2 (0 repeat earlier ones move by move, 1 without a result)\n"));
  EXPECT_THAT(finished.out, HasSubstr("Results        +0 =1 -1 for the first player, 50.0 % drawn\n"));
}

TEST_F(Data, FitsATerminal) {
  const std::string games = path("a.games"), results = write("r.csv", "first,second,result\na,b,1-0\nb,a,1-0\n");
  ASSERT_EQ(run_hone({"selfplay", "--game", "chess", "--games", "2", "--nodes", "20", "--out", games}).code, 0);
  for (const std::vector<std::string>& words : {std::vector<std::string>{"data", "info", games},
                                                {"rate", results},
                                                {"search", "--game", "chess", "--depth", "4"}}) {
    std::istringstream lines(run_hone(words).out);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80U) << line;
  }
}

TEST_F(Data, GamesComeBackFromEveryFormat) {
  run({"convert", write("a.pgn", pgn), "--out", path("a.games")});
  run({"convert", path("a.games"), "--out", path("b.txt")});
  run({"convert", path("b.txt"), "--out", path("c.games")});
  EXPECT_EQ(text("c.games"), text("a.games"));
  run({"convert", path("c.games"), "--out", path("d.pgn")});
  run({"convert", path("d.pgn"), "--out", path("e.games")});
  EXPECT_EQ(text("e.games"), text("a.games"));
}

// A byte numbers the players of a file of games, and PGN names them.
TEST_F(Data, NamesAnyNumberOfPlayers) {
  std::string games;
  for (int i = 0; i < 300; ++i) {
    games += "[White \"w" + std::to_string(i) + "\"]\n[Black \"b" + std::to_string(i) + "\"]\n\n1. e4 1-0\n\n";
  }
  const std::string file = write("a.pgn", games);
  EXPECT_THAT(run({"convert", file, "--out", path("b.pgn")}).err, Not(HasSubstr("others")));
  EXPECT_THAT(text("b.pgn"), HasSubstr("[White \"w299\"]\n[Black \"b299\"]\n"));
  EXPECT_THAT(text("b.pgn"), Not(HasSubstr("others")));
  for (const char* const out : {"b.games", "b.txt"}) {
    EXPECT_THAT(run({"convert", file, "--out", path(out)}).err, HasSubstr("names 256 players at most")) << out;
  }
}

TEST_F(Data, KeepsTheWeightsOfGamesInCsv) {
  run({"convert", write("a.pgn", "[Weight \"0.25\"]\n\n1. e4 e5 1-0\n"), "--out", path("a.csv")});
  EXPECT_THAT(text("a.csv"), HasSubstr("fen,result,score,game,weight\n"));
  EXPECT_THAT(text("a.csv"), HasSubstr(",1,,0,0.25\n"));
}

TEST_F(Data, RefusesPipesOfWhatIsReadTwice) {
  const std::string games = path("a.pgn"), positions = path("a.csv");
  for (const std::string& pipe : {games, positions}) {
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    const Finished finished = run_hone({"data", "info", pipe, "--game", "chess"});
    EXPECT_EQ(finished.code, 2);
    EXPECT_THAT(finished.err, HasSubstr("is a pipe, and has to be read twice; write it to a file first"));
  }
}

TEST_F(Data, ReadsWhatIsPacked) {
  const std::string games = pgn;
  std::string frame(ZSTD_compressBound(games.size()), '\0');
  frame.resize(ZSTD_compress(frame.data(), frame.size(), games.data(), games.size(), 3));
  run({"convert", write("a.pgn.zst", frame), "--out", path("a.txt")});
  run({"convert", write("b.pgn", games), "--out", path("b.txt")});
  EXPECT_EQ(text("a.txt"), text("b.txt"));
  EXPECT_THAT(run_hone({"data", "convert", path("b.pgn"), "--out", path("c.pgn.zst")}).err,
              HasSubstr("leave out .zst"));
  const Finished packed = run_hone({"data", "info", write("a.viriformat.zst", frame), "--game", "chess"});
  EXPECT_EQ(packed.code, 2);
  EXPECT_THAT(packed.err, HasSubstr("unpack it first"));
}

TEST_F(Data, PositionsComeBackFromEpd) {
  run({"convert", write("a.pgn", pgn), "--out", path("a.csv")});
  EXPECT_THAT(text("a.csv"), HasSubstr("fen,result,score,game,weight\n"));
  EXPECT_EQ(sorted_lines(text("a.csv")).size(), 6U);  // a header, two and three positions
  run({"convert", path("a.csv"), "--out", path("b.epd")});
  run({"convert", path("b.epd"), "--out", path("c.csv")});
  run({"convert", path("c.csv"), "--out", path("d.epd")});
  EXPECT_EQ(text("d.epd"), text("b.epd"));
}

TEST_F(Data, SplitAndShuffleKeepEveryPosition) {
  std::string lines = "position,result,score,game\n";
  for (int i = 0; i < 300; ++i) lines += "X../.../... O,1,," + std::to_string(i / 3) + "\n";
  const std::string file = write("a.csv", lines);
  run({"shuffle", file, "--out", path("b.csv"), "--seed", "7"});
  EXPECT_NE(text("b.csv"), lines);
  EXPECT_EQ(sorted_lines(text("b.csv")), sorted_lines(lines));
  run({"split", file, "--share", "0.3", "--out", path("c.csv"), "--rest", path("d.csv")});
  EXPECT_EQ(sorted_lines(text("c.csv")).size() + sorted_lines(text("d.csv")).size(), 302U);
  EXPECT_EQ((sorted_lines(text("c.csv")).size() - 1) % 3, 0U) << "whole games";
  run({"dedupe", file, "--out", path("e.csv")});
  EXPECT_EQ(text("e.csv"), "position,result,score,game\nX../.../... O,1,,0\n");
  EXPECT_EQ(folder_.files(), 5) << "nothing temporary is left";
}

TEST_F(Data, LeavesNothingWhenALineIsBad) {
  const std::string file = write("a.epd", "X../.../... O [1]\nX../.../... O\nX../.../... O 1-0 0-1\n");
  const Finished finished = run_hone({"data", "convert", file, "--out", path("b.csv")});
  EXPECT_EQ(finished.code, 2);
  EXPECT_THAT(finished.err,
              HasSubstr("a.epd:2: expected a result such as c9 \"1-0\"; or [0.5], found none (2 bad lines"));
  EXPECT_EQ(folder_.files(), 1);
  EXPECT_THAT(run({"convert", file, "--out", path("b.csv"), "--skip-bad"}).err, HasSubstr("left out: "));
  EXPECT_EQ(text("b.csv"), "position,result,score,game\nX../.../... O,1,,\n");
}

TEST_F(Data, RefusesWhatMakesNoSense) {
  const std::string games = write("a.pgn", pgn), positions = write("a.epd", "X../.../... O [1]\n");
  EXPECT_EQ(run_hone({"data", "convert", positions, "--out", path("b.games")}).code, 2);
  EXPECT_EQ(run_hone({"data", "convert", games}).code, 2);
  EXPECT_EQ(run_hone({"data", "info", games, positions}).code, 2);
  EXPECT_EQ(run_hone({"data", "info", games, "--result", "1-0"}).code, 2);
  EXPECT_EQ(run_hone({"data", "split", games, "--out", path("b.csv")}).code, 2);
}

}  // namespace
}  // namespace hone::cli
