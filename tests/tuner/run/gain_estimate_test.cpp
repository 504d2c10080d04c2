// SPDX-License-Identifier: MIT
//
// Runs of known gains are simulated: candidates whose strength is drawn, gates that are played out by chance and judged
// by the rule of a run, and what the estimate makes of them against the truth.
#include "tuner/run/gain_estimate.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "data/random.hpp"
#include "tests/normal.hpp"
#include "tests/tuner/run/played_out.hpp"
#include "tuner/run/gate.hpp"

namespace hone::run {
namespace {

constexpr std::uint64_t most_gate_pairs = 300;
constexpr stats::SprtOptions slow_test{.elo0 = 0, .elo1 = 10};

match::MatchSummary gate_of_gain(double gain, Random& random) {
  const auto chances = with_elo(drawish_pairs, gain, stats::EloModel::logistic);
  const stats::Pentanomial results = played_out<stats::Pentanomial>(chances, slow_test, random, most_gate_pairs);
  const stats::Estimate found = stats::estimate(results);
  match::MatchSummary gate;
  gate.players.resize(2);
  gate.players[0].results.elo = found.elo;
  gate.players[0].results.los = found.los;
  gate.sprt = stats::sprt(results, slow_test);
  gate.games = 2 * results.count();
  return gate;
}

struct Bias {
  double sum = 0, squares = 0;
  int runs = 0;

  void add(double surplus) {
    sum += surplus;
    squares += surplus * surplus;
    ++runs;
  }
  [[nodiscard]] double mean() const { return sum / runs; }
  [[nodiscard]] double error() const { return std::sqrt((squares / runs - mean() * mean()) / (runs - 1)); }
};

// The gains of a run, 12 candidates of mean 5 and spread 8 Elo, as in the simulation that found the sum too high by a
// third.
TEST(GainEstimate, IsUnbiasedWhereTheSumOfWonTestsIsNot) {
  constexpr int runs = 50, candidates = 12;
  Random random(1);
  Bias of_sum, of_estimate;
  int covered = 0;
  for (int i = 0; i < runs; ++i) {
    std::vector<MeasuredGain> gains;
    std::vector<bool> promoted;
    double truth = 0, sum = 0;
    for (int candidate = 0; candidate < candidates; ++candidate) {
      const double gain = 5 + 8 * normal(random);
      const match::MatchSummary gate = gate_of_gain(gain, random);
      gains.push_back(gain_of(gate));
      promoted.push_back(decide(gate, 0.95).promoted);
      if (!promoted.back()) continue;
      truth += gain;
      sum += gate.elo().value;
    }
    const stats::Interval estimate = sum_of_gains(gains, promoted);
    of_sum.add(sum - truth);
    of_estimate.add(estimate.value - truth);
    covered += estimate.low <= truth && truth <= estimate.high;
  }
  EXPECT_GT(of_sum.mean(), 5 * of_sum.error());
  EXPECT_GT(of_sum.mean(), 10);
  EXPECT_LT(std::abs(of_estimate.mean()), 2.5 * of_estimate.error());
  EXPECT_GE(covered, 42);  // of 50: 95 % cover, and 42 or fewer come with a chance of 1 in 100
  RecordProperty("sum", std::to_string(of_sum.mean()));
  RecordProperty("estimate", std::to_string(of_estimate.mean()));
}

// Candidates that are no better than what they are tested against, and runs of a gate or two: where one is promoted, it
// was lucky, and a run must not be said to look stronger for that.
TEST(GainEstimate, DoesNotTakeOneLuckyGateForStrength) {
  Random random(2);
  int promoted = 0, taken_for_stronger = 0;
  for (int i = 0; i < 4'000; ++i) {
    const double first = 8 * normal(random), second = 8 * normal(random);
    if (first < 1.645 * 8) continue;  // LOS 95 %
    ++promoted;
    taken_for_stronger += sum_of_gains({{first, 8}}, {true}).low > 0;
    taken_for_stronger += sum_of_gains({{first, 8}, {second, 8}}, {true, false}).low > 0;
  }
  EXPECT_GT(promoted, 150);
  EXPECT_LT(taken_for_stronger, 2 * promoted / 4);  // 2 * promoted * 0.4 without the prior of the mean
  RecordProperty("promoted", promoted);
  RecordProperty("taken_for_stronger", taken_for_stronger);
}

// Computed with another program, under the same priors.
TEST(GainEstimate, ShrinksAGateThatStandsAloneByHowMuchItIsBeyondItsError) {
  EXPECT_NEAR(sum_of_gains({{20, 5}}, {true}).value, 18.491, 0.01);
  EXPECT_NEAR(sum_of_gains({{461, 38}}, {true}).value, 454.413, 0.01);
  EXPECT_NEAR(sum_of_gains({{150, 43}}, {true}).value, 113.066, 0.01);
  EXPECT_NEAR(sum_of_gains({{150, 43}}, {true}).error(), 100.723, 0.01);
  EXPECT_EQ(sum_of_gains({{20, 5}}, {false}).value, 0);
}

// Gates that differ no more than their errors speak of one gain: the mean of all. Where they differ far beyond their
// errors, each speaks for itself.
TEST(GainEstimate, ShrinksByHowMuchGatesDiffer) {
  const std::vector<bool> first{true, false, false, false};
  EXPECT_NEAR(sum_of_gains({{14, 3}, {6, 3}, {8, 3}, {12, 3}}, first).value, 11.831, 0.01);
  EXPECT_NEAR(sum_of_gains({{400, 5}, {-200, 5}, {30, 5}, {150, 5}}, first).value, 400, 1);
}

}  // namespace
}  // namespace hone::run
