// SPDX-License-Identifier: MIT
//
// Runs that tune an engine of somebody else: one that counts men by its options (tests/mock_engine/tuned_engine.cpp).
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "data/atomic_file.hpp"
#include "data/random.hpp"
#include "data/weights.hpp"
#include "tests/temp_folder.hpp"
#include "tests/tuner/cli/killed.hpp"
#include "tests/tuner/cli/run_hone.hpp"

namespace hone::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

std::vector<std::string> engine_run(const fs::path& folder, const std::vector<std::string>& more = {},
                                    const char* generations = "2") {
  std::vector<std::string> words{"run",
                                 "--engine",
                                 "uci:" TUNED_ENGINE,
                                 "--options",
                                 "*",
                                 "--eval",
                                 "eval",
                                 "--nodes",
                                 "10",
                                 "--match-nodes",
                                 "10",
                                 "--games",
                                 "200",
                                 "--gate-games",
                                 "60",
                                 "--out",
                                 folder.string(),
                                 "--generations",
                                 generations,
                                 "--final-games",
                                 "0",
                                 "--seed",
                                 "3",
                                 "--threads",
                                 "2",
                                 "--log",
                                 "warning",
                                 "--gate-worse",
                                 "--patience",
                                 "0",
                                 "--ridge",
                                 "1e-6"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

// Group names of the engine's options, and what they are worth.
std::map<std::string, double> values_in(const fs::path& weights) {
  const Weights read = read_weights(weights);
  std::map<std::string, double> values;
  for (const Group& group : read.schema.groups())
    values[group.name] = read.values[static_cast<std::size_t>(group.first)];
  return values;
}

TEST(RunOfAnEngine, LearnsItsOptionsFromItsOwnGames) {
  const TempFolder folder;
  const Finished done = run_hone(engine_run(folder / "r"));
  ASSERT_EQ(done.code, 0) << done.err;
  const auto start = values_in(folder / "r" / "start.weights");
  EXPECT_EQ(start.at("queen"), 100);
  const auto learnt = values_in(folder / "r" / "gen-001" / "candidate.weights");
  EXPECT_GT(learnt.at("queen"), 1.5 * learnt.at("pawn"));
  EXPECT_GT(learnt.at("rook"), learnt.at("pawn"));
  for (const auto& [name, value] : learnt) {
    EXPECT_GE(value, 0) << name << ": the bounds that the engine names hold";
    EXPECT_LE(value, 2000) << name;
  }
  EXPECT_FALSE(fs::exists(folder / "r" / "gen-001" / "probe.rows"));
  EXPECT_TRUE(fs::exists(folder / "r" / "report.html"));

  const Finished status = run_hone({"run", "--status", (folder / "r").string()});
  EXPECT_EQ(status.code, 0) << status.err;
  EXPECT_THAT(status.out, HasSubstr("gen-002"));
  const Finished again =
      run_hone({"run", "--resume", (folder / "r").string(), "--generations", "3", "--log", "warning"});
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_TRUE(fs::exists(folder / "r" / "gen-003" / "candidate.weights"));
}

// This engine's moves depend on the position alone, so that all files must come out as without the kills, but for the
// times of moves in matches.
TEST(NightRunOfAnEngine, LosesNothingByKills) {
  const TempFolder folder;
  ASSERT_EQ(run_hone(engine_run(folder / "whole")).code, 0);
  const fs::path killed = folder / "killed";
  const auto words = [&] {
    std::string text;
    const auto next = fs::exists(killed / "config")
                          ? std::vector<std::string>{"run", "--resume", killed.string(), "--log", "warning"}
                          : engine_run(killed);
    for (const std::string& word : next) text += " '" + word + "'";
    return text;
  };
  Random random(5);
  const Killed result = run_killed(words, killed, folder / "errors", random);
  EXPECT_EQ(result.status, 0) << read_file(folder / "errors");
  EXPECT_GE(result.kills, 3);
  for (const char* file : {"gen-001/selfplay.games", "gen-001/candidate.weights", "gen-002/selfplay.games",
                           "gen-002/candidate.weights", "best.weights"}) {
    EXPECT_EQ(read_file(killed / file), read_file(folder / "whole" / file)) << file;
  }
}

TEST(RunOfAnEngine, SaysBeforeTheFirstGameWhatIsWrong) {
  const TempFolder folder;
  const auto refused = [&](const std::vector<std::string>& more, const std::string& why) {
    const Finished run = run_hone(engine_run(folder / "r", more));
    EXPECT_EQ(run.code, 2) << why;
    EXPECT_THAT(run.err, HasSubstr(why));
    EXPECT_FALSE(fs::exists(folder / "r" / "config")) << why;
  };
  refused({"--noise", "20"}, "made inside of hone's own engine");
  refused({"--target", "td:0.9+treestrap"}, "treestrap");
  refused({"--starts", "leverage"}, "leverage");
  refused({"--game", "othello"}, "UCI engines play chess");
  refused({"--options", "NoSuch"}, "NoSuch");
  refused({"--start", (folder / "none.weights").string()}, "none.weights");
  const Finished without = run_hone({"run", "--game", "chess", "--out", (folder / "r").string(), "--options", "*"});
  EXPECT_EQ(without.code, 2);
  EXPECT_THAT(without.err, HasSubstr("--options goes with --engine"));
}

// Values that were tuned elsewhere are where a run may begin.
TEST(RunOfAnEngine, BeginsWithTheValuesOfAFile) {
  const TempFolder folder;
  ASSERT_EQ(run_hone(engine_run(folder / "first", {}, "1")).code, 0);
  const fs::path tuned = folder / "first" / "gen-001" / "candidate.weights";
  ASSERT_EQ(run_hone(engine_run(folder / "second", {"--start", tuned.string()}, "1")).code, 0);
  EXPECT_EQ(values_in(folder / "second" / "start.weights"), values_in(tuned));
}

}  // namespace
}  // namespace hone::cli
