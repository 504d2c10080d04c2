// SPDX-License-Identifier: MIT
#include "tuner/run/forecast.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <numeric>
#include <vector>

#include "tests/tuner/run/run_support.hpp"
#include "tuner/run/gate.hpp"
#include "tuner/run/history.hpp"

namespace hone::run {
namespace {

JournalEntry entry(RunEvent event, int generation, double hours) {
  return {.event = std::move(event), .generation = generation, .time = "", .hours = hours, .files = {}};
}

// Each generation of half an hour: a quarter of self-play, an eighth for the gate of 50 games.
RunHistory generations(int finished, bool is_open) {
  RunHistory history;
  for (int number = 1; number <= finished + (is_open ? 1 : 0); ++number) {
    const double begin = (number - 1) * 0.5;
    history.add(entry(GenerationBegun{}, number, begin));
    if (number > finished) break;
    SelfPlayDone played;
    played.result.tally.games = 100;
    GateDone gate;
    gate.result.games = 50;
    gate.promoted = number == 1;
    history.add(entry(played, number, begin + 0.25));
    history.add(entry(FitDone{}, number, begin + 0.375));
    history.add(entry(gate, number, begin + 0.5));
  }
  return history;
}

RunOptions options_with(int generations, double hours, std::uint64_t games) {
  RunOptions options;
  options.generations = generations;
  options.hours = hours;
  options.games_total = games;
  options.self_play.games = 100;
  options.final_games = 100;  // as long as two gates: a quarter of an hour
  return options;
}

TEST(RunHistory, TakesNoLaterRepairForWorkOnAGeneration) {
  RunHistory history = generations(3, false);
  history.add(entry(StepVoided{RunStep::gate}, 1, 1.5));
  EXPECT_EQ(history.hours_of(1), 0) << "it is not finished";
  GateDone again;
  again.result.games = 50;
  history.add(entry(again, 1, 2.25));
  for (const int number : {1, 2, 3}) EXPECT_NEAR(history.hours_of(number), 0.5, 1e-12) << number;
}

TEST(Forecast, CountsTheGenerationsThatAreStillToCome) {
  const Forecast found = forecast(generations(4, true), options_with(10, 0, 0), 2.2);
  ASSERT_TRUE(found.hours_left);
  EXPECT_NEAR(*found.hours_left, 0.3 + 5 * 0.5 + 0.25, 1e-9);
  EXPECT_EQ(found.end, RunEnd::generations);
  ASSERT_EQ(found.budgets.size(), 2U);
  EXPECT_EQ(found.budgets[0].left, 6);
  EXPECT_EQ(found.budgets[1].option, "patience");
  EXPECT_EQ(found.budgets[1].left, 1);  // three of four failed in a row
}

TEST(Forecast, EndsByTheBudgetThatIsUsedUpFirst) {
  EXPECT_NEAR(*forecast(generations(4, true), options_with(10, 3.6, 0), 2.2).hours_left, 0.3 + 2 * 0.5 + 0.25, 1e-9);
  EXPECT_EQ(forecast(generations(4, true), options_with(10, 3.6, 0), 2.2).end, RunEnd::hours);
  EXPECT_NEAR(*forecast(generations(4, true), options_with(10, 3.6, 650), 2.2).hours_left, 0.3 + 0.5 + 0.25, 1e-9);
  EXPECT_EQ(forecast(generations(4, true), options_with(10, 3.6, 650), 2.2).end, RunEnd::games);
}

TEST(Forecast, KnowsNothingWithoutAGenerationOrABudget) {
  EXPECT_FALSE(forecast(generations(0, true), options_with(10, 0, 0), 0.1).hours_left);
  EXPECT_FALSE(forecast(generations(2, false), options_with(0, 0, 0), 1).hours_left);
  EXPECT_THAT(to_json(forecast(generations(0, true), options_with(10, 0, 0), 0.1)).dump(),
              testing::HasSubstr("\"hours_left\":null,\"ends_by\":null"));
}

match::MatchSummary gate_of(std::uint64_t games, double los, std::optional<stats::SprtVerdict> verdict) {
  match::MatchSummary gate;
  gate.players.resize(2);
  gate.players[0].results.los = los;
  gate.games = games;
  if (verdict) gate.sprt = stats::SprtState{.llr = 0, .lower = -3, .upper = 3, .verdict = *verdict};
  return gate;
}

TEST(Gate, SaysWhyItPromotes) {
  using stats::SprtVerdict;
  EXPECT_EQ(decide(gate_of(80, 0.5, SprtVerdict::accepted), 0.95).why, "the SPRT accepted");
  EXPECT_EQ(decide(gate_of(80, 0.99, SprtVerdict::rejected), 0.95).why, "the SPRT rejected");
  const GateDecision undecided = decide(gate_of(80, 0.973, SprtVerdict::undecided), 0.95);
  EXPECT_TRUE(undecided.promoted);
  EXPECT_EQ(undecided.why, "LOS 97.3 % reaches 95 %, the SPRT being undecided");
  EXPECT_EQ(decide(gate_of(80, 0.5, std::nullopt), 0.95).why, "LOS 50.0 % is below 95 %");
}

TEST(Gate, AsksForTheLikelihoodOnlyWhereTheTestDecidesNothing) {
  using stats::SprtVerdict;
  const double wanted = RunOptions().gate_los;
  for (const auto& verdict : {std::optional<SprtVerdict>(), std::optional(SprtVerdict::undecided)}) {
    EXPECT_TRUE(decide(gate_of(1'000, wanted, verdict), wanted).promoted);
    EXPECT_FALSE(decide(gate_of(1'000, wanted - 1e-9, verdict), wanted).promoted);
  }
  EXPECT_TRUE(decide(gate_of(1'000, 0, SprtVerdict::accepted), wanted).promoted);
  EXPECT_FALSE(decide(gate_of(1'000, 1, SprtVerdict::rejected), wanted).promoted);
}

TEST(Gate, OfFewerThanFortyGamesPromotesNothing) {
  for (const std::uint64_t games : {2, 20, 38}) {
    EXPECT_FALSE(decide(gate_of(games, 1, stats::SprtVerdict::accepted), 0.95).promoted);
    EXPECT_FALSE(decide(gate_of(games, 1, std::nullopt), 0.95).promoted);
  }
  EXPECT_TRUE(decide(gate_of(40, 1, std::nullopt), 0.95).promoted);
}

// Ten openings again and again: of 200 games 20 tell something.
TEST(Gate, CountsNoRepeatedPairs) {
  match::MatchSummary gate = gate_of(200, 1, std::nullopt);
  gate.players[0].results.pairs = stats::Pentanomial{{0, 0, 0, 100, 0}};
  gate.players[0].results.distinct_pairs = stats::Pentanomial{{0, 0, 0, 10, 0}};
  EXPECT_FALSE(decide(gate, 0.95).promoted);
  EXPECT_EQ(decide(gate, 0.95).why, "20 games without repeats are too few to tell, fewer than 40");
  gate.players[0].results.distinct_pairs = stats::Pentanomial{{0, 0, 0, 20, 0}};
  EXPECT_TRUE(decide(gate, 0.95).promoted);
}

// An SPRT of wide bounds would accept after a handful of pairs.
TEST(Gate, IsPlayedUntilItMayPromote) {
  const TempFolder folder;
  RunOptions options = shallow_run();
  options.generations = 1;
  options.gate.sprt = stats::SprtOptions{.elo0 = 0, .elo1 = 400};
  EXPECT_EQ(run_in(folder / "run", options).promotions, 1);
  const auto gate = nlohmann::ordered_json::parse(read_file(folder / "run/gen-001/gate.json"));
  const auto pairs = gate["pairings"][0]["distinct_pentanomial"].get<std::vector<int>>();
  EXPECT_EQ(2 * std::accumulate(pairs.begin(), pairs.end(), 0), 40);
}

}  // namespace
}  // namespace hone::run
