// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "data/atomic_file.hpp"
#include "tests/temp_folder.hpp"
#include "tests/tuner/cli/run_hone.hpp"

namespace hone::cli {
namespace {

using testing::HasSubstr;
using Words = std::vector<std::string>;

class Openings : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string text(const std::string& name) const { return read_file(folder_ / name); }
  std::string write(const std::string& name, const std::string& content) const {
    write_plainly(folder_ / name, content);
    return path(name);
  }

  Finished run(Words words) const {
    words.insert(words.begin(), {"openings", "--log", "warning"});
    return run_hone(words);
  }
  // A small chess suite.
  Finished make(const std::string& name, Words more) const {
    more.insert(more.end(), {"--game", "chess", "--count", "20", "--nodes", "300", "--out", path(name)});
    return run(more);
  }
  // What it says of wrong usage or input, with nothing new in the folder.
  std::string refusal(const Words& words) const {
    const auto before = folder_.files();
    const Finished finished = run(words);
    EXPECT_EQ(finished.code, 2) << finished.out;
    EXPECT_EQ(folder_.files(), before);
    return finished.err;
  }

  TempFolder folder_;
};

TEST_F(Openings, AreWhatAMatchIsPlayedFrom) {
  for (const char* game : {"tic_tac_toe", "othello", "chess"}) {
    const Finished made = run({"--game", game, "--count", "5", "--nodes", "200", "--out", path(game)});
    ASSERT_EQ(made.code, 0) << made.out << made.err;
    const Finished played = run_hone({"match", "--game", game, "--player", "a=weights:material", "--player", "b=random",
                                      "--depth", "1", "--games", "10", "--openings", path(game), "--record",
                                      path(std::string(game) + ".games"), "--log", "warning"});
    EXPECT_LE(played.code, 1) << played.err;
    EXPECT_THAT(played.out, HasSubstr("10 games"));
  }
}

TEST_F(Openings, AreTheSameBytesForAnyNumberOfThreads) {
  for (const Words& from :
       {Words{"--from", "random"}, Words{"--from", "explored", "--explore-nodes", "200", "--plies", "3"}}) {
    const auto made = [&](const std::string& name, const Words& more) {
      Words words = from;
      words.insert(words.end(), more.begin(), more.end());
      EXPECT_EQ(make(name, words).code, 0);
      return text(name);
    };
    const std::string suite = made("one", {"--threads", "1"});
    EXPECT_EQ(suite, made("two", {"--threads", "2"}));
    EXPECT_NE(suite, made("other", {"--seed", "2"}));
  }
}

TEST_F(Openings, SayWhatTheyAreInTheirFile) {
  ASSERT_EQ(make("suite.epd", {"--bound", "50-150", "--seed", "5", "--weights", "material"}).code, 0);
  EXPECT_THAT(text("suite.epd"), testing::ContainsRegex("^[^#\n]* c0 \"hone openings: chess, judging positions"));
  EXPECT_THAT(text("suite.epd"), HasSubstr("|score| 50..150 at nodes 300"));
  ASSERT_EQ(run({"--game", "tic_tac_toe", "--count", "3", "--out", path("suite.txt")}).code, 0);
  EXPECT_THAT(text("suite.txt"), testing::StartsWith("# hone openings: tic_tac_toe"));
}

TEST_F(Openings, AreCleanedWhereTheyComeFromAFile) {
  const std::string book = write("book.epd",
                                 "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -\n"
                                 "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - hmvc 3; fmvn 7; id \"x\";\n"
                                 "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3\n");
  const Finished cleaned =
      run({"--game", "chess", "--from", book, "--use", "any", "--out", path("clean.epd"), "--json", path("json")});
  EXPECT_EQ(cleaned.code, 0) << cleaned.err;
  const auto json = nlohmann::json::parse(text("json"));
  EXPECT_EQ(json["openings"], 1);
  EXPECT_EQ(json["tried"], 3);
  EXPECT_EQ(json["fates"]["over"], 1);
  EXPECT_EQ(json["fates"]["duplicate"], 1);
}

TEST_F(Openings, OfGamesAreTheirFirstMoves) {
  const std::string book = write("book.pgn", "1. c4 e6 2. Nf3 Nf6 *\n\n1. Nf3 Nf6 2. c4 e6 *\n\n1. d4 d5 *\n");
  const Words from{"--game", "chess", "--from", book, "--use", "any", "--out", path("clean.epd")};
  Words two_plies = from;
  two_plies.insert(two_plies.end(), {"--plies", "2"});
  EXPECT_THAT(run(two_plies).out, HasSubstr("Suite          3 openings"));
  EXPECT_THAT(run(from).out, HasSubstr("1 duplicate, 2 kept")) << "a transposition";
}

TEST_F(Openings, ExcludeThePositionsOfOtherFiles) {
  ASSERT_EQ(make("first.epd", {}).code, 0);
  const Finished again = run(
      {"--game", "chess", "--from", path("first.epd"), "--exclude", path("first.epd"), "--out", path("second.epd")});
  EXPECT_EQ(again.code, 1);
  EXPECT_THAT(again.out, HasSubstr("20 excluded"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "second.epd"));
}

TEST_F(Openings, WriteWhatThereIsWhenThereAreFewer) {
  const Words words{"--game", "tic_tac_toe", "--plies",    "1",   "--bound", "20000",
                    "--use",  "any",         "--patience", "200", "--out",   path("suite")};
  EXPECT_EQ(run(words).code, 0) << "as many as there are";
  Words counted = words;
  counted.insert(counted.end(), {"--count", "10"});
  const Finished finished = run(counted);
  EXPECT_EQ(finished.code, 1);
  EXPECT_THAT(finished.err, HasSubstr("9 of 10 openings were found"));
  EXPECT_TRUE(std::filesystem::exists(folder_ / "suite"));
}

TEST_F(Openings, RefuseWhatMakesNoSense) {
  const auto said = [&](Words words) {
    words.insert(words.end(), {"--game", "chess", "--out", path("suite.epd")});
    return refusal(words);
  };
  EXPECT_THAT(said({"--count", "0"}), HasSubstr("--count"));
  EXPECT_THAT(said({"--plies", "1001"}), HasSubstr("0 to 1000"));
  EXPECT_THAT(said({"--plies", "9-8"}), HasSubstr("LOW-HIGH"));
  EXPECT_THAT(said({"--plies", "-3"}), HasSubstr("--plies"));
  EXPECT_THAT(said({"--bound", "x"}), HasSubstr("a whole number"));
  EXPECT_THAT(said({"--bound", "120-80"}), HasSubstr("LOW-HIGH"));
  EXPECT_THAT(said({"--order", "random"}), HasSubstr("--order goes with --from FILE"));
  EXPECT_THAT(said({"--temperature", "5"}), HasSubstr("--temperature goes with --from explored"));
  EXPECT_THAT(said({"--from", path("missing.epd")}), HasSubstr("missing.epd"));
  EXPECT_THAT(said({"--exclude", path("missing.epd")}), HasSubstr("missing.epd"));
  EXPECT_THAT(said({"--from", write("bad.epd", "not a position\n")}), HasSubstr("bad.epd:1:"));
  EXPECT_THAT(said({"--from", write("suite.epd", "not a position\n")}), HasSubstr("name the same file"));
  EXPECT_THAT(refusal({"--game", "chess", "--out", path("suite.pgn")}), HasSubstr("lines of positions"));
  EXPECT_THAT(refusal({"--game", "chess", "--out", path("none/suite.epd")}), HasSubstr("cannot be written"));
  EXPECT_THAT(refusal({"--game", "chess"}), HasSubstr("--out"));
}

TEST_F(Openings, AFullDiskLeavesNothing) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "there is no /dev/full here";
  std::filesystem::create_symlink("/dev/full", folder_ / "suite.epd");
  const Finished finished = make("suite.epd", {});
  EXPECT_EQ(finished.code, 3);
  EXPECT_THAT(finished.err, HasSubstr("No space left on device"));
  EXPECT_EQ(folder_.files(), 1);
}

TEST_F(Openings, WriteNothingWhenInterrupted) {
  const int code = std::system(("timeout --preserve-status -s INT 1 " HONE_BINARY
                                " openings --game chess --count 1000000 --log warning --out " +
                                path("suite.epd") + " >" + path("said") + " 2>&1")
                                   .c_str());
  EXPECT_EQ(WEXITSTATUS(code), 130);
  EXPECT_THAT(text("said"), HasSubstr("nothing was written"));
  EXPECT_EQ(folder_.files(), 1);
}

// -- For OpenBench

std::vector<std::string> genfens_of(const std::string& text) {
  std::vector<std::string> fens;
  std::istringstream lines(text);
  constexpr std::string_view head = "info string genfens ";
  for (std::string line; std::getline(lines, line);) {
    EXPECT_TRUE(line.starts_with(head)) << line;
    fens.push_back(line.substr(head.size()));
  }
  return fens;
}

TEST_F(Openings, AreGivenToOpenBench) {
  const Finished first = run_hone({"genfens 5 seed 7 book None", "quit"});
  ASSERT_EQ(first.code, 0) << first.err;
  const std::vector<std::string> fens = genfens_of(first.out);
  EXPECT_EQ(std::set<std::string>(fens.begin(), fens.end()).size(), 5U);
  EXPECT_EQ(std::count(fens[0].begin(), fens[0].end(), ' '), 5);
  EXPECT_EQ(run_hone({"genfens 5 seed 7 book None", "quit"}).out, first.out);
  EXPECT_NE(run_hone({"genfens 5 seed 8 book None"}).out, first.out);

  std::string book;
  for (const std::string& fen : fens) book += fen + '\n';
  const std::string file = write("book.epd", book);
  const Finished booked = run_hone({"genfens 3 seed 1 book " + file, "quit"});
  ASSERT_EQ(booked.code, 0) << booked.err;
  for (const std::string& fen : genfens_of(booked.out)) EXPECT_THAT(fens, testing::Contains(fen));
}

TEST_F(Openings, ForOpenBenchAreAskedForInItsWords) {
  const auto refused = [](const std::string& question, int code, const std::string& why) {
    const Finished finished = run_hone({question, "quit"});
    EXPECT_EQ(finished.code, code) << question;
    EXPECT_THAT(finished.err, HasSubstr(why)) << question;
  };
  refused("genfens", 2, "a number for N");
  refused("genfens x seed 1 book None", 2, "found 'x'");
  refused("genfens 0 seed 1 book None", 2, "1 or more");
  refused("genfens 3 seed -1 book None", 2, "a number for the seed");
  refused("genfens 3 seed 1 book /no/such/book.epd", 2, "/no/such/book.epd");
  for (const char* const question : {"genfens 3", "genfens 3 seed", "genfens 3 sede 8 book None", "genfens 3 seed 8",
                                     "genfens 3 seed 8 book", "genfens 3 book None seed 8"}) {
    refused(question, 2, "expected genfens N seed S book B");
  }
}

// A client that waits for the third opening of a book of one would take the engine for hung.
TEST_F(Openings, ForOpenBenchGoOnWhereABookEnds) {
  const std::string start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
  const Finished finished = run_hone({"genfens 3 seed 1 book " + write("one.epd", start + "\n"), "quit"});
  EXPECT_EQ(finished.code, 0) << finished.err;
  const std::vector<std::string> fens = genfens_of(finished.out);
  ASSERT_EQ(fens.size(), 3U);
  EXPECT_EQ(fens[0], start);
  EXPECT_EQ(std::set<std::string>(fens.begin(), fens.end()).size(), 3U);
}

}  // namespace
}  // namespace hone::cli
