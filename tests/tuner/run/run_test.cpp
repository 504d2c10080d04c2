// SPDX-License-Identifier: MIT
#include "tuner/run/run.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <string>
#include <variant>

#include "data/error.hpp"
#include "tests/tuner/run/run_support.hpp"
#include "tuner/run/history.hpp"
#include "tuner/run/journal.hpp"
#include "tuner/text/seal.hpp"

namespace hone::run {
namespace {

// Steps of a fit and results do not count.
constexpr NewsStopper::Counts news_of_work = is_one_of<StepBegun, GamesPlayed, MatchPlayed, RowsSampled>;

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
    EXPECT_GT(run_in_sessions(folder / name, options, news_of_work, step, 1), 2);
    EXPECT_EQ(results_in(folder / name), results_in(folder / "whole")) << "stopped every " << step << " calls";
  }
}

TEST(Run, LearnsLaterScoresToTheSameFilesForAnyThreadsAndInterruptions) {
  const TempFolder folder;
  RunOptions options = shallow_run();
  options.fit.targets.target = learn::parse_target("td:0.9");
  options.sampling.resolve = learn::parse_resolve("along:200,2");
  run_in(folder / "whole", options);
  EXPECT_THAT(read_file(folder / "whole" / "gen-001" / "candidate.weights"), testing::HasSubstr("target td:0.9"));
  EXPECT_THAT(read_file(folder / "whole" / "gen-001" / "fit.json"), testing::HasSubstr("\"target\": \"td:0.9\""));
  options.threads = 4;
  EXPECT_GT(run_in_sessions(folder / "cut", options, news_of_work, 23, 1), 2);
  EXPECT_EQ(results_in(folder / "cut"), results_in(folder / "whole"));
}

TEST(Run, KeepsTheBestWhenTheCandidateFails) {
  const TempFolder folder;
  RunOptions options = shallow_run();
  options.generations = 1;
  options.fit.ridge = 1e6;  // the weights stay what they are
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
  const RunSummary again = run_in(folder / "run", options);
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
    void told(const RunNews& news) override {
      if (std::holds_alternative<StepBegun>(news)) {
        EXPECT_THROW(run_in(place_, shallow_run()), Error);
      }
    }

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

TEST(Run, KeepsWhatIsSurelyBetterThoughTheTestIsUndecided) {
  const TempFolder folder;
  RunOptions options = shallow_run();
  options.generations = 1;
  options.gate.sprt = stats::SprtOptions{.elo0 = 0, .elo1 = 100, .alpha = 1e-300, .beta = 1e-300};  // stops never
  ASSERT_EQ(run_in(folder / "run", options).promotions, 1);
  const RunHistory history = history_of(folder / "run");
  const auto* gate = history.result<GateDone>(1);
  ASSERT_NE(gate, nullptr);
  EXPECT_EQ(gate->result.sprt.value().verdict, stats::SprtVerdict::undecided);
  EXPECT_GT(gate->result.players[0].results.los, 0.95);
}

TEST(Run, EndsWhenGenerationsInARowBringNothing) {
  const TempFolder folder;
  RunOptions options = shallow_run();
  options.generations = 0;
  options.patience = 2;
  options.fit.ridge = 1e6;  // the weights stay what they are
  const RunSummary summary = run_in(folder / "run", options);
  EXPECT_EQ(summary.end, RunEnd::patience);
  EXPECT_EQ(summary.generations, 2);
}

TEST(Run, EndsBeforeItsGamesAreExceeded) {
  const TempFolder folder;
  RunOptions options = shallow_run();
  options.generations = 0;
  options.patience = 0;
  options.games_total = 3 * options.self_play.games - 1;
  const RunSummary summary = run_in(folder / "run", options);
  EXPECT_EQ(summary.end, RunEnd::games);
  EXPECT_EQ(summary.generations, 2);
}

TEST(Run, GoesOnWhenItIsGivenMoreToDo) {
  const TempFolder folder;
  RunOptions options = shallow_run();
  run_in(folder / "whole", options);
  options.generations = 1;
  run_in(folder / "later", options);
  options.generations = 2;
  run_in(folder / "later", options);
  EXPECT_EQ(results_in(folder / "later"), results_in(folder / "whole"));
}

TEST(Run, RefusesToLearnFromNothing) {
  const TempFolder folder;
  RunOptions options = shallow_run();
  options.sampling.skip_plies = 9;  // a game has no more
  try {
    run_in(folder / "run", options);
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("expected positions to learn from, found none"), std::string::npos);
  }
}

TEST(Run, RefusesToGoOnWithOtherOptions) {
  const TempFolder folder;
  RunOptions options = shallow_run();
  options.generations = 1;
  run_in(folder / "run", options);
  options.self_play.openings.bound -= 1;
  try {
    run_in(folder / "run", options);
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("self_play/openings"), std::string::npos) << error.what();
  }
}

TEST(Run, CountsTheHoursOfASessionThatWasKilled) {
  const TempFolder folder;
  RunOptions options = shallow_run();
  run_in(folder / "run", options);
  const std::string id = read_journal(folder / "run/journal.jsonl").first_sum;
  write_file_atomically(folder / "run/live.json", text::sealed({{"run", id}, {"hours", 5.0}}) + '\n');
  run_in(folder / "run", options);
  EXPECT_GE(entries_of(read_journal(folder / "run/journal.jsonl")).back().hours, 5);
}

std::string line_of(const nlohmann::ordered_json& entry, std::string& sum) {
  const std::string line = text::sealed(entry, sum);
  sum = text::unsealed(line, sum)->sum;
  return line + '\n';
}

TEST(Journal, CutsATornLine) {
  const TempFolder folder;
  std::string sum;
  const std::string first = line_of({{"a", 1}}, sum);
  write_file_atomically(folder / "j", first + "{\"b\":");
  {
    Journal journal(folder / "j");
    EXPECT_EQ(journal.lines().objects.size(), 1U);
    EXPECT_EQ(journal.torn(), 5U);
    journal.append({{"c", 3}});
  }
  EXPECT_EQ(read_file(folder / "j"), first + line_of({{"c", 3}}, sum));
}

TEST(Journal, KnowsEveryChangedByteByItsLine) {
  const TempFolder folder;
  std::string sum;
  const std::string lines[] = {line_of({{"a", 1}}, sum), line_of({{"b", 2}}, sum), line_of({{"c", 3}}, sum)};
  for (std::size_t i = 0; i + 1 < lines[1].size(); ++i) {
    std::string changed = lines[1];
    changed[i] = static_cast<char>(changed[i] ^ 1);
    write_plainly(folder / "j", lines[0] + changed + lines[2]);
    try {
      Journal journal(folder / "j");
      ADD_FAILURE() << changed;
    } catch (const Error& error) {
      EXPECT_EQ(error.line(), 2);
    }
  }
}

// All events of a run, whose text is read and made again.
TEST(Journal, GivesItsEventsBackAsTheyWereWritten) {
  const TempFolder folder;
  run_in(folder / "run", shallow_run());
  const JournalLines lines = read_journal(folder / "run/journal.jsonl");
  const std::vector<JournalEntry> entries = entries_of(lines);
  ASSERT_EQ(entries.size(), lines.objects.size());
  for (std::size_t i = 0; i < entries.size(); ++i) EXPECT_EQ(to_json(entries[i]).dump(), lines.objects[i]);
}

TEST(Journal, NamesTheLineAndTheKeyOfAWrongValue) {
  const nlohmann::ordered_json begun = {{"event", "begun"}, {"generation", 0}, {"time", "t"}, {"hours", 0}};
  const std::pair<nlohmann::ordered_json, const char*> cases[] = {
      {{{"event", "party"}}, "expected the event of a run, found party"},
      {{{"hours", "5"}}, "hours: expected a number, found \"5\""},
      {{{"event", "redo"}}, "stage: expected a value, found none"},
      {{{"event", "redo"}, {"stage", "lunch"}}, "expected a step of a run, found lunch"},
      {{{"event", "fit"}, {"fit", {{"heldout_games", -1}}}}, "fit: heldout_games: expected a whole number, found -1"}};
  for (const auto& [change, message] : cases) {
    const TempFolder folder;
    nlohmann::ordered_json second = begun;
    second.update(change);
    {
      Journal journal(folder / "j");
      journal.append(begun);
      journal.append(second);
    }
    try {
      (void)entries_of(read_journal(folder / "j"));
      ADD_FAILURE() << message;
    } catch (const Error& error) {
      EXPECT_EQ(error.what(), (folder / "j").string() + ":2: " + message);
    }
  }
}

TEST(Journal, KnowsLinesThatChangedPlacesOrAreGone) {
  const TempFolder folder;
  std::string sum;
  const std::string first = line_of({{"a", 1}}, sum), second = line_of({{"b", 2}}, sum),
                    third = line_of({{"c", 3}}, sum);
  for (const std::string& text : {second + first + third, first + third, first + third + second}) {
    write_plainly(folder / "j", text);
    EXPECT_THROW(Journal(folder / "j"), Error);
  }
}

}  // namespace
}  // namespace hone::run
