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

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

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
      const bool are_games = std::string_view(name) == "a.pgn";
      EXPECT_EQ(this->text("b.csv"), are_games ? "fen,result,score,game,weight\n" : "fen,result,score,game\n")
          << action;
    }
    EXPECT_THAT(run({"info", file, "--game", "chess"}).out, HasSubstr(" 0"));
  }
  EXPECT_THAT(refusal({"info", write("b.epd", "")}), HasSubstr("say which with --game"));
  EXPECT_THAT(refusal({"info", write("c.csv", ""), "--game", "chess"}), HasSubstr("found an empty file"));
}

// Some program writes results as the side to move's 0, 1, 2. Leaving out the lines with a 2 would leave losses, and
// draws that are read as wins.
TEST_F(DataFaults, ResultsInAnotherSpellingAreRefusedWhateverMayBeLeftOut) {
  constexpr const char* one = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
  const std::string head = "fen,result,score\n";
  std::string lines = head;
  for (int i = 0; i < 3'000; ++i) lines += std::string(one) + (i % 2 == 0 ? ",1,20\n" : ",0,-20\n");
  const std::string last = std::string(one) + ",2,90\n";
  const std::string file = write("a.csv", lines + last), weights = path("w.weights");
  for (const char* const action : {"convert", "filter", "dedupe", "shuffle", "merge"}) {
    EXPECT_THAT(refusal({action, file, "--skip-bad", "--out", path("b.csv")}),
                HasSubstr("a.csv:3002: expected a result from 0 to 1, or 1-0, 0-1, 1/2-1/2, found '2'"));
  }
  EXPECT_THAT(refusal({"split", file, "--skip-bad", "--out", path("b.csv"), "--rest", path("c.csv")}),
              HasSubstr("a.csv:3002: "));
  EXPECT_THAT(refusal({"info", file, "--skip-bad"}), HasSubstr("a.csv:3002: "));
  EXPECT_THAT(refusal({"info", write("first.csv", head + last), "--skip-bad"}), HasSubstr("first.csv:2: expected a r"));
  for (const char* const threads : {"1", "3"}) {
    const Finished tuned = run_hone({"tune", "--game", "chess", "--data", file, "--skip-bad", "--threads", threads,
                                     "--cache", path("a.rows"), "--out", weights});
    EXPECT_EQ(tuned.code, 2);
    EXPECT_THAT(tuned.err, HasSubstr("a.csv:3002: expected a result from 0 to 1"));
    EXPECT_FALSE(std::filesystem::exists(weights));
    EXPECT_FALSE(std::filesystem::exists(path("a.rows")));
  }
}

TEST_F(DataFaults, EveryKindOfLabelIsRefusedInAnotherSpelling) {
  constexpr const char* one = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
  const std::string fen = one;
  const std::vector<std::pair<std::string, std::string>> cases{
      {"a.epd", fen + " [1.0]\n" + fen + " [-1]\n"},
      {"b.epd", fen + " c9 \"1-0\";\n" + fen + " c9 \"draw\";\n"},
      {"c.book", fen + " | 30 | 1.0\n" + fen + " | 30 | 2.0\n"},
      {"d.fen", fen + " 1-0\n" + fen + " 1/2\n"},
      {"e.csv", "fen,result,weight\n" + fen + ",1,1e39\n"},
      {"f.csv", "fen,result,score\n" + fen + ",1,1e300\n"},
      {"g.pgn", "[Result \"1-0\"]\n\n1. e4 1-0\n\n[Result \"1/2\"]\n\n1. e4 e5\n"},
  };
  for (const auto& [name, text] : cases) {
    EXPECT_THAT(refusal({"convert", write(name.c_str(), text), "--skip-bad", "--out", path("x.csv")}),
                HasSubstr(name + (name == "g.pgn" ? ":5: " : ":2: ")))
        << name;
  }
  write("r.names", "game toy\nmaterial list 2\n");
  EXPECT_THAT(refusal({"info", write("r.rowtext", "1 0:1\nbad line\n-1 0:1\n"), "--skip-bad"}),
              HasSubstr("r.rowtext:3: "));
}

// A mate has no centi-units, but whoever writes it as such means centi-units by his other scores.
TEST_F(DataFaults, AMateForAScoreIsTheFaultOfItsLine) {
  constexpr const char* one = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
  std::string lines = std::string("fen,result,score\n") + one + ",1,20\n";
  for (const char* const mate : {"#3", "#-3", "-#3", "#+12", "M5", "-M5"})
    lines += std::string(one) + ",1," + mate + '\n';
  const std::string file = write("a.csv", lines);
  EXPECT_THAT(refusal({"info", file}), HasSubstr("found the mate '#3' (6 bad lines in all)"));
  EXPECT_THAT(run({"info", file, "--skip-bad"}).out, HasSubstr("Positions      1"));
  for (const char* const other : {"#", "#x", "M", "3M", "##3"}) {
    const std::string bad = write("b.csv", lines + one + ",1," + other + '\n');
    EXPECT_THAT(refusal({"info", bad, "--skip-bad"}), HasSubstr("all of the file is refused")) << other;
  }
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
  EXPECT_THAT(refusal({"convert", file, "--to", "csv", "--out", folder_.path().string()}),
              HasSubstr("cannot be written"));
  EXPECT_THAT(refusal({"convert", file, "--out", path("b.csv.gz")}), HasSubstr("not packed"));
  EXPECT_THAT(refusal({"convert", file, "--out", path("b.rows")}), HasSubstr("hone tune --cache"));
  EXPECT_THAT(refusal({"convert", games, "--out", path("b.rowtext")}), HasSubstr("hone tune --cache"));
  EXPECT_THAT(refusal({"dedupe", write("a.rowtext", ""), "--out", path("b.rowtext")}), HasSubstr("does not take rows"));
  EXPECT_THAT(refusal({"convert", path("a.rowtext"), "--out", path("b.csv")}), HasSubstr("*.rows or *.rowtext"));
}

TEST_F(DataFaults, NamesThatSayNoFormatAreRefused) {
  const std::string file = write("a.epd", "X../.../... O [1]\n");
  for (const char* const name : {"x.json", "g.cvs", "g.csv.bak", "g", "g.CS"}) {
    EXPECT_THAT(
        refusal({"convert", file, "--out", path(name)}),
        AllOf(HasSubstr(std::string(name) + ": the name does not say in which format to write; end it in .games, "
                                            ".pgn, .pdn, .sgf, .txt, .viriformat, "),
              HasSubstr(", .rows, .rowtext, or add --to FORMAT")));
  }
  EXPECT_THAT(refusal({"split", file, "--out", path("b.csv"), "--rest", path("c.json")}),
              HasSubstr("c.json: the name"));
  EXPECT_THAT(refusal({"convert", file, "--to", "json", "--out", path("b.csv")}), HasSubstr("json"));
  EXPECT_THAT(refusal({"convert", file, "--to", "pgn", "--out", path("b.csv")}), HasSubstr("positions cannot become"));
  EXPECT_THAT(refusal({"info", file, "--to", "csv"}), HasSubstr("it takes no --to"));
  run({"convert", file, "--to", "csv", "--out", path("x.json")});
  EXPECT_EQ(text("x.json"), "position,result,score,game\nX../.../... O,1,,\n");
}

TEST_F(DataFaults, FilesThatAreThereAreOnlyReplacedOnRequest) {
  const std::string file = write("a.epd", "X../.../... O [1]\n"), old = write("b.csv", "precious");
  EXPECT_THAT(refusal({"convert", file, "--out", old}), HasSubstr("b.csv is there already; --overwrite replaces it"));
  EXPECT_THAT(refusal({"dedupe", file, "--out", file}), HasSubstr("a.epd is there already"));
  EXPECT_THAT(refusal({"split", file, "--out", path("c.csv"), "--rest", old}), HasSubstr("b.csv is there already"));
  EXPECT_EQ(text("b.csv"), "precious");
  write("r.names", "game toy\nmaterial list 2\n");
  run({"convert", write("r.rowtext", "1 0:1\n"), "--out", path("r.rows")});
  EXPECT_THAT(refusal({"convert", path("r.rows"), "--to", "rowtext", "--out", path("r.new")}),
              HasSubstr("r.names is there already"));
  EXPECT_EQ(run_hone({"data", "convert", file, "--out", write("empty.csv", "")}).code, 0) << "nothing is lost";
  EXPECT_EQ(run_hone({"data", "convert", file, "--out", old, "--overwrite"}).code, 0);
  EXPECT_EQ(text("b.csv"), "position,result,score,game\nX../.../... O,1,,\n");
}

TEST_F(DataFaults, PositionsUnderANameOfGamesAreRead) {
  const std::string file = write("a.txt", "8/8/4k3/8/8/4K3/4P3/8 w - - 0 60 [1.0]\n");
  EXPECT_THAT(run({"info", file}).out, HasSubstr("Positions      1"));
  EXPECT_THAT(refusal({"info", file + ",format=txt"}), HasSubstr("rename it to .epd"));
  EXPECT_THAT(refusal({"info", write("b.txt", "8/8/4k3/8/8/4K3/4P3/8 w - - 0 60\n")}),
              HasSubstr("the first line is no position with a result"));
  std::filesystem::rename(file, path("a.book"));
  EXPECT_THAT(run({"info", path("a.book")}).out, HasSubstr("Positions      1"));
}

TEST_F(DataFaults, ControlCharactersStayWithinMessagesAndTables) {
  const std::string evil = "\x1B]0:pwned\x07";
  const std::string games = write("a.pgn", "[White \"" + evil + "\"]\n[Black \"b\"]\n\n1. e4 e5 1-0\n");
  EXPECT_THAT(run({"info", games}).out, AllOf(HasSubstr("\\x1b]0:pwned\\x07"), Not(HasSubstr("\x1B"))));
  run({"convert", games, "--out", path("b.txt")});
  EXPECT_THAT(run({"head", path("b.txt")}).out, AllOf(HasSubstr("\\x1b]0:pwned\\x07"), Not(HasSubstr("\x1B"))));
  const std::string fen = "8/8/4k3/8/8/4K3/4P3/8 w - - ";
  const std::vector<std::pair<const char*, std::string>> cases{
      {"c.epd", fen + "c9 \"" + evil + "\";\n"},
      {"d.csv", "fen,result\n" + fen + "0 1," + evil + "\n"},
      {"e.pgn", "[White " + evil + "]\n\n1. e4 1-0\n"},
      {"f.pgn", "1. " + evil + " e5 1-0\n"},
      {"g.txt", evil + "\n"},
      {"i.epd", evil + "/8/8 w - - [1.0]\n"},
      {"h.csv", evil + "\n"},
  };
  for (const auto& [name, text] : cases) {
    const std::string message = refusal({"info", write(name, text), "--game", "chess"});
    EXPECT_THAT(message, AllOf(HasSubstr(name), HasSubstr("\\x1b]0:pwned"), Not(HasSubstr("\x1B")))) << name;
  }
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
