// SPDX-License-Identifier: MIT
//
// hone refine as a program.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "data/atomic_file.hpp"
#include "data/weights.hpp"
#include "engine/game_driver.hpp"
#include "tests/temp_folder.hpp"
#include "tests/tuner/cli/killed.hpp"
#include "tests/tuner/cli/run_hone.hpp"

namespace hone::cli {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

std::vector<std::string> short_refinement(const fs::path& folder, const std::vector<std::string>& more = {},
                                          const std::string& threads = "2", const std::string& seed = "3") {
  std::vector<std::string> words{"refine",
                                 "--game",
                                 "chess",
                                 "--out",
                                 folder.string(),
                                 "--parameters",
                                 "search.*_margin",
                                 "--games",
                                 "48",
                                 "--nodes",
                                 "150",
                                 "--positions",
                                 "20",
                                 "--batch",
                                 "4",
                                 "--final-games",
                                 "8",
                                 "--sprt",
                                 "off",
                                 "--seed",
                                 seed,
                                 "--threads",
                                 threads,
                                 "--log",
                                 "warning"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

std::string bytes_of(const fs::path& folder) {
  std::string all;
  for (const char* name :
       {"journal.jsonl", "best.options", "best.weights", "final.json", "report.html", "start.weights"}) {
    all += read_file(folder / name);
  }
  return all;
}

TEST(Refine, KeepsWhatItFoundAndHowItCameThere) {
  const TempFolder folder;
  const Finished done = run_hone(short_refinement(folder / "r", {"--json", (folder / "r.json").string()}));
  ASSERT_TRUE(done.code == 0 || done.code == 1) << done.err;
  EXPECT_THAT(done.out, AllOf(HasSubstr("search.delta_margin"), HasSubstr("Games          48 of 48"),
                              ContainsRegex("Predicted      [+-][0-9.]+ \\+- [0-9.]+ Elo\n")));
  EXPECT_THAT(read_file(folder / "r" / "best.options"), HasSubstr("setoption name delta_margin value "));
  const std::string page = read_file(folder / "r" / "report.html");
  EXPECT_THAT(page, HasSubstr("search.delta_margin"));
  for (const char* unreadable : {">-0.0<", ">nan", ">inf"}) EXPECT_THAT(page, Not(HasSubstr(unreadable)));
  EXPECT_THAT(page, Not(ContainsRegex(">[0-9.]+e[+]")));  // a step as 1.9e+02
  const auto json = nlohmann::json::parse(read_file(folder / "r.json"));
  EXPECT_EQ(json.at("games"), 48);
  EXPECT_EQ(json.at("done"), true);
  ASSERT_FALSE(json.at("parameters").empty());
  for (const auto& each : json.at("parameters")) {
    EXPECT_GE(each.at("value"), each.at("least"));
    EXPECT_LE(each.at("value"), each.at("most"));
  }
  const Finished status = run_hone({"refine", "--status", (folder / "r").string()});
  EXPECT_EQ(status.code, 0) << status.err;
  EXPECT_THAT(status.out, AllOf(HasSubstr("Games          48 of 48"), HasSubstr("Last match     8 games, ")));
  // what came out plays
  const Finished played = run_hone({"match", "--game", "chess", "--player", "a=uci:" HONE_BINARY " uci", "--options",
                                    "a=" + (folder / "r" / "best.options").string(), "--player", "b=weights:default",
                                    "--nodes", "50", "--games", "2", "--log", "warning"});
  EXPECT_EQ(played.code, 0) << played.err;
}

TEST(Refine, IsTheSameForAnyNumberOfThreads) {
  const TempFolder folder;
  ASSERT_LT(run_hone(short_refinement(folder / "r")).code, 2);
  ASSERT_LT(run_hone(short_refinement(folder / "s" / "r", {}, "1")).code, 2);
  EXPECT_EQ(bytes_of(folder / "r"), bytes_of(folder / "s" / "r"));
  ASSERT_LT(run_hone(short_refinement(folder / "t" / "r", {}, "2", "4")).code, 2);
  EXPECT_NE(bytes_of(folder / "r"), bytes_of(folder / "t" / "r"));
}

TEST(Refine, StopsAtCtrlCAndGoesOn) {
  const TempFolder folder;
  ASSERT_LT(run_hone(short_refinement(folder / "r")).code, 2);
  RunSetup interrupted;
  interrupted.interrupt = true;
  const Finished stopped = run_hone(short_refinement(folder / "s" / "r"), interrupted);
  EXPECT_EQ(stopped.code, 3) << stopped.err;
  EXPECT_THAT(stopped.out, HasSubstr("refine --resume " + (folder / "s" / "r").string()));
  EXPECT_EQ(run_hone({"refine", "--status", (folder / "s" / "r").string()}).code, 3);
  const Finished again = run_hone({"refine", "--resume", (folder / "s" / "r").string(), "--log", "warning"});
  ASSERT_LT(again.code, 2) << again.err;
  EXPECT_EQ(bytes_of(folder / "r"), bytes_of(folder / "s" / "r"));
}

TEST(Refine, MovesWeightsInTheMetricOfAPosterior) {
  const TempFolder folder;
  const std::string games = (folder / "a.games").string(), posterior = (folder / "a.posterior").string();
  ASSERT_EQ(run_hone({"selfplay", "--game", "chess", "--games", "30", "--nodes", "50", "--out", games, "--quiet"}).code,
            0);
  ASSERT_EQ(run_hone({"tune", "--game", "chess", "--data", games, "--start", "default", "--keep-posterior", posterior,
                      "--out", (folder / "a.weights").string(), "--quiet"})
                .code,
            0);
  const Finished done = run_hone({"refine",
                                  "--game",
                                  "chess",
                                  "--out",
                                  (folder / "r").string(),
                                  "--parameters",
                                  "mobility.*",
                                  "--parameters",
                                  "search.reverse_futility_margin",
                                  "--posterior",
                                  posterior,
                                  "--directions",
                                  "5",
                                  "--games",
                                  "32",
                                  "--nodes",
                                  "60",
                                  "--positions",
                                  "20",
                                  "--batch",
                                  "4",
                                  "--final-games",
                                  "0",
                                  "--log",
                                  "warning"});
  ASSERT_LT(done.code, 2) << done.err;
  EXPECT_THAT(done.out, AllOf(HasSubstr("Directions     6"), HasSubstr("mobility.knight")));
  EXPECT_TRUE(fs::exists(folder / "r" / "start.posterior"));
  EXPECT_LT(
      run_hone({"weights", "diff", (folder / "r" / "start.weights").string(), (folder / "r" / "best.weights").string()})
          .code,
      2)
      << "both can be read";
}

TEST(Refine, RefinesTheOptionsOfAnEngine) {
  const TempFolder folder;
  const std::string engine = "uci:" HONE_BINARY " uci";
  const Finished done = run_hone({"refine",
                                  "--engine",
                                  engine,
                                  "--options",
                                  "delta_margin",
                                  "--options",
                                  "razoring_base",
                                  "--set",
                                  "razoring_base=150",
                                  "--out",
                                  (folder / "r").string(),
                                  "--games",
                                  "16",
                                  "--nodes",
                                  "100",
                                  "--positions",
                                  "20",
                                  "--batch",
                                  "2",
                                  "--threads",
                                  "1",
                                  "--final-games",
                                  "2",
                                  "--sprt",
                                  "off",
                                  "--log",
                                  "warning"});
  ASSERT_LT(done.code, 2) << done.err;
  EXPECT_THAT(done.out, HasSubstr("razoring_base"));
  EXPECT_THAT(read_file(folder / "r" / "start.options"), HasSubstr("setoption name razoring_base value 150"));
  EXPECT_THAT(read_file(folder / "r" / "best.options"), HasSubstr("setoption name delta_margin value "));
  EXPECT_THAT(read_file(folder / "r" / "config"), HasSubstr("resign = off")) << "scores of others end no game unasked";
}

TEST(Refine, RefinesAListOfOpenBench) {
  const TempFolder folder;
  const std::string out = (folder / "r").string(), list = (folder / "list").string();
  const auto refine = [&](std::string_view text) {
    write_plainly(list, text);
    return run_hone({"refine",    "--engine", "uci:" HONE_BINARY " uci",
                     "--spsa",    list,       "--out",
                     out,         "--games",  "16",
                     "--nodes",   "100",      "--positions",
                     "20",        "--batch",  "2",
                     "--threads", "1",        "--final-games",
                     "0",         "--log",    "warning"});
  };
  const Finished unknown = refine("delta_margin, int, 140, 0, 800, 10, 0.002\nnosuch, int, 1, 0, 2, 1, 0.002\n");
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.err, HasSubstr(list + ":2: the engine has no option 'nosuch' with whole numbers"));
  const Finished beyond = refine("delta_margin, int, 140, -1, 800, 10, 0.002\n");
  EXPECT_EQ(beyond.code, 2);
  EXPECT_THAT(beyond.err, HasSubstr(list + ":1: option delta_margin: expected a whole number, 0 to 800, found '-1'"));
  EXPECT_FALSE(fs::exists(out)) << "nothing is left of a command that is refused";

  const std::string text = "Delta_Margin, int, 140, 100, 300, 10, 0.002\nrazoring_base, int, 150, 0, 1000, 20, 0.002\n";
  const Finished done = refine(text);
  ASSERT_LT(done.code, 2) << done.err;
  EXPECT_EQ(read_file(fs::path(out) / "start.options"),
            "setoption name delta_margin value 140\nsetoption name razoring_base value 150\n");
  EXPECT_EQ(read_file(fs::path(out) / "start.spsa"), text);
  fs::remove(list);
  EXPECT_EQ(run_hone({"refine", "--status", out}).code, 0);
  write_plainly(fs::path(out) / "start.spsa",
                "delta_margin, int, 140, 100, 301, 10, 0.002\nrazoring_base, int, 150, 0, 1000, 20, 0.002\n");
  const Finished changed = run_hone({"refine", "--status", out});
  EXPECT_EQ(changed.code, 2);
  EXPECT_THAT(changed.err, HasSubstr("is not what the refinement began with"));
}

TEST(Refine, RefusesWhatIsWrong) {
  const TempFolder folder;
  const auto expect_refused = [&](const std::vector<std::string>& words, const std::string& why) {
    const Finished refused = run_hone(words);
    EXPECT_EQ(refused.code, 2) << why;
    EXPECT_THAT(refused.err, HasSubstr(why));
  };
  const std::string out = (folder / "r").string();
  expect_refused({"refine", "--game", "chess", "--parameters", "search.*"}, "give either --out DIR or --resume DIR");
  expect_refused({"refine", "--game", "chess", "--out", out}, "--parameters");
  expect_refused({"refine", "--game", "chess", "--out", out, "--parameters", "search.nothing"},
                 "found 'search.nothing'");
  expect_refused({"refine", "--game", "chess", "--out", out, "--parameters", "search.*", "--games", "7"}, "--games");
  expect_refused(
      {"refine", "--game", "chess", "--out", out, "--parameters", "search.*", "--parameter", "delta_margin=-1"},
      "delta_margin from 0 to 800");
  expect_refused({"refine", "--game", "chess", "--out", out, "--parameters", "search.*", "--options", "x"}, "--engine");
  expect_refused({"refine", "--engine", "uci:" HONE_BINARY " uci", "--out", out, "--options", "nothing*"}, "nothing*");
  expect_refused({"refine", "--engine", "uci:" HONE_BINARY " uci", "--out", out},
                 "by --options, or list them by --spsa");
  expect_refused({"refine", "--engine", "uci:" HONE_BINARY " uci", "--out", out, "--options", "x", "--spsa", "y"},
                 "by --options, or list them by --spsa");
  expect_refused({"refine", "--resume", out}, "no refinement was begun there");
  EXPECT_FALSE(fs::exists(out)) << "nothing is left of a command that is refused";
  fs::create_directory(out);
  write_plainly(folder / "r" / "mine.txt", "mine");
  expect_refused({"refine", "--game", "chess", "--out", out, "--parameters", "search.*"}, "other files");
}

// Where it began stands in its folder: the numbers of a later program may be others.
TEST(Refine, BeginsWhereItsFolderSays) {
  const TempFolder folder;
  const fs::path run = folder / "r";
  ASSERT_LT(run_hone(short_refinement(run)).code, 2);
  const std::string start = read_file(run / "start.options");
  const auto replaced = [&](const std::string& before, const std::string& after) {
    const std::size_t at = start.find(before);
    EXPECT_NE(at, std::string::npos) << start;
    return start.substr(0, at) + after + start.substr(at + before.size());
  };
  const auto expect_refused = [&](const std::string& options, const std::string& why) {
    write_plainly(run / "start.options", options);
    const Finished refused = run_hone({"refine", "--status", run.string()});
    EXPECT_EQ(refused.code, 2) << options;
    EXPECT_THAT(refused.err, HasSubstr(why));
  };
  expect_refused(replaced("delta_margin value 150", "delta_margin value 151"), "is not what the refinement began with");
  expect_refused(replaced("delta_margin value", "no_such_margin value"), "start.options");
  write_plainly(run / "start.options", start);
  EXPECT_EQ(run_hone({"refine", "--status", run.string()}).code, 0);
}

TEST(Refine, RefusesADamagedJournalAndOtherOptions) {
  const TempFolder folder;
  const fs::path run = folder / "r";
  ASSERT_LT(run_hone(short_refinement(run)).code, 2);
  const std::vector<std::string> resume{"refine", "--resume", run.string(), "--log", "warning"};
  EXPECT_LT(run_hone(resume).code, 2) << "what is done may be asked again";
  std::vector<std::string> other = resume;
  other.insert(other.end(), {"--nodes", "70"});
  EXPECT_THAT(run_hone(other).err, HasSubstr("nodes"));
  EXPECT_THAT(run_hone(short_refinement(run)).err, HasSubstr("holds a refinement"));

  const std::string journal = read_file(run / "journal.jsonl"), config = read_file(run / "config");
  std::string damaged = journal;
  damaged[damaged.find("\"points\":") + 9] ^= 1;
  write_plainly(run / "journal.jsonl", damaged);
  EXPECT_THAT(run_hone(resume).err, HasSubstr("journal.jsonl:3: the line is not as it was written"));
  write_plainly(run / "journal.jsonl", journal);

  std::string changed = config;
  changed.replace(changed.find("nodes = 150"), 11, "nodes = 151");
  write_plainly(run / "config", changed);
  EXPECT_THAT(run_hone(resume).err, HasSubstr("begun with another --nodes"));
  write_plainly(run / "config", config);

  std::string weights = read_file(run / "start.weights");
  const std::size_t digit = weights.find_first_of("123456789", weights.find("mg = "));
  weights[digit] = weights[digit] == '1' ? '2' : '1';
  const std::string before = read_file(run / "start.weights");
  write_plainly(run / "start.weights", weights);
  EXPECT_THAT(run_hone(resume).err, HasSubstr("not what the refinement began with"));
  write_plainly(run / "start.weights", before);
  EXPECT_LT(run_hone(resume).code, 2);
}

TEST(Refine, NamesTheFilesThatItWrites) {
  const TempFolder folder;
  const Finished both = run_hone(short_refinement(folder / "r"));
  EXPECT_THAT(both.out, HasSubstr("best.options, .weights\n"));
  const Finished weights =
      run_hone({"refine", "--game", "chess", "--out", (folder / "w").string(), "--parameters", "mobility.knight*",
                "--games", "4", "--nodes", "50", "--positions", "10", "--final-games", "0", "--log", "warning"});
  ASSERT_LT(weights.code, 2) << weights.err;
  EXPECT_THAT(weights.out, HasSubstr("Result         " + (folder / "w" / "best.weights").string() + "\n"));
}

// Names of files are any bytes, and the journal is UTF-8.
TEST(Refine, GoesOnFromAFileWhoseNameIsOfAnotherEncoding) {
  const TempFolder folder;
  const fs::path weights = folder / "w\xe4.weights";
  write_weights(weights, find_driver("chess").material_weights());
  ASSERT_LT(run_hone(short_refinement(folder / "r", {"--weights", weights.string()})).code, 2);
  const Finished again = run_hone({"refine", "--resume", (folder / "r").string(), "--log", "warning"});
  EXPECT_LT(again.code, 2) << again.err;
  EXPECT_EQ(run_hone({"refine", "--status", (folder / "r").string()}).code, 0);
}

TEST(Refine, TellsNothingOfAFolderWhoseOptionsWereChanged) {
  const TempFolder folder;
  const fs::path run = folder / "r";
  ASSERT_LT(run_hone(short_refinement(run, {"--cost", "50"})).code, 2);
  std::string config = read_file(run / "config");
  config.replace(config.find("cost = 50"), 9, "cost = 70");
  write_plainly(run / "config", config);
  const Finished status = run_hone({"refine", "--status", run.string()});
  EXPECT_EQ(status.code, 2) << status.out;
  EXPECT_THAT(status.err, HasSubstr("begun with another --cost"));
  EXPECT_THAT(run_hone({"report", run.string()}).err, HasSubstr("begun with another --cost"));
}

TEST(Refine, KeepsTheResultOfItsMatchBeforeItSaysThatItIsOver) {
  const TempFolder folder;
  const fs::path run = folder / "r";
  ASSERT_LT(run_hone(short_refinement(run)).code, 2);
  const std::string result = read_file(run / "final.json");
  // As if the disk had been full when the match was over.
  std::string journal = read_file(run / "journal.jsonl");
  ASSERT_NE(journal.find("{\"event\":\"proof\""), std::string::npos);
  journal.resize(journal.find("{\"event\":\"proof\""));
  write_plainly(run / "journal.jsonl", journal);
  fs::remove(run / "final.json");
  fs::create_directories(run / "final.json" / "in the way");
  const std::vector<std::string> resume{"refine", "--resume", run.string(), "--log", "warning"};
  EXPECT_GT(run_hone(resume).code, 1) << "final.json cannot be written";
  fs::remove_all(run / "final.json");
  EXPECT_LT(run_hone(resume).code, 2);
  EXPECT_EQ(read_file(run / "final.json"), result);
}

TEST(Refine, RefusesADamagedLastMatch) {
  const TempFolder folder;
  const fs::path run = folder / "r";
  ASSERT_LT(run_hone(short_refinement(run)).code, 2);
  const std::vector<std::string> resume{"refine", "--resume", run.string(), "--log", "warning"};
  for (const char* name : {"final.games", "final.json"}) {
    const std::string whole = read_file(run / name);
    std::string changed = whole;
    changed[changed.size() / 2] ^= 1;
    write_plainly(run / name, changed);
    const Finished refused = run_hone(resume);
    EXPECT_EQ(refused.code, 2) << name;
    EXPECT_THAT(refused.err, HasSubstr(std::string(name) + ": was changed"));
    fs::remove(run / name);
    EXPECT_THAT(run_hone(resume).err, HasSubstr(std::string(name) + ": is missing"));
    write_plainly(run / name, whole);
  }
  EXPECT_LT(run_hone(resume).code, 2);
}

TEST(Refine, RepairsItsLastMatch) {
  const TempFolder folder;
  const fs::path run = folder / "r";
  const int code = run_hone(short_refinement(run)).code;
  ASSERT_LT(code, 2);
  const std::string games = read_file(run / "final.games"), result = read_file(run / "final.json"),
                    best = read_file(run / "best.options");
  const std::vector<std::string> resume{"refine", "--resume", run.string(), "--log", "warning"};
  std::vector<std::string> repair = resume;
  repair.emplace_back("--repair");
  write_plainly(run / "final.games", "x");
  fs::remove(run / "best.options");
  EXPECT_THAT(run_hone(resume).err, HasSubstr("--repair sets the files of the last match aside"));
  EXPECT_EQ(read_file(run / "best.options"), best) << "made again from the journal";
  EXPECT_THAT(run_hone({"refine", "--status", run.string()}).out, HasSubstr("Damaged        "));
  EXPECT_EQ(run_hone(repair).code, code);
  EXPECT_EQ(read_file(run / "final.games"), games);
  EXPECT_EQ(read_file(run / "final.json"), result);
  EXPECT_EQ(read_file(run / "final.games.damaged"), "x");
  EXPECT_EQ(run_hone(resume).code, code) << "it is whole again";
  EXPECT_EQ(run_hone({"refine", "--out", (folder / "q").string(), "--repair"}).code, 2);
  // A match that was begun, and whose file tells nothing any more.
  std::string journal = read_file(run / "journal.jsonl");
  journal.resize(journal.find("{\"event\":\"proof\""));
  write_plainly(run / "journal.jsonl", journal);
  write_plainly(run / "final.games", "");
  EXPECT_THAT(run_hone(resume).err, HasSubstr("final.games: is no file of games; hone refine --resume DIR --repair"));
  EXPECT_EQ(run_hone(repair).code, code);
  EXPECT_EQ(read_file(run / "final.games"), games);
}

// A page that cannot be written is no reason to stop.
TEST(Refine, GoesOnWithoutItsPage) {
  const TempFolder folder;
  const fs::path run = folder / "r";
  const int code = run_hone(short_refinement(run)).code;
  ASSERT_LT(code, 2);
  fs::remove(run / "report.html");
  fs::create_directory(run / "report.html");
  const Finished finished = run_hone({"refine", "--resume", run.string(), "--log", "warning"});
  EXPECT_EQ(finished.code, code) << finished.err;
  EXPECT_THAT(finished.err, HasSubstr("the page was not written"));
}

// Eight games show nothing.
TEST(Refine, EndsWithOneWhereItsMatchShowsNoGain) {
  const TempFolder folder;
  EXPECT_EQ(run_hone(short_refinement(folder / "r")).code, 1);
}

TEST(Refine, SaysThatNothingChangesAMove) {
  const TempFolder folder;
  const std::string out = (folder / "r").string();
  const std::vector<std::string> words{
      "refine",  "--game", "tic_tac_toe", "--parameters", "search.razoring_base", "--out", out,
      "--games", "4",      "--nodes",     "20",           "--positions",          "10",    "--log",
      "warning"};
  EXPECT_THAT(run_hone(words).err, HasSubstr("none of the parameters changes a move"));
  EXPECT_THAT(run_hone({"refine", "--resume", out, "--log", "warning"}).err, HasSubstr(out + ", which may be removed"));
}

TEST(Refine, LeavesNothingOfAnEngineThatCannotBeSet) {
  const TempFolder folder;
  const std::string out = (folder / "r").string();
  for (const char* set : {"delta_margin=abc", "delta_margin=99999", "delta_margin=99999999999", "nosuch=3"}) {
    const Finished refused = run_hone({"refine", "--engine", "uci:" HONE_BINARY " uci", "--options", "delta_margin",
                                       "--set", set, "--out", out, "--games", "4", "--nodes", "50"});
    EXPECT_EQ(refused.code, 2) << set << ": " << refused.err;
    EXPECT_THAT(refused.err, HasSubstr(std::string(set).substr(0, std::string(set).find('=')))) << set;
    EXPECT_FALSE(fs::exists(out)) << set;
  }
}

// As one that fails in a game: the session can be resumed when the engine is mended.
TEST(Refine, EndsTheSessionWhenAnEngineFailsBeforeTheGames) {
  const TempFolder folder;
  const Finished failed =
      run_hone({"refine", "--engine", "uci:" MOCK_ENGINE " exit", "--options", "Hash", "--out", (folder / "r").string(),
                "--games", "4", "--nodes", "50", "--positions", "10", "--threads", "1", "--log", "warning"});
  EXPECT_EQ(failed.code, 3) << failed.err;
  EXPECT_THAT(failed.out, HasSubstr("refine --resume"));
}

// hone's own engine as a program of its own, which does something wrong once: at the third search of the first process
// that is started when the journal holds a text.
constexpr const char* engine_with_a_fault = R"(#!/bin/sh
if grep -q '{text}' {folder}/r/journal.jsonl && mkdir {folder}/was_here; then fault='{fault}'; fi 2> /dev/null
while read -r line; do
  case "$line" in
    go*) line='go nodes 100'; searches=$((searches + 1)); if [ $searches = 3 ]; then $fault; fi ;;
  esac
  echo "$line"
done | {hone} uci
)";

Finished refined_with_a_fault(const TempFolder& folder, const std::string& text, const std::string& fault,
                              const std::vector<std::string>& more) {
  const std::string out = (folder / "r").string(), engine = (folder / "engine.sh").string();
  write_plainly(engine, fmt::format(engine_with_a_fault, fmt::arg("text", text), fmt::arg("fault", fault),
                                    fmt::arg("folder", folder.path().string()), fmt::arg("hone", HONE_BINARY)));
  fs::permissions(engine, fs::perms::owner_all);
  std::vector<std::string> words{
      "refine",   "--engine", "uci:" + engine, "--options", "delta_margin", "--out",  out,
      "--games",  "16",       "--positions",   "20",        "--batch",      "2",      "--threads",
      "1",        "--share",  "0.5",           "--cost",    "200",          "--sprt", "off",
      "--resign", "300,2",    "--draw",        "20,2,10",   "--log",        "warning"};
  words.insert(words.end(), more.begin(), more.end());
  return run_hone(words);
}

TEST(Refine, CountsACrashInTheLastMatchAsALoss) {
  const TempFolder folder;
  const Finished done = refined_with_a_fault(folder, "\"pair\":7", "exit", {"--nodes", "100", "--final-games", "2"});
  EXPECT_LT(done.code, 2) << done.err;
  ASSERT_TRUE(fs::exists(folder / "r" / "final.json")) << "these games move nothing: another seed is needed";
  EXPECT_THAT(done.err, HasSubstr("loses by crash"));
  EXPECT_EQ(nlohmann::json::parse(read_file(folder / "r" / "final.json")).at("games"), 2);
  EXPECT_LT(run_hone({"refine", "--status", (folder / "r").string()}).code, 2) << "it is done";
}

TEST(Refine, CountsATimeForfeitAsALoss) {
  const TempFolder folder;
  const Finished done =
      refined_with_a_fault(folder, "\"event\":\"steps\"", "sleep 2", {"--movetime", "300", "--final-games", "0"});
  EXPECT_LT(done.code, 2) << done.err;
  EXPECT_TRUE(fs::exists(folder / "was_here"));
  EXPECT_THAT(done.out, HasSubstr("Games          16 of 16"));
}

TEST(Refine, IsShownByHoneReport) {
  const TempFolder folder;
  const fs::path run = folder / "r";
  ASSERT_LT(run_hone(short_refinement(run)).code, 2);
  const std::string page = read_file(run / "report.html");
  fs::remove(run / "report.html");
  const Finished shown = run_hone({"report", run.string()});
  EXPECT_EQ(shown.code, 0) << shown.err;
  EXPECT_THAT(shown.out, AllOf(HasSubstr("Games          48 of 48"), HasSubstr("report.html")));
  EXPECT_EQ(read_file(run / "report.html"), page);
  const Finished elsewhere = run_hone({"report", run.string(), "--out", (folder / "other.html").string()});
  EXPECT_EQ(elsewhere.code, 0) << elsewhere.err;
  EXPECT_EQ(read_file(folder / "other.html"), page);
  for (const std::vector<std::string>& words : {std::vector<std::string>{"report", run.string(), run.string()},
                                                {"run", "--status", run.string()},
                                                {"run", "--resume", run.string()}}) {
    const Finished refused = run_hone(words);
    EXPECT_EQ(refused.code, 2);
    EXPECT_THAT(refused.err, HasSubstr("no run but a refinement")) << words.front();
  }
  EXPECT_THAT(run_hone({"run", "--game", "chess", "--out", run.string()}).err,
              AllOf(HasSubstr(": holds a refinement"), Not(HasSubstr("--resume"))));
}

TEST(Refine, TakesNoFolderOfARun) {
  const TempFolder folder;
  const std::string run = (folder / "run").string();
  ASSERT_EQ(run_hone({"run", "--game", "tic_tac_toe", "--out", run, "--generations", "1", "--games", "20", "--nodes",
                      "50", "--match-nodes", "50", "--gate-games", "40", "--final-games", "4", "--quiet"})
                .code,
            0);
  const Finished refused = run_hone({"refine", "--resume", run});
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr("no refinement"));
  EXPECT_THAT(run_hone({"refine", "--game", "chess", "--out", run, "--parameters", "search.*"}).err,
              HasSubstr("holds"));
}

}  // namespace
}  // namespace hone::cli
