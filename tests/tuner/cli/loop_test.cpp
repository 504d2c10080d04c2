// SPDX-License-Identifier: MIT
//
// The loop as its users run it: commands, files, and what happens when either is damaged.
#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <map>
#include <sstream>

#include "tests/temp_folder.hpp"
#include "tests/tuner/cli/killed.hpp"
#include "tests/tuner/cli/rewritten_journal.hpp"
#include "tests/tuner/cli/run_hone.hpp"
#include "tests/tuner/cli/short_run.hpp"

namespace hone::cli {
namespace {

using testing::HasSubstr;

std::string bytes_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::string> tic_tac_toe_run(const std::filesystem::path& folder, const std::string& threads) {
  return short_run(folder, {"--generations", "2", "--gate", "off", "--final-games", "40", "--threads", threads});
}

TEST(Loop, TeachesAGameFromNothing) {
  const TempFolder folder;
  const Finished finished = run_hone(tic_tac_toe_run(folder / "run", "2"));
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("What next:"));
  EXPECT_TRUE(std::filesystem::exists(folder / "run" / "best.weights"));
  EXPECT_EQ(run_hone({"search", "--weights", (folder / "run" / "best.weights").string(), "--game", "tic_tac_toe",
                      "--depth", "2"})
                .code,
            0);
}

constexpr std::string_view not_compared[] = {"journal.jsonl", "live.json", "lock", "config", "report.html"};

// Every file of a run, by name, but those that tell times and processes, its configuration, which tells --threads, and
// the page of all that.
std::map<std::string, std::size_t> contents_of(const std::filesystem::path& run) {
  std::map<std::string, std::size_t> contents;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(run)) {
    const std::string name = std::filesystem::relative(entry.path(), run).string();
    if (!entry.is_regular_file() || std::ranges::find(not_compared, name) != std::end(not_compared)) continue;
    contents[name] = std::hash<std::string>()(bytes_of(entry.path()));
  }
  return contents;
}

TEST(Loop, GivesTheSameBytesForAnyNumberOfThreads) {
  const TempFolder folder;
  ASSERT_EQ(run_hone(tic_tac_toe_run(folder / "1", "1")).code, 0);
  ASSERT_EQ(run_hone(tic_tac_toe_run(folder / "2", "2")).code, 0);
  EXPECT_EQ(contents_of(folder / "1"), contents_of(folder / "2"));
}

TEST(Loop, PlaysChessToTheSameBytesForAnyNumberOfThreads) {
  const TempFolder folder;
  for (const char* threads : {"1", "2"}) {
    const Finished finished =
        run_hone({"selfplay", "--game", "chess", "--games", "8", "--nodes", "300", "--noise", "30", "--threads",
                  threads, "--out", (folder / (std::string(threads) + ".games")).string(), "--log", "warning"});
    ASSERT_EQ(finished.code, 0) << finished.err;
    const Finished fit =
        run_hone({"tune", "--game", "chess", "--data", (folder / (std::string(threads) + ".games")).string(), "--out",
                  (folder / (std::string(threads) + ".weights")).string(), "--threads", threads, "--ridge", "1e-3",
                  "--decimals", "6"});
    ASSERT_EQ(fit.code, 0) << fit.err;
  }
  EXPECT_EQ(bytes_of(folder / "1.games"), bytes_of(folder / "2.games"));
  const auto body = [](const std::string& text) { return text.substr(text.find("[material")); };
  EXPECT_EQ(body(bytes_of(folder / "1.weights")), body(bytes_of(folder / "2.weights")));
}

// A run that `kill -9` ends at random moments, and --resume takes up, until it is done.
TEST(Loop, SurvivesBeingKilled) {
  const TempFolder folder;
  ASSERT_EQ(run_hone(tic_tac_toe_run(folder / "whole", "2")).code, 0);
  const std::filesystem::path killed = folder / "killed";
  std::string command;
  for (const std::string& word : tic_tac_toe_run(killed, "2")) command += " " + word;
  Random random(5);
  const auto next = [&] {
    return std::filesystem::exists(killed / "config") ? " run --resume " + killed.string() : command;
  };
  const Killed done = run_killed(next, killed, folder / "errors", random);
  ASSERT_EQ(done.status, 0) << bytes_of(folder / "errors");
  EXPECT_GT(done.kills, 0);
  EXPECT_EQ(contents_of(folder / "whole"), contents_of(killed));
}

TEST(Loop, TellsHowItStands) {
  const TempFolder folder;
  const std::string run = (folder / "run").string();
  ASSERT_EQ(run_hone(tic_tac_toe_run(run, "2")).code, 0);
  const Finished done = run_hone({"run", "--status", run});
  EXPECT_EQ(done.code, 0) << done.err;
  EXPECT_THAT(done.out, HasSubstr("State          done\n"));
  EXPECT_THAT(done.out, HasSubstr("2 finished"));
  EXPECT_THAT(done.out, HasSubstr("Last entry     done, generation 2"));
  const Finished json = run_hone({"run", "--status", run, "--json", (folder / "status.json").string()});
  EXPECT_EQ(json.code, 0);
  EXPECT_THAT(bytes_of(folder / "status.json"), HasSubstr("\"running\": false"));
  EXPECT_EQ(run_hone({"run", "--status", folder.path().string()}).code, 2);
}

TEST(Loop, NamesAJournalThatIsEmptyOrGone) {
  const TempFolder folder;
  const std::string run = (folder / "run").string();
  ASSERT_EQ(run_hone(tic_tac_toe_run(run, "2")).code, 0);
  const auto expect_named = [&](const std::vector<std::string>& words) {
    const Finished finished = run_hone(words);
    EXPECT_EQ(finished.code, 2) << finished.err;
    EXPECT_THAT(finished.err, HasSubstr("journal.jsonl: "));
  };
  std::filesystem::resize_file(folder / "run" / "journal.jsonl", 0);
  for (const char* how : {"--status", "--resume"}) expect_named({"run", how, run});
  std::filesystem::remove(folder / "run" / "journal.jsonl");
  for (const char* how : {"--status", "--resume"}) expect_named({"run", how, run});
  EXPECT_FALSE(std::filesystem::exists(folder / "run" / "journal.jsonl"));
}

TEST(Loop, StaysDoneWhenItRefusesToGoOn) {
  const TempFolder folder;
  const std::string run = (folder / "run").string();
  ASSERT_EQ(run_hone(tic_tac_toe_run(run, "2")).code, 0);
  const std::filesystem::path file = folder / "run" / "gen-001" / "fit.json";
  const std::string whole = bytes_of(file);
  std::ofstream(file) << "harm";
  EXPECT_EQ(run_hone({"run", "--resume", run}).code, 2);
  std::ofstream(file) << whole;
  EXPECT_EQ(run_hone({"run", "--status", run}).code, 0);
}

TEST(Loop, QuotesWhatItSaysToTypeNext) {
  const TempFolder folder;
  const std::string run = (folder / "two words").string();
  const Finished finished = run_hone(tic_tac_toe_run(run + "/", "2"));
  ASSERT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("hone run --config '" + run + "/config' --start '"));
  EXPECT_THAT(finished.out, HasSubstr("weights' --"));
  EXPECT_THAT(finished.out, HasSubstr("--out '" + run + "-next'\n"));
}

TEST(Loop, TellsFromOutsideWhatItIsDoing) {
  const TempFolder folder;
  const std::string run = (folder / "run").string();
  std::string command;
  for (const std::string& word : tic_tac_toe_run(run, "1")) command += " " + (word == "150" ? "1000000" : word);
  const std::string start = "timeout -s INT 3 " HONE_BINARY + command + " >/dev/null 2>&1 & sleep 1.5; ";
  const std::string look = HONE_BINARY " run --status " + run + " >" + (folder / "status").string();
  EXPECT_EQ(std::system((start + look).c_str()), 0);
  EXPECT_THAT(bytes_of(folder / "status"), HasSubstr("State          running, process "));
  EXPECT_THAT(bytes_of(folder / "status"), HasSubstr("generation 1, self_play"));
  while (run_hone({"run", "--status", run}).code == 0) {
  }
  const Finished stopped = run_hone({"run", "--status", run});
  EXPECT_EQ(stopped.code, 3);
  EXPECT_THAT(stopped.out, HasSubstr("interrupted; to go on: hone run --resume " + run));
}

TEST(Loop, NamesADamagedFileAndMakesItAgain) {
  const TempFolder folder;
  const std::string run = (folder / "run").string();
  ASSERT_EQ(run_hone(tic_tac_toe_run(run, "2")).code, 0);
  const auto whole = contents_of(run);
  const std::string games = run + "/gen-001/selfplay.games";
  std::filesystem::resize_file(games, std::filesystem::file_size(games) - 1);
  const Finished refused = run_hone({"run", "--resume", run});
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr(games + ": has "));
  EXPECT_THAT(refused.err, HasSubstr("hone run --resume " + run + " --repair"));
  EXPECT_EQ(run_hone({"run", "--resume", run, "--repair"}).code, 0);
  std::filesystem::remove(games + ".damaged");
  EXPECT_EQ(contents_of(run), whole);
}

TEST(Loop, TellsHowToRepairWhatItsPageCannotBeMadeOf) {
  const TempFolder folder;
  const std::string run = (folder / "run").string();
  ASSERT_EQ(run_hone(tic_tac_toe_run(run, "2")).code, 0);
  EXPECT_EQ(run_hone({"report", run}).code, 0);
  const std::string weights = run + "/gen-001/candidate.weights";
  std::filesystem::resize_file(weights, std::filesystem::file_size(weights) - 1);
  std::filesystem::remove(run + "/gen-001/weights.csv");
  const Finished refused = run_hone({"report", run});
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr(run + "/gen-001/"));
  EXPECT_THAT(refused.err, HasSubstr("hone run --resume " + run + " --repair"));
  std::ofstream(run + "/start.weights", std::ios::app) << "# mine\n";
  EXPECT_THAT(run_hone({"run", "--resume", run}).err,
              HasSubstr("Put the file back as it was, or begin another run:\n"));
  std::filesystem::resize_file(run + "/start.weights", 9);  // which nothing can make again
  EXPECT_THAT(run_hone({"report", run}).err, testing::Not(HasSubstr("--repair")));
}

// It is read before the run looks at all of its files.
TEST(Loop, TellsThatItsStartIsDamaged) {
  const TempFolder folder;
  const std::string run = (folder / "run").string(), start = run + "/start.weights";
  ASSERT_EQ(run_hone(tic_tac_toe_run(run, "2")).code, 0);
  std::filesystem::resize_file(start, 9);
  EXPECT_THAT(run_hone({"run", "--resume", run, "--repair"}).err, HasSubstr(start + ": has 9 bytes instead of "));
  std::filesystem::remove(start);
  const Finished refused = run_hone({"run", "--resume", run, "--repair"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr(start + ": is missing"));
  EXPECT_THAT(refused.err, HasSubstr("Put the file back as it was, or begin another run:\n"));
}

TEST(Loop, RepairsNothingWhereOneFileCannotBeMadeAgain) {
  const TempFolder folder;
  const std::string run = (folder / "run").string();
  ASSERT_EQ(run_hone(tic_tac_toe_run(run, "2")).code, 0);
  std::filesystem::resize_file(run + "/config", 9);
  std::filesystem::resize_file(run + "/start.weights", 9);
  std::filesystem::resize_file(run + "/gen-001/selfplay.games", 9);
  const auto damaged = contents_of(run);
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"run", "--resume", run}, {"run", "--resume", run, "--repair"}}) {
    const Finished refused = run_hone(words);
    EXPECT_EQ(refused.code, 2);
    for (const char* const name : {"config", "start.weights", "gen-001/selfplay.games"}) {
      EXPECT_THAT(refused.err, HasSubstr(run + "/" + name + ": has 9 bytes instead of "));
    }
    EXPECT_THAT(refused.err, HasSubstr("Put the file back as it was, or begin another run.\n"));
    EXPECT_EQ(std::filesystem::file_size(run + "/config"), 9U);
    EXPECT_EQ(contents_of(run), damaged);
  }
}

TEST(Loop, SuggestsAnotherRunFromWhatIsWhole) {
  const TempFolder folder;
  const std::string run = (folder / "run").string(), book = (folder / "book.epd").string();
  std::ofstream(book) << ".../.../... X\n";
  std::vector<std::string> words = tic_tac_toe_run(run, "2");
  words.insert(words.end(), {"--openings", book});
  ASSERT_EQ(run_hone(words).code, 0);
  const auto suggestion_without = [&](const char* name) {
    std::filesystem::remove(folder / "run" / name);
    return run_hone({"run", "--resume", run}).err;
  };
  const std::string command = "hone run --config " + run + "/config --start " + run;
  EXPECT_THAT(suggestion_without("start.openings.epd"), HasSubstr(command + "/best.weights --out " + run + "-next\n"));
  EXPECT_THAT(suggestion_without("best.weights"), HasSubstr(command + "/start.weights --out " + run + "-next\n"));
  EXPECT_THAT(suggestion_without("start.weights"), HasSubstr("or begin another run.\n"));
}

// As the page says it.
TEST(Loop, BeginsAnotherRunFromTheBestOfOne) {
  const TempFolder folder;
  const std::string run = (folder / "run").string();
  ASSERT_EQ(run_hone(tic_tac_toe_run(run, "1")).code, 0);
  const Finished next = run_hone({"run", "--config", run + "/config", "--start", run + "/best.weights", "--hours", "8",
                                  "--generations", "1", "--games-total", "0", "--out", run + "-next"});
  EXPECT_EQ(next.code, 0) << next.err;
  EXPECT_THAT(bytes_of(folder / "run-next/config"), HasSubstr("games = 150\n"));
  const auto body = [](const std::string& text) { return text.substr(text.find('[')); };
  EXPECT_EQ(body(bytes_of(folder / "run-next/start.weights")), body(bytes_of(folder / "run/best.weights")));
}

TEST(Loop, TakesItsOptionsFromToml) {
  const TempFolder folder;
  std::ofstream(folder / "run.toml") << "game = \"tic_tac_toe\"\nstart = \"zero\"\n[run]\ngenerations = 1\n"
                                        "games = 150\ndepth = 2\nnoise = 100\ngate = \"off\"\n"
                                        "gate-games = 40\nmatch-nodes = 60\nfinal-games = 0\nquiet = true\n";
  const std::string run = (folder / "run").string();
  const Finished finished = run_hone({"run", "--config", (folder / "run.toml").string(), "--out", run});
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(bytes_of(folder / "run/config"), HasSubstr("games = 150\n"));
  EXPECT_THAT(bytes_of(folder / "run/config"), HasSubstr("# openings of matches: "));
  std::ofstream(folder / "bad.toml") << "game = \"chess\"\nnoise = 1979-05-27\n";
  EXPECT_THAT(run_hone({"run", "--config", (folder / "bad.toml").string(), "--out", run}).err,
              HasSubstr("bad.toml:2: "));
}

TEST(Loop, TouchesNothingInAFolderThatIsNotItsOwn) {
  const TempFolder folder;
  std::ofstream(folder / "notes.12.tmp") << "mine";
  std::ofstream(folder / "thesis.txt") << "mine too";
  const Finished finished = run_hone(tic_tac_toe_run(folder.path(), "1"));
  EXPECT_EQ(finished.code, 2);
  EXPECT_THAT(finished.err, HasSubstr("expected a run, or a new or empty folder"));
  EXPECT_EQ(bytes_of(folder / "notes.12.tmp"), "mine");
  EXPECT_FALSE(std::filesystem::exists(folder / "lock"));
}

TEST(Loop, KeepsTheOptionsItWasBegunWith) {
  const TempFolder folder;
  ASSERT_EQ(run_hone(tic_tac_toe_run(folder / "run", "1")).code, 0);
  const Finished finished = run_hone({"run", "--resume", (folder / "run").string(), "--games", "9"});
  EXPECT_EQ(finished.code, 2);
  EXPECT_THAT(finished.err, HasSubstr("--games cannot be given with --resume"));
  const std::string run = (folder / "run").string();
  EXPECT_THAT(finished.err, HasSubstr("hone run --config " + run + "/config --start " + run +
                                      "/best.weights --games 9 --out " + run + "-next"));
}

TEST(Loop, RefusesGroupsThatAreNotThereBeforeItPlays) {
  const TempFolder folder;
  for (const char* option : {"--groups", "--bounds", "--group-ridge"}) {
    std::vector<std::string> words = tic_tac_toe_run(folder / "run", "1");
    words.insert(words.end(), {option, std::string("nope") + (words.empty() || option == std::string("--groups") ? ""
                                                              : option == std::string("--bounds") ? "=0:1"
                                                                                                  : "=2")});
    const Finished finished = run_hone(words);
    EXPECT_EQ(finished.code, 2);
    EXPECT_THAT(finished.err, HasSubstr("no group matches 'nope'"));
    EXPECT_FALSE(std::filesystem::exists(folder / "run/gen-001"));
  }
  std::ofstream(folder / "no.games") << "these are no games";
  const Finished tuned = run_hone({"tune", "--game", "chess", "--data", (folder / "no.games").string(), "--groups",
                                   "nope", "--out", (folder / "o").string()});
  EXPECT_THAT(tuned.err, HasSubstr("groups: no group matches 'nope'")) << "before the data are read";
}

TEST(Loop, GoesOnWithoutItsConfiguration) {
  const TempFolder folder;
  const std::string run = (folder / "run").string();
  ASSERT_EQ(run_hone(tic_tac_toe_run(run, "2")).code, 0);
  const auto whole = contents_of(run);
  std::filesystem::remove(run + "/config");
  EXPECT_EQ(run_hone({"run", "--status", run}).code, 0);
  const Finished refused = run_hone({"run", "--resume", run});
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr(run + "/config: is missing"));
  EXPECT_THAT(refused.err, HasSubstr("hone run --resume " + run + " --repair"));
  const Finished repaired = run_hone({"run", "--resume", run, "--repair"});
  EXPECT_EQ(repaired.code, 0) << repaired.err;
  EXPECT_THAT(repaired.err, HasSubstr(run + "/config: is missing; it was made again from the journal"));
  EXPECT_THAT(bytes_of(run + "/config"), HasSubstr("depth = 2\n"));
  EXPECT_EQ(run_hone({"run", "--resume", run}).code, 0);
  EXPECT_EQ(contents_of(run), whole);
}

// What a meaning says is no part of what weights are, and other versions of hone say it in other words.
TEST(Loop, GoesOnWithWeightsOfOtherMeanings) {
  const TempFolder folder;
  const std::filesystem::path run = folder / "run";
  ASSERT_EQ(run_hone(tic_tac_toe_run(run, "1")).code, 0);
  const std::string now = "mark on the square", then = "what stands there";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(run)) {
    if (entry.path().extension() != ".weights") continue;
    std::string text = bytes_of(entry.path());
    for (std::size_t at; (at = text.find(now)) != std::string::npos;) text.replace(at, now.size(), then);
    write_file_atomically(entry.path(), text);
  }
  rewrite_journal(run, [&](nlohmann::ordered_json& entry) {
    if (!entry.contains("files")) return;
    for (const auto& [name, seal] : entry["files"].items()) seal = text::to_json(text::seal_of(run / name));
  });
  for (int times = 0; times < 2; ++times) {
    const Finished resumed = run_hone({"run", "--resume", run.string()});
    EXPECT_EQ(resumed.code, 0) << resumed.err;
    EXPECT_THAT(bytes_of(run / "best.weights"), HasSubstr(then));
  }
}

TEST(Loop, TellsItsGenerationsBudgetsAndReasons) {
  const TempFolder folder;
  const std::string run = (folder / "run").string();
  std::vector<std::string> words = tic_tac_toe_run(run, "2");
  words.insert(words.end(), {"--gate-los", "0.95"});
  const Finished finished = run_hone(words);
  ASSERT_EQ(finished.code, 0);
  EXPECT_THAT(finished.out,
              testing::ContainsRegex("(Promoted|Not promoted)  +LOS [0-9.]+ % (reaches|is below) 95 %\n"));
  const Finished status = run_hone({"run", "--status", run, "--json", (folder / "status.json").string()});
  EXPECT_THAT(status.out, HasSubstr("Budgets        0 of 2 generations, 2 of 4 patience left"));
  EXPECT_THAT(status.out, testing::ContainsRegex("\n  2      150  \\+"));
  EXPECT_THAT(status.out, HasSubstr("% is below 95 %"));
  EXPECT_THAT(bytes_of(folder / "status.json"), HasSubstr("\"hours_left\": 0"));
}

// The first line that is wider than a terminal. Commands and the names of files are not broken.
std::string too_wide(const std::string& text, const std::string& folder) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const auto width = std::ranges::count_if(line, [](char c) { return (c & 0xC0) != 0x80; });  // of UTF-8
    if (width > 80 && line.find(folder) == std::string::npos) return line;
  }
  return "";
}

// Without a last match the gates are all that tells what the run was worth.
TEST(Loop, EndsWithAnEstimateWhereNoLastMatchIsPlayed) {
  const TempFolder folder;
  const std::string run = (folder / "run").string();
  std::vector<std::string> words = tic_tac_toe_run(run, "2");
  *(std::ranges::find(words, "--final-games") + 1) = "0";
  words.insert(words.end(), {"--gate-los", "0.6", "--seed", "2", "--json", (folder / "run.json").string()});
  const Finished finished = run_hone(words);
  ASSERT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("Verdict        The best weights (generation "));
  EXPECT_THAT(finished.out, testing::ContainsRegex("shrunk[ \n]+because"));
  EXPECT_THAT(bytes_of(folder / "run.json"), HasSubstr("\"verdict\": \"The best weights (generation "));
  const std::string verdict = finished.out.substr(finished.out.find("Verdict  "));
  EXPECT_EQ(too_wide(verdict, folder.path().string()), "");
  const Finished status = run_hone({"run", "--status", run});
  EXPECT_THAT(status.out, HasSubstr("Verdict        The best weights (generation "));
  EXPECT_EQ(too_wide(status.out, folder.path().string()), "");
  EXPECT_EQ(too_wide(run_hone({"report", run}).out, folder.path().string()), "");
}

// No byte can be written: what a full disk, a quota or a dying disk does in the first moment.
TEST(Loop, SaysHowToBeginAgainWhereTheSystemFailsAtSetUp) {
  const TempFolder folder;
  const std::string run = (folder / "run").string();
  std::string command = "trap '' XFSZ; ulimit -f 0; " HONE_BINARY;
  for (const std::string& word : tic_tac_toe_run(run, "1")) command += " " + word;
  const std::string said = (folder / "said").string();
  ASSERT_EQ(std::system(("{ " + command + "; echo code $?; } 2>&1 | cat >" + said).c_str()), 0);
  EXPECT_THAT(bytes_of(said), HasSubstr("File too large"));
  EXPECT_THAT(bytes_of(said),
              HasSubstr("before the run was begun. When that is mended,\ngive the same command again."));
  EXPECT_THAT(bytes_of(said), HasSubstr("code 3\n"));
  EXPECT_EQ(run_hone(tic_tac_toe_run(run, "1")).code, 0);
  const Finished refused = run_hone(tic_tac_toe_run("/sys/hone", "1"));  // where nobody may make a folder
  EXPECT_EQ(refused.code, 3) << refused.err;
  EXPECT_THAT(refused.out, HasSubstr("give the same command again."));
}

TEST(Loop, SaysWhichFilesAreNotWhatItWrote) {
  const TempFolder folder;
  const std::string run = (folder / "run").string();
  ASSERT_EQ(run_hone(tic_tac_toe_run(run, "2")).code, 0);
  std::ofstream(run + "/best.weights") << bytes_of(run + "/start.weights") << "# mine\n";
  for (const std::vector<std::string>& words : {std::vector<std::string>{"run", "--status", run}, {"report", run}}) {
    const Finished told = run_hone(words);
    EXPECT_THAT(told.out + told.err, HasSubstr(run + "/best.weights: has "));
  }
}

TEST(Loop, KeepsItsFilesFromOtherCommands) {
  const TempFolder folder;
  const std::string run = (folder / "run").string();
  ASSERT_EQ(run_hone(tic_tac_toe_run(run, "2")).code, 0);
  const auto whole = contents_of(run);
  const std::string games = run + "/gen-001/selfplay.games";
  std::filesystem::create_symlink(run + "/best.weights", folder / "link");
  for (const std::string& file : {run + "/best.weights", run + "/gen-001/candidate.weights", run + "/gen-009/new",
                                  run + "/config", (folder / "link").string()}) {
    const Finished refused = run_hone({"tune", "--data", games, "--out", file});
    EXPECT_EQ(refused.code, 2);
    EXPECT_THAT(refused.err, HasSubstr(file + ": is a file of the run in ")) << refused.err;
  }
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"export", "--weights", run + "/best.weights", "--format", "json", "--out", run + "/best.weights"},
           {"selfplay", "--game", "tic_tac_toe", "--games", "2", "--depth", "1", "--out", run + "/gen-003/new.games"},
           {"match", "--game", "tic_tac_toe", "--player", "a=random", "--player", "b=random", "--nodes", "9", "--games",
            "2", "--record", run + "/gen-003/new.games"}}) {
    const Finished refused = run_hone(words);
    EXPECT_EQ(refused.code, 2) << words.front();
    EXPECT_THAT(refused.err, HasSubstr(words.back() + ": is a file of the run in ")) << refused.err;
  }
  const std::string weights = run + "/start.weights", copy = (folder / "copy.weights").string();
  EXPECT_THAT(run_hone({"export", "--weights", weights, "--out", run + "/config"}).err, HasSubstr("of the run in "));
  std::filesystem::copy(weights, copy);
  EXPECT_THAT(run_hone({"export", "--weights", copy, "--out", copy}).err, HasSubstr("holds weights"));
  EXPECT_EQ(bytes_of(copy), bytes_of(weights));
  const std::string mine = (folder / "copy.games").string();
  std::filesystem::copy(games, mine);
  EXPECT_THAT(run_hone({"tune", "--data", games, "--out", mine}).err, HasSubstr("holds no weights"));
  EXPECT_EQ(bytes_of(mine), bytes_of(games));
  for (int time = 0; time < 2; ++time) {
    EXPECT_EQ(run_hone({"tune", "--data", games, "--out", run + "/mine.weights"}).code, 0)
        << "which is no name of a run";
  }
  std::filesystem::remove(run + "/mine.weights");
  EXPECT_EQ(contents_of(run), whole);
}

// Device errors are those of the system, and a later try may succeed: 3, not 2.
TEST(Loop, EndsWith3WhereTheSystemRefuses) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "there is no /dev/full here";
  const Finished full =
      run_hone({"export", "--game", "tic_tac_toe", "--weights", "zero", "--format", "json", "--out", "/dev/full"});
  EXPECT_EQ(full.code, 3) << full.err;
  EXPECT_THAT(full.err, HasSubstr("No space left on device"));
}

struct Damage {
  const char* name;
  std::vector<std::string> words;
  const char* complaint;
};

class LoopInput : public testing::TestWithParam<Damage> {
 protected:
  // Files that the words below speak of.
  void SetUp() override {
    std::filesystem::current_path(folder_ / "");
    ASSERT_EQ(
        run_hone({"selfplay", "--game", "tic_tac_toe", "--games", "20", "--depth", "2", "--out", "good.games"}).code,
        0);
    const std::string whole = bytes_of("good.games");
    std::ofstream("torn.games") << whole.substr(0, whole.size() - 9);
    std::ofstream("empty.games");
    std::filesystem::create_symlink("nowhere/best", "link");
    std::ofstream("bad.epd") << "8/8/8/8/8/8/8/K1k5 w - - c9 \"1-0\";\n8/8/8/8/8/8/8/K2k4 w - - c9 \"1/2\";\n";
    std::ofstream("impossible.epd") << "8/8/8/8/8/8/8/8 w - - c9 \"1-0\";\n";
    std::ofstream("bad.weights") << "format = \"hone weights 1\"\ngame = \"chess\"\nk = one\n";
  }
  void TearDown() override { std::filesystem::current_path("/"); }

  TempFolder folder_;
};

TEST_P(LoopInput, IsRefusedInOneLine) {
  const Finished finished = run_hone(GetParam().words);
  EXPECT_EQ(finished.code, 2);
  EXPECT_THAT(finished.err, HasSubstr(GetParam().complaint));
  const std::string message = finished.err.substr(0, finished.err.find("Try 'hone"));
  EXPECT_EQ(std::ranges::count(message, '\n'), 1) << finished.err;
}

INSTANTIATE_TEST_SUITE_P(
    Bad, LoopInput,
    testing::Values(
        Damage{"MissingData", {"tune", "--game", "chess", "--data", "no.csv", "--out", "o"}, "no.csv: "},
        Damage{"TornGames", {"tune", "--data", "torn.games", "--out", "o"}, "torn.games: "},
        Damage{"EmptyGames", {"tune", "--data", "empty.games", "--out", "o"}, "empty.games: "},
        Damage{"OtherGame",
               {"tune", "--game", "chess", "--data", "good.games", "--out", "o"},
               "good.games: expected games of chess"},
        Damage{"BadLabel", {"tune", "--game", "chess", "--data", "bad.epd", "--out", "o"}, "bad.epd:2: expected"},
        Damage{"ImpossiblePosition",
               {"tune", "--game", "chess", "--data", "impossible.epd", "--out", "o"},
               "impossible.epd:1: "},
        Damage{"UnwritableOut", {"tune", "--data", "good.games", "--out", "/no/such/folder/o"}, "/no/such/folder/o: "},
        Damage{"LinkIntoNoFolder",
               {"tune", "--data", "good.games", "--out", "link"},
               "link: is a symbolic link to nowhere/best, and there is no such folder"},
        Damage{
            "BadStart",
            {"selfplay", "--game", "chess", "--weights", "bad.weights", "--games", "1", "--depth", "1", "--out", "o"},
            "bad.weights:3: "},
        Damage{"ExistingOut",
               {"selfplay", "--game", "tic_tac_toe", "--games", "1", "--depth", "1", "--out", "good.games"},
               "good.games: "},
        Damage{"UnwritableGames",
               {"selfplay", "--game", "tic_tac_toe", "--games", "1", "--depth", "1", "--out", "/no/such/folder/o"},
               "/no/such/folder/o"},
        Damage{"OnePlayer", {"match", "--game", "chess", "--player", "a=weights:material", "--games", "2"}, "player"},
        Damage{"NoSuchWeights",
               {"match", "--game", "chess", "--player", "a=weights:no.weights", "--player", "b=weights:zero", "--games",
                "2"},
               "no.weights: "},
        Damage{"NoRunThere", {"run", "--resume", "nowhere"}, "nowhere: "},
        Damage{"UnwritableRun",
               {"run", "--game", "chess", "--generations", "1", "--out", "good.games/run"},
               "good.games/run"},
        Damage{"UnknownFormat", {"export", "--weights", "bad.weights", "--format", "cobol", "--out", "o"}, "cobol"},
        Damage{
            "ExportOfNothing", {"export", "--weights", "no.weights", "--format", "cpp", "--out", "o"}, "no.weights: "}),
    [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace hone::cli
