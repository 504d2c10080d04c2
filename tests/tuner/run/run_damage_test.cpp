// SPDX-License-Identifier: MIT
//
// A run whose files were cut, changed, exchanged or lost: named, never made use of, and made again where possible.
#include <gmock/gmock.h>

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "data/error.hpp"
#include "tests/tuner/run/pool_support.hpp"
#include "tests/tuner/run/run_support.hpp"

namespace hone::run {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

// The files that the journal answers for, and whether they can be made again.
struct RunFile {
  const char* name;
  bool can_be_repaired;
};
constexpr RunFile files[] = {{"config", true},
                             {"start.weights", false},
                             {"best.weights", true},
                             {"gen-001/selfplay.games", true},
                             {"gen-001/candidate.weights", true},
                             {"gen-001/fit.json", true},
                             {"gen-001/weights.csv", true},
                             {"gen-001/gate.games", true},
                             {"gen-001/gate.json", true},
                             {"final.games", true},
                             {"final.json", true}};

void flip_a_bit(const fs::path& file) {
  std::string bytes = read_file(file);
  char& middle = bytes[bytes.size() / 2];
  middle = static_cast<char>(middle ^ 4);
  write_plainly(file, bytes);
}

void cut(const fs::path& file) {
  const std::string bytes = read_file(file);
  write_plainly(file, bytes.substr(0, bytes.size() - 1));
}

// Without the configuration, which is made again with the same options and other words.
std::map<std::string, std::string> results_of(const fs::path& run) {
  auto results = results_in(run);
  results.erase("config");
  return results;
}

void lose(const fs::path& file) { fs::remove(file); }

class RunDamage : public testing::Test {
 protected:
  RunDamage() { run_in(folder_ / "run", shallow_run()); }

  // A copy with one file done harm to.
  fs::path damaged(const std::string& name, const std::function<void(const fs::path&)>& harm) {
    const fs::path copy = folder_ / "copy";
    fs::remove_all(copy);
    fs::copy(folder_ / "run", copy, fs::copy_options::recursive);
    harm(copy / name);
    return copy;
  }

  void expect_named(const RunFile& file, const std::function<void(const fs::path&)>& harm) {
    const fs::path copy = damaged(file.name, harm);
    const auto before = results_in(copy);
    try {
      run_in(copy, shallow_run());
      ADD_FAILURE() << file.name;
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), HasSubstr((copy / file.name).string() + ": "));
      const auto* damage = dynamic_cast<const DamagedRun*>(&error);
      EXPECT_EQ(damage != nullptr && damage->can_be_repaired(), file.can_be_repaired) << file.name;
    }
    EXPECT_EQ(results_in(copy), before) << "nothing was done";
  }

  TempFolder folder_;
};

TEST_F(RunDamage, IsNamedWhateverFileAndHarm) {
  for (const RunFile& file : files) {
    for (const auto& harm : {flip_a_bit, cut, lose}) expect_named(file, harm);
  }
}

TEST_F(RunDamage, IsNamedWhenFilesChangePlaces) {
  for (const RunFile& file : files) {
    const fs::path name = file.name;
    const fs::path other = name.parent_path().empty() ? fs::path("gen-001/selfplay.games") : "start.weights";
    expect_named(file, [&](const fs::path& place) { write_plainly(place, read_file(folder_ / "run" / other)); });
  }
}

TEST_F(RunDamage, IsRepairedToTheSameBytes) {
  RunOptions options = shallow_run();
  options.repair = true;
  const auto whole = results_of(folder_ / "run");
  for (const RunFile& file : files) {
    if (!file.can_be_repaired) continue;
    for (const auto& harm : {flip_a_bit, lose}) {
      const fs::path copy = damaged(file.name, harm);
      EXPECT_TRUE(run_in(copy, options).complete);
      EXPECT_EQ(results_of(copy), whole) << file.name;
    }
  }
}

TEST_F(RunDamage, IsRepairedInAllFilesAtOnce) {
  RunOptions options = shallow_run();
  options.repair = true;
  const fs::path copy = damaged("best.weights", flip_a_bit);
  for (const RunFile& file : files) {
    if (file.can_be_repaired) cut(copy / file.name);
  }
  EXPECT_TRUE(run_in(copy, options).complete);
  EXPECT_EQ(results_of(copy), results_of(folder_ / "run"));
}

TEST_F(RunDamage, OfTheConfigurationIsRepairedFromTheJournal) {
  RunOptions options = shallow_run();
  options.repair = true;
  const fs::path copy = damaged("config", lose);
  EXPECT_TRUE(run_in(copy, options).complete);
  EXPECT_THAT(read_file(copy / "config"), HasSubstr("game = tic_tac_toe\n"));
  EXPECT_THAT(read_file(copy / "config"), HasSubstr("ridge = 0.0001\n"));
  EXPECT_THAT(read_file(copy / "config"), HasSubstr("generations = 2\n"));
  options.repair = false;
  EXPECT_TRUE(run_in(copy, options).complete) << "the journal answers for the new file";
}

class Listener final : public RunObserver {
 public:
  void told(const RunNews& news) override {
    if (const auto* noticed = std::get_if<Noticed>(&news)) heard += noticed->what + '\n';
  }
  std::string heard;
};

TEST_F(RunDamage, IsSaidOfWhatDecidesNothing) {
  for (const char* name : {"live.json", "journal.jsonl"}) {
    const fs::path copy = damaged(name, cut);
    Listener listener;
    run(tic_tac_toe(), bad_weights(), shallow_run(), copy, listener, {});
    EXPECT_THAT(listener.heard, HasSubstr((copy / name).string() + ": "));
    EXPECT_EQ(results_in(copy), results_in(folder_ / "run"));
  }
}

TEST_F(RunDamage, OfTheLockHarmsNothing) {
  const fs::path copy = damaged("lock", flip_a_bit);
  EXPECT_TRUE(run_in(copy, shallow_run()).complete);
}

// With limits in time a gate that is played again may say the opposite, as it does here.
TEST(RunDamages, OfAGateChangeNoPromotion) {
  RunOptions options = shallow_run();
  options.final_games = 0;
  options.gate.limits.move_time = std::chrono::seconds(10);
  const Weights strong = tic_tac_toe().material_weights();
  const std::vector<play::Entrant> players{
      play::weights_entrant(tic_tac_toe(), "gen-001", strong, options.gate.engine),
      play::weights_entrant(tic_tac_toe(), "start", bad_weights(), options.gate.engine)};
  const auto match = match::play_tournament(tic_tac_toe(), players, shallow_tournament(20), std::nullopt, {});
  for (const bool was_promoted : {false, true}) {
    const TempFolder folder;
    begin_judging(folder / "run", tic_tac_toe(), bad_weights(), was_promoted ? bad_weights() : strong, options,
                  {GateDone{match::summary_of(match), was_promoted}, StepVoided{RunStep::gate}});
    const RunSummary summary = run_in(folder / "run", options);
    EXPECT_EQ(history_of(folder / "run").result<GateDone>(1)->promoted, was_promoted);
    EXPECT_EQ(summary.best_generation, was_promoted ? 1 : 2);
  }
}

}  // namespace
}  // namespace hone::run
