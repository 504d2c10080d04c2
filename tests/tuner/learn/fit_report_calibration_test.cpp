// SPDX-License-Identifier: MIT
#include "tuner/learn/study/calibration.hpp"

#include <gmock/gmock.h>

#include "tests/tuner/learn/synthetic_games.hpp"

namespace hone::learn {
namespace {

using testing::ElementsAre;

std::vector<std::string> names_of(const std::vector<CalibrationTable>& tables) {
  std::vector<std::string> names;
  for (const CalibrationTable& table : tables) names.push_back(table.name);
  return names;
}

std::size_t positions_of(const CalibrationTable& table) {
  std::size_t sum = 0;
  for (const CalibrationBin& bin : table.bins) sum += bin.positions;
  return sum;
}

// With planted weights and outcomes drawn with their probabilities, some of 40 bins is 4.5 errors off in one trial of
// 3,000 (normal distribution).
TEST(Calibration, IsFlatWherePredictionsComeTrue) {
  const Weights planted = planted_weights(synthetic_schema());
  const RowSet rows = synthetic_rows(planted, {.rows = 100000});
  const auto tables = calibrate(rows, all_rows(rows), planted, 2);
  EXPECT_THAT(names_of(tables), ElementsAre("all", "near mg", "between", "near eg"));
  EXPECT_EQ(positions_of(tables[0]), 100000U);
  EXPECT_EQ(positions_of(tables[1]) + positions_of(tables[2]) + positions_of(tables[3]), 100000U);
  for (const CalibrationTable& table : tables) {
    for (std::size_t i = 0; i < calibration_bins; ++i) {
      const CalibrationBin& bin = table.bins[i];
      ASSERT_GT(bin.positions, 100U) << table.name << i;
      EXPECT_GE(bin.predicted, 0.1 * static_cast<double>(i));
      EXPECT_LE(bin.predicted, 0.1 * static_cast<double>(i + 1));
      EXPECT_LT(std::abs(bin.observed - bin.predicted), 4.5 * bin.error) << table.name << i;
    }
  }
}

TEST(Calibration, ShowsPredictionsThatAreTooBold) {
  Weights weights = planted_weights(synthetic_schema());
  const RowSet rows = synthetic_rows(weights, {.rows = 40000});
  weights.k = 2;
  const CalibrationTable all = calibrate(rows, all_rows(rows), weights, 1).front();
  for (const std::size_t bin : {0U, 1U, 2U}) {
    EXPECT_GT(all.bins[bin].observed, all.bins[bin].predicted + 4.5 * all.bins[bin].error);
    EXPECT_LT(all.bins[9 - bin].observed, all.bins[9 - bin].predicted - 4.5 * all.bins[9 - bin].error);
  }
}

// By hand: two games of one and three positions that are all predicted to be even. With n positions and the surplus s
// of each game, the error of the mean surplus m is the root of 2 / (2 - 1) x the sum of (s - n m)^2, over 4.
TEST(Calibration, ErrorsAreThoseOfGames) {
  RowSet rows;
  const Row row{{}, {{0, 1}}};
  rows.add(row, {.target = 1, .game = 0});
  for (const float target : {0.0F, 0.0F, 1.0F}) rows.add(row, {.target = target, .game = 1});
  const auto tables = calibrate(rows, all_rows(rows), zero_weights(game_schema()), 1);
  EXPECT_THAT(names_of(tables), ElementsAre("all"));
  const CalibrationBin& even = tables[0].bins[5];
  EXPECT_EQ(even.positions, 4U);
  EXPECT_DOUBLE_EQ(even.predicted, 0.5);
  EXPECT_DOUBLE_EQ(even.observed, 0.5);
  EXPECT_DOUBLE_EQ(even.error, std::sqrt(2 * (0.25 + 0.25)) / 4);
  EXPECT_EQ(tables[0].bins[4].positions, 0U);
}

TEST(Recalibration, FindsTheLineThatOutcomesWereDrawnFrom) {
  Weights weights = planted_weights(synthetic_schema());
  RowSet rows = synthetic_rows(weights, {.rows = 20000, .exact_targets = true, .k = 0.8});
  weights.k = 1;
  const auto line = recalibrate(rows, all_rows(rows), weights, 2);
  ASSERT_TRUE(line);
  EXPECT_NEAR(line->intercept, 0, 1e-6);
  EXPECT_NEAR(line->slope, 0.8, 1e-6);
}

// Intercept and slope are the weights of a constant and of the logit as a feature.
TEST(Recalibration, ErrorsAreTheSandwichOfATwoWeightModel) {
  Weights planted = zero_weights(game_schema());
  planted.values = {0, 60, 0};
  planted.k = 400 / std::numbers::ln10;  // a weight of 1 adds its count to the logit
  planted.values = {0, 0.6, 0};
  const RowSet rows = synthetic_games(planted, {.games = 200, .seed = 3});
  RowSet line_rows;  // 0.6 x the kept count is the logit of each
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Row row{{}, {{0, 1}}};
    for (const FeatureCount entry : rows[i].entries) {
      if (entry.term == 1) row.entries.push_back({1, static_cast<std::int16_t>(entry.count)});
    }
    line_rows.add(row, rows[i].label);
  }
  const Schema two("two", {"all"}, 1, std::vector<GroupSpec>{{"constant", scalar(), ""}, {"kept", scalar(), ""}});
  Weights start = zero_weights(two);
  start.k = planted.k;
  start.values = {0, 0.6};
  const Weights fitted = dense_fit(line_rows, start, Loss::cross_entropy);
  const Matrix hessian = dense_slope(line_rows, fitted, Loss::cross_entropy, 0).hessian;
  const auto covariance =
      clustered_covariance(line_rows, all_rows(line_rows), fitted, {0, 1}, hessian, {.loss = Loss::cross_entropy});
  const auto line = recalibrate(rows, all_rows(rows), planted, 1);
  ASSERT_TRUE(line);
  EXPECT_NEAR(line->intercept, fitted.values[0], 1e-7);
  EXPECT_NEAR(line->slope, fitted.values[1] / 0.6, 1e-7);
  EXPECT_NEAR(line->intercept_error, std::sqrt((*covariance)(0, 0)), 1e-7);
  EXPECT_NEAR(line->slope_error, std::sqrt((*covariance)(1, 1)) / 0.6, 1e-7);
}

TEST(Recalibration, NeedsPredictionsThatDiffer) {
  const Weights zero = zero_weights(game_schema());
  const RowSet rows = synthetic_games(zero, {.games = 50});
  EXPECT_FALSE(recalibrate(rows, all_rows(rows), zero, 1));
  EXPECT_FALSE(recalibrate(rows, {}, zero, 1));
}

}  // namespace
}  // namespace hone::learn
