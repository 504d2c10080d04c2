// SPDX-License-Identifier: MIT
//
// Runs whose fits carry on what the games before taught, and runs whose fits are not worth a gate.
#include <gmock/gmock.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "data/error.hpp"
#include "tests/tuner/run/run_support.hpp"
#include "tuner/learn/fit/posterior.hpp"
#include "tuner/report/report_page.hpp"
#include "tuner/report/reported_run.hpp"
#include "tuner/report/verdict.hpp"
#include "tuner/run/history.hpp"
#include "tuner/run/journal.hpp"
#include "tuner/run/status.hpp"
#include "tuner/text/options.hpp"

namespace hone::run {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

RunOptions carrying_run(std::optional<double> share = std::nullopt) {
  RunOptions options = shallow_run();
  options.generations = 3;
  options.carry = {.is_on = true, .share = share};
  return options;
}

learn::Posterior posterior_of(const fs::path& run, const char* generation) {
  return learn::read_posterior(run / generation / "fit.posterior");
}

TEST(RunCarry, AddsTheGamesOfAllGenerations) {
  const TempFolder folder;
  run_in(folder / "run", carrying_run(1.0));
  const RunHistory history = history_of(folder / "run");
  double games = 0;
  for (int generation = 1; generation <= 3; ++generation) {
    const learn::FitSummary& fit = history.result<FitDone>(generation)->fit;
    EXPECT_EQ(fit.carried_games, games) << "each fit learns from its own games, and carries on the others";
    games += static_cast<double>(fit.games);
    const std::string name = "gen-00" + std::to_string(generation);
    EXPECT_EQ(posterior_of(folder / "run", name.c_str()).games, games);
  }
}

// Whatever was promoted before, a pull without measure leads back to where the run began.
TEST(RunPrior, FirstIsTheStartOfTheRunInEveryGeneration) {
  const TempFolder folder;
  RunOptions options = shallow_run();
  options.generations = 3;
  options.gate_worse = true;
  options.fit.prior = learn::Prior::first;
  run_in(folder / "weak", options);
  const RunHistory history = history_of(folder / "weak");
  EXPECT_GT(history.best_before(3), 0) << "nothing was promoted, so that the start was the best all along";
  options.fit.ridge = 1e6;
  run_in(folder / "strong", options);
  for (const char* generation : {"gen-001", "gen-002", "gen-003"}) {
    const Weights candidate =
        read_weights(folder / "strong" / generation / "candidate.weights", tic_tac_toe().schema());
    EXPECT_EQ(candidate.values, bad_weights().values) << generation;
  }
}

// The posterior of a generation holds its window as well, so that the next one to use it is the one after the window.
TEST(RunCarry, CountsNoGameTwice) {
  const TempFolder folder;
  RunOptions options = carrying_run(1.0);
  options.window = 2;
  run_in(folder / "run", options);
  const RunHistory history = history_of(folder / "run");
  EXPECT_EQ(history.result<FitDone>(2)->fit.carried_games, 0);
  EXPECT_EQ(history.result<FitDone>(3)->fit.carried_games, static_cast<double>(history.result<FitDone>(1)->fit.games));
}

TEST(RunCarry, ChoosesTheShareByTheNewGames) {
  const TempFolder folder;
  RunOptions options = carrying_run();
  options.self_play.games = 300;
  run_in(folder / "run", options);
  const RunHistory history = history_of(folder / "run");
  EXPECT_TRUE(history.result<FitDone>(1)->fit.share_path.empty());
  EXPECT_EQ(history.result<FitDone>(2)->fit.share_path.size(), 6U);
}

TEST(RunCarry, GivesTheSameFilesForAnyNumberOfThreads) {
  const TempFolder folder;
  RunOptions options = carrying_run();
  run_in(folder / "1", options);
  options.threads = 3;
  run_in(folder / "3", options);
  EXPECT_EQ(results_in(folder / "3"), results_in(folder / "1"));
}

TEST(RunCarry, GivesTheSameFilesHoweverOftenAFitIsInterrupted) {
  const TempFolder folder;
  const RunOptions options = carrying_run();
  run_in(folder / "whole", options);
  EXPECT_GT(run_in_sessions(folder / "parts", options, is_one_of<FitStepped>, 2, 3), 3);
  EXPECT_EQ(results_in(folder / "parts"), results_in(folder / "whole"));
}

TEST(RunCarry, NamesADamagedPosteriorAndMakesItAgain) {
  const TempFolder folder;
  RunOptions options = carrying_run();
  run_in(folder / "run", options);
  const auto whole = results_in(folder / "run");
  for (const char* generation : {"gen-001", "gen-002", "gen-003"}) {
    const fs::path file = folder / "run" / generation / "fit.posterior";
    for (const std::string& bytes : {std::string("nothing"), read_file(folder / "run/start.weights")}) {
      write_plainly(file, bytes);
      options.repair = false;
      try {
        run_in(folder / "run", options);
        ADD_FAILURE() << "was used";
      } catch (const DamagedRun& damage) {
        EXPECT_THAT(damage.what(), HasSubstr(file.string()));
        EXPECT_TRUE(damage.can_be_repaired());
      }
      options.repair = true;
      EXPECT_TRUE(run_in(folder / "run", options).complete);
      EXPECT_EQ(results_in(folder / "run"), whole);
    }
  }
}

TEST(RunCarry, KeepsNothingWhereItIsOff) {
  const TempFolder folder;
  run_in(folder / "run", shallow_run());
  EXPECT_FALSE(fs::exists(folder / "run/gen-001/fit.posterior"));
}

TEST(RunCarry, NeedsAMatrixAndSaysSoBeforeTheFirstGame) {
  const TempFolder folder;
  RunOptions options = carrying_run();
  options.fit.dense_limit = 3;
  try {
    run_in(folder / "run", options);
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("carry: what a fit has learnt takes a matrix"));
  }
  EXPECT_FALSE(fs::exists(folder / "run"));
}

// The strengths of all groups from the data, around the weights that the run began with: every posterior keeps these.
TEST(RunCarry, FindsStrengthsAroundTheFirstStart) {
  const TempFolder folder;
  RunOptions options = carrying_run();
  options.fit.group_ridge = {{"*", std::nullopt}};
  ASSERT_TRUE(run_in(folder / "run", options).complete);
  const learn::Posterior first = posterior_of(folder / "run", "gen-001");
  const learn::Posterior second = posterior_of(folder / "run", "gen-002");
  ASSERT_TRUE(first.has_prior() && second.has_prior());
  for (std::size_t i = 0; i < first.weights.size(); ++i) {
    const auto at = std::ranges::find(second.weights, first.weights[i]);
    ASSERT_NE(at, second.weights.end());
    EXPECT_NEAR(second.k * second.prior[at - second.weights.begin()],
                first.k * first.prior[static_cast<Eigen::Index>(i)], 1e-9);
  }
}

TEST(RunCarry, IsAnOptionThatReadsBack) {
  for (const char* value : {"off", "auto", "1", "0.35", "0"}) {
    RunOptions run;
    text::Options options;
    run.declare(options);
    options.find("carry")->set(value);
    EXPECT_EQ(options.find("carry")->get(), value);
    EXPECT_EQ(run.window_size(), std::string(value) == "off" ? 3 : 1);
    options.find("window")->set("5");
    EXPECT_EQ(run.window_size(), 5);
    options.find("window")->set("auto");
    EXPECT_EQ(options.find("window")->get(), "auto");
  }
  RunOptions run;
  text::Options options;
  run.declare(options);
  for (const char* value : {"1.1", "-0.1", "on", ""}) EXPECT_THROW(options.find("carry")->set(value), Error) << value;
}

// -- Fits that are not worth a gate

// A fit whose judgement is on record as worse; the run is killed right after it.
class WorseRun : public testing::Test {
 protected:
  // Ends when generation 1 has fitted.
  void begin() {
    class AfterFit final : public RunObserver {
     public:
      void told(const RunNews& news) override {
        if (std::holds_alternative<FitFinished>(news)) source.request_stop();
      }
      std::stop_source source;
    } observer;
    run(tic_tac_toe(), bad_weights(), options_, run_, observer, observer.source.get_token());
    fs::remove(run_ / "gen-001/gate.games");
    fs::remove(run_ / "gen-001/selection-1.games");
    rewrite_fit();
  }

  // Seals the journal anew with the gain of the first fit set below its error.
  void rewrite_fit() const {
    const JournalLines lines = read_journal(journal_);
    fs::remove(journal_);
    Journal journal(journal_);
    for (const std::string& line : lines.objects) {
      nlohmann::ordered_json object = nlohmann::ordered_json::parse(line);
      if (object["event"] == "fit") {
        object["fit"]["heldout_by_phase"][0]["target"] = {{"start", 0.1}, {"fitted", 0.103}, {"gain_error", 0.001}};
        object["fit"]["heldout_effective_games"] = 40.0;
      }
      journal.append(object);
    }
  }

  TempFolder folder_;
  fs::path run_ = folder_ / "run", journal_ = run_ / "journal.jsonl";
  RunOptions options_ = shallow_run();
};

TEST_F(WorseRun, PlaysNoGateAndGoesOn) {
  options_.generations = 2;
  begin();
  EXPECT_TRUE(run_in(run_, options_).complete);
  const RunHistory history = history_of(run_);
  const auto* skipped = history.result<GateSkipped>(1);
  ASSERT_NE(skipped, nullptr);
  EXPECT_THAT(skipped->why, HasSubstr("worse than those they started from, by 0.003000 +- 0.001000"));
  EXPECT_EQ(history.result<GateDone>(1), nullptr);
  EXPECT_FALSE(fs::exists(run_ / "gen-001/gate.games"));
  EXPECT_NE(history.result<GateDone>(2), nullptr);
  EXPECT_EQ(history.generations(), 2);
  EXPECT_EQ(history.skipped_before(2), 1);
  EXPECT_EQ(history.skipped_before(3), 0);
  EXPECT_DOUBLE_EQ(history.result<FitDone>(2)->fit.ridge, 4 * *options_.fit.ridge);
  EXPECT_GT(history.result<FitDone>(2)->fit.games, history.result<FitDone>(1)->fit.games)
      << "its games are learnt from";
}

TEST_F(WorseRun, IsShownByStatusAndPage) {
  options_.generations = 1;
  begin();
  EXPECT_TRUE(run_in(run_, options_).complete);
  const RunStatus status = status_of_run(run_);
  EXPECT_EQ(status.generations, 1);
  EXPECT_THAT(status.table.at(0).why, HasSubstr("worse than those they started from"));
  EXPECT_THAT(to_json(status).dump(), HasSubstr("\"untested\":\"the weights predict"));
  const report::ReportedRun reported = report::read_run(run_);
  EXPECT_EQ(reported.finished(), 1);
  EXPECT_EQ(reported.tested(), 0);
  EXPECT_THAT(report::verdict(reported).sentence, HasSubstr("No weights were worth a test"));
  EXPECT_THAT(report::report_page(reported), HasSubstr("Generation 1 was not tested: the weights predict"));
}

TEST_F(WorseRun, CountsForPatience) {
  options_.generations = 3;
  options_.patience = 1;
  begin();
  const RunSummary summary = run_in(run_, options_);
  EXPECT_EQ(summary.end, RunEnd::patience);
  EXPECT_EQ(summary.generations, 1);
}

// Their candidates were made before.
TEST_F(WorseRun, SelectsNoCandidate) {
  options_.generations = 2;
  options_.candidates = 3;
  options_.candidate_games = 10;
  begin();
  ASSERT_GT(history_of(run_).result<FitDone>(1)->candidates.size(), 1U);
  EXPECT_TRUE(run_in(run_, options_).complete);
  const RunHistory history = history_of(run_);
  EXPECT_NE(history.result<GateSkipped>(1), nullptr);
  EXPECT_EQ(history.finished(RunStep::selection, 1), nullptr);
  EXPECT_FALSE(fs::exists(run_ / "gen-001/selection-1.games"));
  EXPECT_NE(history.result<GateDone>(2), nullptr);
  EXPECT_THAT(report::report_page(report::read_run(run_)), HasSubstr("Generation 1 was not tested"));
}

TEST_F(WorseRun, IsTestedAllTheSameWhenAsked) {
  options_.gate_worse = true;
  options_.generations = 1;
  begin();
  EXPECT_TRUE(run_in(run_, options_).complete);
  EXPECT_NE(history_of(run_).result<GateDone>(1), nullptr);
}

}  // namespace
}  // namespace hone::run
