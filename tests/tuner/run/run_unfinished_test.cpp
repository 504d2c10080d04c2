// SPDX-License-Identifier: MIT
//
// Harm done to a run while it is under way: to games that are still being played, to its lock, by a kill at the one
// moment when the files of a match are older than what the journal says.
#include <gmock/gmock.h>

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "data/error.hpp"
#include "data/game_file.hpp"
#include "tests/tuner/run/run_support.hpp"

namespace hone::run {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr int harmed_generation = 2;
constexpr std::uint64_t harmed_at = 50;  // games

RunOptions eager_run() {
  RunOptions options = shallow_run();
  options.gate.sprt = stats::SprtOptions{.elo0 = -200, .elo1 = -150};
  return options;
}

// Does something once, when so many games of self-play are played in that generation.
class AtGame final : public RunObserver {
 public:
  explicit AtGame(std::function<void()> act) : act_(std::move(act)) {}

  void told(const RunNews& news) override {
    if (const auto* begun = std::get_if<StepBegun>(&news)) {
      is_there_ = begun->generation == harmed_generation && begun->step == RunStep::self_play;
    }
    const auto* played = std::get_if<GamesPlayed>(&news);
    if (played != nullptr && is_there_ && played->tally.games == harmed_at && act_) std::exchange(act_, nullptr)();
  }

 private:
  std::function<void()> act_;
  bool is_there_ = false;
};

void change(const fs::path& file, const std::function<void(std::string&)>& harm) {
  std::string bytes = read_file(file);
  harm(bytes);
  write_plainly(file, bytes);
}

// Where each game's block begins, and where the last one ends.
std::vector<std::uint64_t> blocks_of(const fs::path& file) {
  GameFileReader reader(file);
  std::vector<std::uint64_t> offsets{reader.extent().bytes};
  while (reader.next()) offsets.push_back(reader.extent().bytes);
  return offsets;
}

class RunUnfinished : public testing::Test {
 protected:
  RunUnfinished() { run_in(folder_ / "whole", eager_run()); }

  // A run that was stopped in the midst of its second generation's games.
  fs::path stopped() const {
    const fs::path run = folder_ / "run";
    fs::remove_all(run);
    std::stop_source source;
    AtGame observer([&] { source.request_stop(); });
    EXPECT_FALSE(hone::run::run(tic_tac_toe(), bad_weights(), eager_run(), run, observer, source.get_token()).complete);
    return run;
  }
  static fs::path games_of(const fs::path& run) { return run / "gen-002" / "selfplay.games"; }

  void expect_named_and_repaired(const std::function<void(const fs::path& games)>& harm) const {
    const fs::path run = stopped();
    harm(games_of(run));
    RunOptions options = eager_run();
    try {
      run_in(run, options);
      ADD_FAILURE() << "not found";
    } catch (const DamagedRun& damage) {
      EXPECT_THAT(damage.what(), HasSubstr(games_of(run).string() + ": "));
      EXPECT_TRUE(damage.can_be_repaired());
    }
    options.repair = true;
    EXPECT_TRUE(run_in(run, options).complete);
    EXPECT_EQ(results_in(run), results_in(folder_ / "whole"));
  }

  TempFolder folder_;
};

TEST_F(RunUnfinished, NamesGamesWhoseHeaderIsDamaged) {
  expect_named_and_repaired([](const fs::path& games) {
    change(games, [](std::string& bytes) { bytes[30] = static_cast<char>(bytes[30] ^ 1); });
  });
}

TEST_F(RunUnfinished, NamesGamesThatWereCutIntoTheirHeader) {
  expect_named_and_repaired([](const fs::path& games) { change(games, [](std::string& bytes) { bytes.resize(20); }); });
}

TEST_F(RunUnfinished, NamesGamesOfAnotherGeneration) {
  expect_named_and_repaired([](const fs::path& games) {
    const fs::path run = games.parent_path().parent_path();
    write_plainly(games, read_file(run / "gen-001" / "selfplay.games"));
  });
}

TEST_F(RunUnfinished, NamesGamesOneOfWhichWasTakenOut) {
  expect_named_and_repaired([](const fs::path& games) {
    const std::vector<std::uint64_t> blocks = blocks_of(games);
    ASSERT_GT(blocks.size(), 4U);
    change(games, [&](std::string& bytes) { bytes.erase(blocks[1], blocks[2] - blocks[1]); });
  });
}

TEST_F(RunUnfinished, PlaysAgainWhatStandsBehindADamagedBlock) {
  const fs::path run = stopped();
  change(games_of(run), [](std::string& bytes) { bytes[bytes.size() / 2] ^= 4; });
  EXPECT_TRUE(run_in(run, eager_run()).complete);
  EXPECT_EQ(results_in(run), results_in(folder_ / "whole"));
}

TEST_F(RunUnfinished, SealsNoGamesThatWereDamagedWhileItPlayed) {
  const fs::path run = folder_ / "run";
  AtGame observer([&] { change(games_of(run), [](std::string& bytes) { bytes[bytes.size() / 2] ^= 4; }); });
  EXPECT_TRUE(hone::run::run(tic_tac_toe(), bad_weights(), eager_run(), run, observer, {}).complete);
  EXPECT_EQ(results_in(run), results_in(folder_ / "whole"));
}

TEST_F(RunUnfinished, IsInUseEvenWhenItsLockWasRemoved) {
  const fs::path run = folder_ / "run";
  AtGame observer([&] {
    fs::remove(run / "lock");
    EXPECT_THROW(run_in(run, eager_run()), Error);
  });
  EXPECT_TRUE(hone::run::run(tic_tac_toe(), bad_weights(), eager_run(), run, observer, {}).complete);
}

// As a kill leaves it between the note that the old last match is void and the removal of its files.
TEST_F(RunUnfinished, ReplacesTheLastMatchOfOlderWeights) {
  const fs::path run = folder_ / "run";
  RunOptions options = eager_run();
  options.generations = 1;
  ASSERT_EQ(run_in(run, options).best_generation, 1);
  const std::string games = read_file(run / "final.games"), result = read_file(run / "final.json");

  class AtFinal final : public RunObserver {
   public:
    explicit AtFinal(std::stop_source& source) : source_(source) {}
    void told(const RunNews& news) override {
      const auto* begun = std::get_if<StepBegun>(&news);
      if (begun != nullptr && begun->step == RunStep::final_match) source_.request_stop();
    }

   private:
    std::stop_source& source_;
  };
  options.generations = 2;
  std::stop_source source;
  AtFinal observer(source);
  ASSERT_FALSE(hone::run::run(tic_tac_toe(), bad_weights(), options, run, observer, source.get_token()).complete);
  write_plainly(run / "final.games", games);
  write_plainly(run / "final.json", result);
  const RunSummary summary = run_in(run, options);
  ASSERT_EQ(summary.best_generation, 2);
  EXPECT_EQ(results_in(run), results_in(folder_ / "whole"));
}

}  // namespace
}  // namespace hone::run
