// SPDX-License-Identifier: MIT
#include "tuner/learn/fit/fit.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "data/error.hpp"
#include "tests/tuner/learn/synthetic_rows.hpp"
#include "tuner/learn/fit/row_scores.hpp"

namespace hone::learn {
namespace {

// The fit alone: no ridge, every game, the K of the data, three decimals. The boards are not centred because the
// made-up rows count material and squares independently.
FitOptions plain(Loss loss) { return {.loss = loss, .k = 1.0, .ridge = 0, .holdout = 0, .decimals = 3}; }

std::size_t first_weight(const Schema& schema, const char* group) {
  return static_cast<std::size_t>(schema.find(group)->first * schema.phase_count());
}

TEST(Fit, RecoversPlantedWeightsFromExactTargets) {
  const Schema schema = synthetic_schema();
  Weights planted = planted_weights(schema);
  const RowSet rows = synthetic_rows(planted, {.exact_targets = true});
  for (std::size_t i = first_weight(schema, "never"); i < planted.values.size(); ++i) planted.values[i] = 0;
  for (const Loss loss : losses) {
    const FitResult result = fit(rows, zero_weights(schema), plain(loss));
    EXPECT_EQ(result.summary.status, FitStatus::converged);
    EXPECT_LE(result.summary.iterations, 15);
    for (std::size_t i = 0; i < planted.values.size(); ++i)
      EXPECT_NEAR(result.weights.values[i], planted.values[i], 0.05) << i;
  }
}

// Targets are exact, so that all loss comes from rounding.
TEST(Fit, RoundsWeightsTogether) {
  const Schema schema = synthetic_schema();
  const RowSet rows = synthetic_rows(planted_weights(schema), {.exact_targets = true});
  for (const Loss loss : losses) {
    FitOptions options = plain(loss);
    options.decimals = 0;
    const FitResult result = fit(rows, zero_weights(schema), options);
    Weights alone = result.fitted;
    for (double& value : alone.values) value = std::round(value);
    const RowSelection all = all_rows(rows);
    const std::array<const Weights*, 3> compared{&result.fitted, &alone, &result.weights};
    const auto each = row_losses(rows, all, compared, loss, 1);
    const auto mean = [&](std::size_t i) { return mean_over_games(rows, all, each[i]).mean; };
    EXPECT_LT(mean(2) - mean(0), 0.8 * (mean(1) - mean(0)));
    EXPECT_DOUBLE_EQ(result.summary.train.rounded, mean(2));
  }
}

// By the Fisher information of 200,000 outcomes, standard errors of the estimates are below 4 centi-units here.
TEST(Fit, RecoversPlantedWeightsFromDrawnOutcomes) {
  const Schema schema = synthetic_schema();
  const Weights planted = planted_weights(schema);
  const RowSet rows = synthetic_rows(planted, {.rows = 100'000});
  for (const Loss loss : losses) {
    const FitResult result = fit(rows, zero_weights(schema), plain(loss));
    EXPECT_EQ(result.summary.status, FitStatus::converged);
    for (std::size_t i = 0; i < first_weight(schema, "never"); ++i)
      EXPECT_NEAR(result.weights.values[i], planted.values[i], 20) << i;
  }
}

// Fixed-step gradient descent written from the definitions; it shares no code with the fit but the score of a row.
std::vector<double> descend(const RowSet& rows, Weights weights, Loss loss, double ridge) {
  const std::vector<double> start = weights.values;
  const double scale = std::log(10.0) / 400 * weights.k;
  for (int step = 0; step < 60'000; ++step) {
    std::vector<double> slope(start.size());
    double total = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const RowView row = rows[i];
      const double p = 1 / (1 + std::exp(-scale * row_score(row, weights)));
      const double error = loss == Loss::squared ? 2 * (p - row.label.target) * p * (1 - p) : p - row.label.target;
      const double share = row.phase.step / 24.0;
      total += row.label.weight;
      for (const FeatureCount entry : row.entries) {
        slope[2 * entry.term] += row.label.weight * error * scale * entry.count * (1 - share);
        slope[2 * entry.term + 1] += row.label.weight * error * scale * entry.count * share;
      }
    }
    for (std::size_t i = 0; i < start.size(); ++i)
      weights.values[i] -= 40'000 * (slope[i] / total + ridge * 2e-4 * (weights.values[i] - start[i]));
  }
  return weights.values;
}

TEST(Fit, AgreesWithPlainGradientDescent) {
  const Schema schema = synthetic_schema();
  const RowSet rows = synthetic_rows(planted_weights(schema), {.rows = 150});
  for (const Loss loss : losses) {
    Weights start = zero_weights(schema);
    FitOptions options = plain(loss);
    options.ridge = 0.05;
    options.decimals = 6;
    const FitResult result = fit(rows, start, options);
    const double start_loss = result.summary.train.start;
    const std::vector<double> expected = descend(rows, start, loss, *options.ridge * start_loss);
    EXPECT_EQ(result.summary.status, FitStatus::converged);
    for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(result.weights.values[i], expected[i], 0.01) << i;
  }
}

double distance(const Weights& a, const Weights& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.values.size(); ++i) sum += (a.values[i] - b.values[i]) * (a.values[i] - b.values[i]);
  return std::sqrt(sum);
}

TEST(Fit, RidgePullsTowardsTheStart) {
  const Schema schema = synthetic_schema();
  const Weights start = zero_weights(schema);
  const RowSet rows = synthetic_rows(planted_weights(schema), {.rows = 500});
  FitOptions options = plain(Loss::squared);
  double before = distance(fit(rows, start, options).weights, start);
  for (const double ridge : {1e-4, 1e-2, 1.0, 1e6}) {
    options.ridge = ridge;
    const double now = distance(fit(rows, start, options).weights, start);
    EXPECT_LT(now, before) << ridge;
    before = now;
  }
  EXPECT_NEAR(before, 0, 0.01);
}

TEST(Fit, StaysAtTheStartWhereNoRowSaysAnything) {
  const Schema schema = synthetic_schema();
  Weights start = planted_weights(schema);
  start.values.back() = 12.345;
  const FitResult result = fit(synthetic_rows(start, {}), start, {.k = 1.0, .holdout = 0});
  EXPECT_EQ(result.summary.unseen_weights, 4U);
  EXPECT_EQ(result.summary.fitted_weights, 26U);
  for (std::size_t i = first_weight(schema, "never"); i < start.values.size(); ++i)
    EXPECT_EQ(result.weights.values[i], start.values[i]);
}

TEST(Fit, LeavesFrozenGroupsUntouched) {
  const Schema schema = synthetic_schema();
  Weights start = planted_weights(schema);
  for (double& value : start.values) value += 0.25;
  FitOptions options{.k = 1.0, .holdout = 0, .groups = {"mob*", "tempo"}};
  const FitResult result = fit(synthetic_rows(planted_weights(schema), {}), start, options);
  EXPECT_EQ(result.summary.fitted_weights, 12U);
  for (std::size_t i = 0; i < first_weight(schema, "mobility"); ++i)
    EXPECT_EQ(result.weights.values[i], start.values[i]);
  EXPECT_NE(result.weights.values[first_weight(schema, "mobility")], start.values[first_weight(schema, "mobility")]);
}

// With every frozen weight right, the fit of the others to exact targets must find theirs, as the frozen part counts
// too.
TEST(Fit, CountsTheFrozenPartOfTheScore) {
  const Schema schema = synthetic_schema();
  const Weights planted = planted_weights(schema);
  Weights start = planted;
  const std::size_t tempo = first_weight(schema, "tempo");
  start.values[tempo] = start.values[tempo + 1] = 0;
  FitOptions options = plain(Loss::cross_entropy);
  options.groups = {"tempo"};
  const FitResult result = fit(synthetic_rows(planted, {.exact_targets = true}), start, options);
  EXPECT_NEAR(result.weights.values[tempo], planted.values[tempo], 0.01);
  EXPECT_NEAR(result.weights.values[tempo + 1], planted.values[tempo + 1], 0.01);
}

void expect_same(const FitResult& a, const FitResult& b) {
  EXPECT_EQ(a.weights.values, b.weights.values);
  EXPECT_EQ(a.summary.k, b.summary.k);
  EXPECT_EQ(a.summary.iterations, b.summary.iterations);
  EXPECT_EQ(a.summary.train.fitted, b.summary.train.fitted);
  EXPECT_EQ(a.summary.heldout.fitted, b.summary.heldout.fitted);
  EXPECT_EQ(a.summary.heldout_gain_error, b.summary.heldout_gain_error);
}

TEST(Fit, IsTheSameToTheLastBitForAnyNumberOfThreads) {
  const Weights planted = planted_weights(synthetic_schema());
  Weights start = planted;
  for (double& value : start.values) value *= 0.7;
  const RowSet rows = synthetic_rows(planted, {.rows = 60'000});
  for (const Loss loss : losses) {
    const FitOptions one{.loss = loss, .decimals = 9};
    FitOptions two = one;
    two.threads = 2;
    expect_same(fit(rows, start, one), fit(rows, start, two));
  }
}

TEST(Fit, JudgesByGamesItHasNotSeen) {
  const Weights planted = planted_weights(synthetic_schema());
  const RowSet rows = synthetic_rows(planted, {.rows = 20'000});
  const FitResult result = fit(rows, zero_weights(planted.schema), {.k = 1.0, .holdout = 0.25});
  const FitSummary& summary = result.summary;
  EXPECT_EQ(summary.rows + summary.heldout_rows, rows.size());
  EXPECT_EQ(summary.games + summary.heldout_games, rows.games());
  EXPECT_NEAR(static_cast<double>(summary.heldout_games) / static_cast<double>(rows.games()), 0.25, 0.03);
  EXPECT_LT(summary.heldout.rounded, summary.heldout.start);
  EXPECT_NEAR(summary.heldout_gain, summary.heldout.start - summary.heldout.rounded, 1e-12);
  EXPECT_GT(summary.heldout_gain, 4 * summary.heldout_gain_error);
  EXPECT_GT(summary.heldout_gain_error, 0);
}

TEST(Fit, FindsTheScaleOfTheStart) {
  const Weights planted = planted_weights(synthetic_schema());
  const RowSet rows = synthetic_rows(planted, {.rows = 2000, .exact_targets = true, .k = 1.7});
  for (const Loss loss : losses) EXPECT_NEAR(fit(rows, planted, {.loss = loss}).summary.k, 1.7, 1e-4);
}

TEST(Fit, RoundsToTheDecimalsAskedFor) {
  const Weights planted = planted_weights(synthetic_schema());
  const RowSet rows = synthetic_rows(planted, {});
  for (const double value : fit(rows, zero_weights(planted.schema), {}).weights.values)
    EXPECT_EQ(value, std::round(value));
  for (const double value : fit(rows, zero_weights(planted.schema), {.decimals = 1}).weights.values)
    EXPECT_EQ(value, std::round(value * 10) / 10);
}

TEST(Fit, ReportsEachIterationWithALossThatOnlyFalls) {
  const Weights planted = planted_weights(synthetic_schema());
  std::vector<FitProgress> seen;
  const FitResult result = fit(synthetic_rows(planted, {}), zero_weights(planted.schema), {.k = 1.0},
                               [&](const FitProgress& progress) { seen.push_back(progress); });
  ASSERT_EQ(seen.size(), static_cast<std::size_t>(result.summary.iterations));
  for (std::size_t i = 1; i < seen.size(); ++i) {
    EXPECT_EQ(seen[i].iteration, seen[i - 1].iteration + 1);
    EXPECT_LE(seen[i].loss, seen[i - 1].loss);
  }
}

TEST(Fit, HasNothingToLearnFromNothing) {
  const Weights start = planted_weights(synthetic_schema());
  const FitResult result = fit({}, start, {});
  EXPECT_EQ(result.summary.status, FitStatus::no_data);
  EXPECT_EQ(result.weights.values, start.values);
  EXPECT_EQ(result.summary.k, 1);
}

// A feature that occurs only in won games has no finite best weight under cross-entropy.
TEST(Fit, EndsOnSeparableData) {
  const Schema schema = synthetic_schema();
  RowSet rows;
  for (std::uint32_t i = 0; i < 100; ++i) {
    RowSink sink;
    sink.add(i % 2 == 0 ? 0 : 1);
    rows.add(sink.finish({0, 0}), {.target = i % 2 == 0 ? 1.0F : 0.5F, .game = i});
  }
  for (const double ridge : {0.0, 1e-6}) {
    for (const Loss loss : losses) {
      const FitResult result = fit(rows, zero_weights(schema), {.loss = loss, .ridge = ridge, .holdout = 0});
      for (const double value : result.weights.values) EXPECT_TRUE(std::isfinite(value));
      EXPECT_GT(result.weights.values[0], 300);
    }
  }
}

TEST(Fit, RefusesBrokenOptions) {
  const Weights start = zero_weights(synthetic_schema());
  const FitOptions broken[] = {{.k = 0.0},        {.k = std::nan("")},   {.ridge = -1},
                               {.holdout = 0.95}, {.holdout = -0.1},     {.groups = {"psqt.rook"}},
                               {.decimals = -1},  {.max_iterations = 0}, {.threads = 0}};
  for (const FitOptions& options : broken) EXPECT_THROW((void)fit({}, start, options), Error);
}

}  // namespace
}  // namespace hone::learn
