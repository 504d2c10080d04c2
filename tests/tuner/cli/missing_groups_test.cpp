// SPDX-License-Identifier: MIT
//
// Weights files from before their game got a feature: every command plays the new group as zero and says so once, and
// refuses the file with --strict.
#include <gmock/gmock.h>

#include <filesystem>
#include <string>
#include <vector>

#include "data/atomic_file.hpp"
#include "data/weights.hpp"
#include "engine/game_driver.hpp"
#include "tests/temp_folder.hpp"
#include "tests/tuner/cli/run_hone.hpp"

namespace hone::cli {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using Words = std::vector<std::string>;

constexpr const char* told = "old.weights: group 'tempo' is missing, taken as zero";
constexpr const char* missing_group = "old.weights: group 'tempo' is missing\n";

Weights numbered(const Schema& schema) {
  Weights weights = zero_weights(schema);
  for (std::size_t i = 0; i < weights.values.size(); ++i) weights.values[i] = static_cast<double>(i) + 1;
  return weights;
}

// The schema of tic-tac-toe before it had its last group.
Schema old_schema(const Schema& schema) {
  std::vector<GroupSpec> groups;
  for (const Group& group : schema.groups()) groups.push_back({group.name, group.shape, group.meaning});
  groups.pop_back();
  return {schema.game(), schema.phases(), schema.phase_steps(), groups};
}

// The file that lacks a group, and the same weights with zeros in its place.
class MissingGroups : public testing::Test {
 protected:
  MissingGroups() {
    const Schema& schema = find_driver("tic_tac_toe").schema();
    const Weights old = numbered(old_schema(schema));
    Weights whole = zero_weights(schema);
    std::ranges::copy(old.values, whole.values.begin());
    write_weights(old_, old);
    write_weights(folder_ / "whole.weights", whole);
  }

  [[nodiscard]] std::string file(const std::string& name) const { return (folder_ / name).string(); }
  [[nodiscard]] std::string old() const { return old_.string(); }
  [[nodiscard]] std::string bytes(const std::string& name) const { return read_file(folder_ / name); }

 private:
  TempFolder folder_;
  std::filesystem::path old_ = folder_ / "old.weights";
};

int times(const std::string& text, const std::string& part) {
  int count = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

Words run_with(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

TEST_F(MissingGroups, AreToldOnceByEveryCommandAndRefusedWhenStrict) {
  const Words record{"selfplay", "--game", "tic_tac_toe", "--games", "20", "--depth", "2", "--out", file("a.games")};
  ASSERT_EQ(run_hone(record).code, 0);
  const std::vector<Words> commands{
      {"search", "--weights", old(), "--depth", "2"},
      {"bench", "--weights", old(), "--depth", "1"},
      {"export", "--weights", old(), "--format", "json"},
      {"selfplay", "--weights", old(), "--games", "5", "--depth", "2", "--out", file("b.games")},
      {"tune", "--start", old(), "--data", file("a.games"), "--out", file("b.weights")},
      {"match", "--player", "a=weights:" + old(), "--player", "b=weights:" + old(), "--games", "2", "--depth", "1"},
      {"openings", "--weights", old(), "--count", "1", "--bound", "1000", "--use", "any", "--out", file("b.epd")},
      {"data", "filter", file("a.games"), "--only-quiet", "--weights", old(), "--out", file("b.csv")},
      {"uci", "--weights", old(), "isready"}};
  for (const Words& command : commands) {
    const Finished strict = run_hone(run_with(command, {"--strict"}));
    EXPECT_EQ(strict.code, 2) << command.front();
    EXPECT_THAT(strict.err, HasSubstr(missing_group)) << command.front();
    const Finished finished = run_hone(command);
    EXPECT_EQ(finished.code, 0) << command.front() << finished.err;
    EXPECT_EQ(times(finished.err, told), 1) << command.front() << finished.err;
  }
}

TEST_F(MissingGroups, LeaveStandardOutputToTheResult) {
  const Finished finished = run_hone({"export", "--weights", old(), "--format", "json", "--quiet"});
  EXPECT_THAT(finished.err, HasSubstr(told));
  EXPECT_EQ(finished.out, run_hone({"export", "--weights", file("whole.weights"), "--format", "json"}).out);
}

TEST_F(MissingGroups, AreToldToTheUserOfTheEngine) {
  const std::string option = "setoption name WeightsFile value " + old();
  const Finished finished = run_hone({"uci", "--game", "tic_tac_toe", option, option, "isready"});
  EXPECT_EQ(times(finished.out, "info string warning: "), 2);
  EXPECT_EQ(times(finished.err, told), 1);
  EXPECT_THAT(finished.out, HasSubstr("readyok"));
  const Finished strict = run_hone({"uci", "--game", "tic_tac_toe", "--strict", option});
  EXPECT_THAT(strict.out, HasSubstr("info string error: "));
  EXPECT_THAT(strict.err, IsEmpty());
}

TEST_F(MissingGroups, AreZeroInAMatchAsIfWritten) {
  for (const std::string name : {"old", "whole"}) {
    const Words match{"match",
                      "--player",
                      "a=weights:" + file(name + ".weights"),
                      "--player",
                      "b=weights:material",
                      "--games",
                      "10",
                      "--depth",
                      "2",
                      "--pgn",
                      file(name),
                      "--game",
                      "tic_tac_toe"};
    ASSERT_EQ(run_hone(match).code, 0);
  }
  EXPECT_EQ(bytes("old"), bytes("whole"));
}

TEST_F(MissingGroups, AreZeroInARunWhichKeepsThemWritten) {
  const auto start = [&](const std::string& name) {
    return Words{"run",
                 "--game",
                 "tic_tac_toe",
                 "--start",
                 file(name + ".weights"),
                 "--games",
                 "60",
                 "--depth",
                 "2",
                 "--gate",
                 "off",
                 "--gate-games",
                 "40",
                 "--match-nodes",
                 "60",
                 "--final-games",
                 "0",
                 "--generations",
                 "1",
                 "--out",
                 file(name)};
  };
  ASSERT_EQ(run_hone(run_with(start("old"), {"--strict"})).code, 2);
  const Finished old_run = run_hone(start("old"));
  ASSERT_EQ(old_run.code, 0) << old_run.err;
  EXPECT_EQ(times(old_run.err, told), 1);
  ASSERT_EQ(run_hone(start("whole")).code, 0);
  for (const std::string part : {"/start.weights", "/best.weights"})
    EXPECT_EQ(bytes("old" + part), bytes("whole" + part));
  const Finished resumed = run_hone({"run", "--resume", file("old"), "--generations", "2", "--strict"});
  EXPECT_EQ(resumed.code, 0) << resumed.err;
  EXPECT_THAT(resumed.err, Not(HasSubstr("missing")));
}

}  // namespace
}  // namespace hone::cli
