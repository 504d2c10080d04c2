// SPDX-License-Identifier: MIT
//
// hone data where something is wrong: it says what, and leaves nothing behind.
#include <gmock/gmock.h>

#include <filesystem>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "tests/tuner/cli/data_support.hpp"
#include "tuner/formats/data_job.hpp"

namespace hone::cli {
namespace {

using ::testing::HasSubstr;

class DataFaults : public Data {
 protected:
  // What it says of wrong usage or input, with nothing new in the folder.
  std::string refusal(std::vector<std::string> words, int code = 2) const {
    words.insert(words.begin(), "data");
    const auto before = folder_.files();
    const Finished finished = run_hone(words);
    EXPECT_EQ(finished.code, code) << finished.out;
    EXPECT_EQ(folder_.files(), before);
    return finished.err;
  }
};

TEST_F(DataFaults, FilesWithNothingInThemAreEmptyDataSets) {
  for (const auto& [name, text] :
       {std::pair{"a.epd", ""}, std::pair{"a.csv", "fen,result\n"}, std::pair{"a.pgn", ""}}) {
    const std::string file = write(name, text);
    for (const char* const action : {"convert", "dedupe", "shuffle", "filter", "merge"}) {
      run({action, file, "--game", "chess", "--out", path("b.csv")});
      EXPECT_EQ(this->text("b.csv"), "fen,result,score,game\n") << action;
    }
    EXPECT_THAT(run({"info", file, "--game", "chess"}).out, HasSubstr(" 0"));
  }
  EXPECT_THAT(refusal({"info", write("b.epd", "")}), HasSubstr("say which with --game"));
  EXPECT_THAT(refusal({"info", write("c.csv", ""), "--game", "chess"}), HasSubstr("found an empty file"));
}

TEST_F(DataFaults, GamesOfAnotherGameAreRefused) {
  const std::string chess = write("a.pgn", "1. e4 e5 1-0\n"), checkers = write("a.pdn", "11-15 1-0\n");
  EXPECT_THAT(refusal({"info", chess, "--game", "checkers"}),
              HasSubstr("a.pgn: expected games of checkers, found chess"));
  EXPECT_THAT(refusal({"convert", chess, "--game", "checkers", "--out", path("b.csv")}),
              HasSubstr("expected games of checkers, found chess"));
  EXPECT_THAT(refusal({"merge", chess, checkers, "--out", path("b.games")}),
              HasSubstr("a.pdn: expected games of chess"));
  EXPECT_THAT(refusal({"merge", chess, checkers, "--out", path("b.csv")}), HasSubstr("a.pdn: expected games of chess"));
  EXPECT_THAT(refusal({"convert", chess, "--out", path("b.pdn")}), HasSubstr("b.pdn: expected games of checkers"));
}

TEST_F(DataFaults, NamesThatClashAreRefused) {
  const std::string file = write("a.csv", "position,result,game\nX../.../... O,1,1\n");
  EXPECT_THAT(refusal({"split", file, "--out", path("b.csv"), "--rest", path("b.csv")}), HasSubstr("the same file"));
  std::filesystem::create_symlink(file, folder_ / "c.csv");
  EXPECT_THAT(refusal({"split", file, "--out", file, "--rest", path("c.csv")}), HasSubstr("the same file"));
  run({"dedupe", file, "--out", file});
  EXPECT_EQ(text("a.csv"), "position,result,score,game\nX../.../... O,1,,1\n") << "a file may replace itself";
}

TEST_F(DataFaults, WhatCannotBeWrittenIsRefused) {
  const std::string file = write("a.epd", "X../.../... O [1]\n"), games = write("a.pgn", "1. e4 e5 1-0\n");
  EXPECT_THAT(refusal({"convert", file, "--out", path("none/b.csv")}), HasSubstr("cannot be written"));
  EXPECT_THAT(refusal({"convert", file, "--out", folder_.path().string()}), HasSubstr("cannot be written"));
  EXPECT_THAT(refusal({"convert", file, "--out", path("b.csv.gz")}), HasSubstr("not packed"));
  EXPECT_THAT(refusal({"convert", file, "--out", path("b.rows")}), HasSubstr("hone tune --cache"));
  EXPECT_THAT(refusal({"convert", games, "--out", path("b.rowtext")}), HasSubstr("hone tune --cache"));
  EXPECT_THAT(refusal({"dedupe", write("a.rowtext", ""), "--out", path("b.rowtext")}), HasSubstr("does not take rows"));
  EXPECT_THAT(refusal({"convert", path("a.rowtext"), "--out", path("b.csv")}), HasSubstr("*.rows or *.rowtext"));
}

TEST_F(DataFaults, AFullDiskLeavesNothing) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "there is no /dev/full here";
  const std::string file = write("a.epd", "X../.../... O [1]\n");
  std::filesystem::create_symlink("/dev/full", folder_ / "b.csv");
  for (const char* const action : {"convert", "shuffle", "dedupe"}) {
    EXPECT_THAT(refusal({action, file, "--out", path("b.csv")}, 3), HasSubstr("No space left on device"));
  }
}

TEST_F(DataFaults, AStoppedJobLeavesNothing) {
  std::string lines = "position,result,game\n";
  for (int i = 0; i < 50; ++i) lines += "X../.../... O,1," + std::to_string(i) + "\n";
  const std::string file = write("a.csv", lines), old = write("b.csv", "old");
  for (const char* const action : {"info", "convert", "filter", "dedupe", "split", "shuffle", "merge"}) {
    formats::DataJob job;
    job.action = formats::parse_data_action(action);
    job.files = {file};
    job.driver = &find_driver("tic_tac_toe");
    if (!job.only_reads()) job.out = old;
    if (job.action == formats::DataAction::split) job.rest = path("c.csv");
    std::stop_source source;
    std::uint64_t last = 0;
    const formats::DataSummary summary = formats::run_data_job(job, source.get_token(), [&](std::uint64_t read) {
      last = read;
      if (read == 20) source.request_stop();
    });
    EXPECT_FALSE(summary.is_whole) << action;
    EXPECT_EQ(last, 20U) << action;
    EXPECT_EQ(folder_.files(), 2) << action;
    EXPECT_EQ(text("b.csv"), "old") << action;
  }
}

}  // namespace
}  // namespace hone::cli
