// SPDX-License-Identifier: MIT
#include "tuner/run.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "data/error.hpp"
#include "tests/tuner/loop_support.hpp"
#include "tuner/journal.hpp"

namespace hone {
namespace {

RunOptions shallow_run() {
  RunOptions options = default_run(tic_tac_toe());
  options.generations = 2;
  options.final_games = 20;
  options.self_play = shallow_self_play(60);
  options.gate = shallow_tournament(200);
  options.gate.sprt = SprtOptions{.elo0 = 0, .elo1 = 100};
  options.final_match = shallow_tournament(20);
  options.sampling.quiet = Quiet::keep;
  options.fit.ridge = 1e-4;
  options.config = "text that the library does not look at\n";
  return options;
}

// Everything but the journal, which tells the time.
std::map<std::string, std::string> results_in(const std::filesystem::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && entry.path().filename() != "journal.jsonl") {
      files[std::filesystem::relative(entry.path(), folder).string()] = read_file(entry.path());
    }
  }
  return files;
}

RunSummary run_in(const std::filesystem::path& folder, const RunOptions& options, const std::stop_token& stop = {}) {
  RunObserver observer;
  return run(tic_tac_toe(), bad_weights(), options, folder, observer, stop);
}

// Stops the run at the n-th call.
class Stopper final : public RunObserver {
 public:
  explicit Stopper(int calls) : left_(calls) {}

  void stage_begun(int, RunStage, std::uint64_t) override { count(); }
  void games_played(const PlayTally&) override { count(); }
  void match_played(const TournamentResult&) override { count(); }
  void rows_sampled(const SamplingSummary&) override { count(); }

  [[nodiscard]] std::stop_token token() const { return source_.get_token(); }

 private:
  void count() {
    if (--left_ == 0) source_.request_stop();
  }

  int left_;
  std::stop_source source_;
};

TEST(Run, GoesFromStartToProof) {
  const TempFolder folder;
  const RunSummary summary = run_in(folder / "run", shallow_run());
  EXPECT_TRUE(summary.complete);
  EXPECT_EQ(summary.generations, 2);
  ASSERT_GT(summary.promotions, 0);
  ASSERT_TRUE(summary.final_match);
  EXPECT_EQ(summary.final_match->tally().games, 20U);
  const auto generation =
      summary.best_generation == 1 ? "run/gen-001/candidate.weights" : "run/gen-002/candidate.weights";
  EXPECT_EQ(read_file(summary.best_weights), read_file(folder / generation));
}

TEST(Run, GivesTheSameFilesForAnyNumberOfThreads) {
  const TempFolder folder;
  RunOptions options = shallow_run();
  run_in(folder / "1", options);
  for (const int threads : {2, 4}) {
    options.threads = threads;
    const auto name = std::to_string(threads);
    run_in(folder / name, options);
    EXPECT_EQ(results_in(folder / name), results_in(folder / "1")) << threads << " threads";
  }
}

TEST(Run, GivesTheSameFilesHoweverOftenItIsInterrupted) {
  const TempFolder folder;
  const RunOptions options = shallow_run();
  run_in(folder / "whole", options);
  for (const int step : {3, 17, 41}) {
    const auto name = std::to_string(step);
    int sessions = 0;
    for (bool complete = false; !complete; ++sessions) {
      ASSERT_LT(sessions, 1'000);
      Stopper stopper(step + sessions);
      complete = run(tic_tac_toe(), bad_weights(), options, folder / name, stopper, stopper.token()).complete;
    }
    EXPECT_GT(sessions, 2);
    EXPECT_EQ(results_in(folder / name), results_in(folder / "whole")) << "stopped every " << step << " calls";
  }
}

TEST(Run, KeepsTheBestWhenTheCandidateFails) {
  const TempFolder folder;
  RunOptions options = shallow_run();
  options.generations = 1;
  options.gate.sprt = SprtOptions{.elo0 = 390, .elo1 = 400, .alpha = 1e-6};
  const RunSummary summary = run_in(folder / "run", options);
  EXPECT_TRUE(summary.complete);
  EXPECT_EQ(summary.promotions, 0);
  EXPECT_EQ(summary.best_generation, 0);
  EXPECT_FALSE(summary.final_match);
  EXPECT_EQ(read_file(summary.best_weights), read_file(folder / "run/start.weights"));
}

TEST(Run, PlaysNothingAgainWhenItIsDone) {
  const TempFolder folder;
  const RunOptions options = shallow_run();
  run_in(folder / "run", options);
  const auto before = results_in(folder / "run");
  Stopper counter(-1);
  const RunSummary again = run(tic_tac_toe(), bad_weights(), options, folder / "run", counter, counter.token());
  EXPECT_TRUE(again.complete);
  ASSERT_TRUE(again.final_match);
  EXPECT_EQ(again.final_match->tally().games, 20U);
  EXPECT_EQ(results_in(folder / "run"), before);
}

TEST(Run, RefusesAFolderThatIsInUse) {
  const TempFolder folder;
  class Intruder final : public RunObserver {
   public:
    explicit Intruder(std::filesystem::path place) : place_(std::move(place)) {}
    void stage_begun(int, RunStage, std::uint64_t) override { EXPECT_THROW(run_in(place_, shallow_run()), Error); }

   private:
    std::filesystem::path place_;
  };
  RunOptions options = shallow_run();
  options.generations = 1;
  Intruder intruder(folder / "run");
  run(tic_tac_toe(), bad_weights(), options, folder / "run", intruder, {});
}

TEST(Run, RefusesToGoOnFromOtherWeights) {
  const TempFolder folder;
  RunOptions options = shallow_run();
  options.generations = 1;
  run_in(folder / "run", options);
  RunObserver observer;
  Weights other = bad_weights();
  other.values[0] += 1;
  EXPECT_THROW(run(tic_tac_toe(), other, options, folder / "run", observer, {}), Error);
}

TEST(Journal, CutsATornLine) {
  const TempFolder folder;
  write_file_atomically(folder / "j", "{\"a\":1}\n{\"b\":");
  {
    Journal journal(folder / "j");
    EXPECT_EQ(journal.entries().size(), 1U);
    journal.append({{"c", 3}});
  }
  EXPECT_EQ(read_file(folder / "j"), "{\"a\":1}\n{\"c\":3}\n");
}

TEST(Journal, GivesTheLineOfWhatIsWrong) {
  const TempFolder folder;
  write_file_atomically(folder / "j", "{\"a\":1}\nnonsense\n{\"b\":2}\n");
  try {
    Journal journal(folder / "j");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.line(), 2);
  }
}

}  // namespace
}  // namespace hone
