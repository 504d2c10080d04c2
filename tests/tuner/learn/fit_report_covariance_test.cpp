// SPDX-License-Identifier: MIT
#include "tests/tuner/learn/synthetic_rows.hpp"
#include "tuner/learn/study/covariance.hpp"

#include <gtest/gtest.h>

#include <array>
#include <map>

#include "tests/tuner/learn/synthetic_games.hpp"

namespace hone::learn {
namespace {

// Computed from the definition, with a dense vector for each row and a map of games.
Matrix brute_covariance(const RowSet& rows, const Weights& weights, Loss loss, const Matrix& hessian) {
  std::map<std::uint32_t, Vector> games;
  double total = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const RowView row = rows[i];
    const double weight = row.label.weight, scale = logit_per_score(weights.k);
    const double slope = loss_point(loss, row.label.target, scale * row_score(row, weights)).slope;
    Vector& game = games.try_emplace(row.label.game, Vector::Zero(hessian.rows())).first->second;
    game += weight * slope * 100 * scale * dense_row(row, weights.schema);
    total += weight;
  }
  const auto count = static_cast<double>(games.size());
  Vector mean = Vector::Zero(hessian.rows());
  for (const auto& [id, game] : games) mean += game / count;
  Matrix scatter = Matrix::Zero(hessian.rows(), hessian.rows());
  for (const auto& [id, game] : games) scatter += (game - mean) * (game - mean).transpose() / (total * total);
  const Matrix inverse = Matrix(hessian.selfadjointView<Eigen::Lower>()).inverse();
  return 1e4 * count / (count - 1) * inverse * scatter * inverse;
}

double largest_difference(const Matrix& a, const Matrix& b) { return (a - b).cwiseAbs().maxCoeff(); }

class ClusteredCovariance : public testing::TestWithParam<Loss> {
 protected:
  // Every kind of label, with games in no order and more of them than a block has.
  [[nodiscard]] static RowSet rows_of_all_kinds(const Weights& weights) {
    RowSet rows, plain = synthetic_rows(weights, {.rows = 3000, .k = weights.k});
    for (std::size_t i = 0; i < plain.size(); ++i) {
      RowLabel label = plain[i].label;
      label.game = static_cast<std::uint32_t>(i * i % 1201);
      label.lower_scale = i % 7 == 0 ? 0.25F : 1.0F;
      label.upper_scale = i % 5 == 0 ? 0.5F : 1.0F;
      rows.add({plain[i].phase, plain[i].entries, label});
    }
    return rows;
  }
  [[nodiscard]] static Weights some_weights() {
    Weights weights = planted_weights(synthetic_schema());
    weights.k = 1.3;
    return weights;
  }
};

INSTANTIATE_TEST_SUITE_P(Losses, ClusteredCovariance, testing::ValuesIn(losses),
                         [](const auto& param) { return param.param == Loss::squared ? "squared" : "cross_entropy"; });

TEST_P(ClusteredCovariance, AgreesWithItsDefinition) {
  const Weights weights = some_weights();
  const RowSet rows = rows_of_all_kinds(weights);
  const Matrix hessian = dense_slope(rows, weights, GetParam(), 1e-4).hessian;
  Matrix lower = hessian;
  lower.triangularView<Eigen::StrictlyUpper>().setConstant(99);  // not to be read
  const auto found =
      clustered_covariance(rows, all_rows(rows), weights, all_parameters(weights), lower, {.loss = GetParam()});
  ASSERT_TRUE(found);
  const Matrix expected = brute_covariance(rows, weights, GetParam(), hessian);
  EXPECT_LT(largest_difference(*found, expected), 1e-9 * expected.cwiseAbs().maxCoeff());
  EXPECT_EQ(*found, found->transpose());
}

TEST_P(ClusteredCovariance, IsTheSameForAnyNumberOfThreads) {
  const Weights weights = some_weights();
  const RowSet rows = rows_of_all_kinds(weights);
  const Matrix hessian = dense_slope(rows, weights, GetParam(), 1e-4).hessian;
  const auto covariance = [&](int threads) {
    return *clustered_covariance(rows, all_rows(rows), weights, all_parameters(weights), hessian,
                                 {.loss = GetParam(), .threads = threads});
  };
  EXPECT_EQ(covariance(1), covariance(2));
  EXPECT_EQ(covariance(1), covariance(3));
}

// A part of the rows and of the weights, with another order of parameters and another unit.
TEST_P(ClusteredCovariance, FollowsTheSelectionAndTheParameters) {
  const Weights weights = some_weights();
  const RowSet rows = rows_of_all_kinds(weights);
  RowSet chosen;
  RowSelection selection;
  for (std::uint32_t i = 0; i < rows.size(); i += 2) {
    selection.push_back(i);
    chosen.add(rows[i]);
  }
  const Matrix hessian = dense_slope(chosen, weights, GetParam(), 1e-4).hessian;
  const Eigen::Index first = 9, second = 2;
  ParameterOfWeight parameters(weights.values.size(), not_fitted);
  parameters[first] = 0;
  parameters[second] = 1;
  Matrix part(2, 2);
  part << hessian(first, first), hessian(first, second), hessian(second, first), hessian(second, second);
  const auto found =
      clustered_covariance(rows, selection, weights, parameters, part / 1e4, {.loss = GetParam(), .unit = 1});
  ASSERT_TRUE(found);
  Matrix alone = Matrix::Identity(hessian.rows(), hessian.cols()) * 1e30;  // the others stay where they are
  for (const Eigen::Index i : {first, second})
    for (const Eigen::Index j : {first, second}) alone(i, j) = hessian(i, j);
  const Matrix expected = brute_covariance(chosen, weights, GetParam(), alone);
  EXPECT_NEAR((*found)(0, 0) / expected(first, first), 1, 1e-9);
  EXPECT_NEAR((*found)(0, 1) / expected(first, second), 1, 1e-9);
  EXPECT_NEAR((*found)(1, 1) / expected(second, second), 1, 1e-9);
}

// Targets blended with scores, with equal games of which some count twice, are the same as rows with such labels.
TEST_P(ClusteredCovariance, FollowsTheTargets) {
  const Weights weights = some_weights();
  RowSet rows, plain = rows_of_all_kinds(weights), told;
  for (std::size_t i = 0; i < plain.size(); ++i) {
    RowLabel label = plain[i].label;
    label.score = static_cast<float>(i % 300) - 150;
    rows.add({plain[i].phase, plain[i].entries, label});
  }
  Targets targets(rows, all_rows(rows), {.target = parse_target("blend:0.25"), .equal_games = true, .half_life = 1000},
                  1.1);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    RowLabel label = rows[i].label;
    label.target = targets.target(label);
    label.weight = targets.weight(label, i);
    told.add({rows[i].phase, rows[i].entries, label});
  }
  const Matrix hessian = dense_slope(told, weights, GetParam(), 1e-4).hessian;
  const auto found = clustered_covariance(rows, all_rows(rows), weights, all_parameters(weights), hessian,
                                          {.loss = GetParam(), .targets = targets});
  const Matrix expected = brute_covariance(told, weights, GetParam(), hessian);
  EXPECT_LT(largest_difference(found.value(), expected), 1e-9 * expected.cwiseAbs().maxCoeff());
}

// The fitted constant is the logit of the mean outcome m. So its error is that of m, estimated from the means of the
// games as from any sample, times the slope 1 / (m (1 - m)) of the logit, in centi-units.
TEST_P(ClusteredCovariance, OfAConstantIsTheErrorOfAMean) {
  const Schema schema("constant", {"all"}, 1, std::vector<GroupSpec>{{"constant", scalar(), ""}});
  const std::vector<double> means{0.25, 1, 0.75, 0.5, 0.25, 1};  // of games of four positions
  RowSet rows;
  for (std::uint32_t i = 0; i < 24; ++i) {
    const bool won = i % 4 < 4 * means[i / 4];
    rows.add(Row{{}, {{0, 1}}}, {.target = won ? 1.0F : 0.0F, .game = i / 4});
  }
  const double m = 3.75 / 6, variance = ((0.25 - m) * (0.25 - m) * 2 + (1 - m) * (1 - m) * 2 + (0.75 - m) * (0.75 - m) +
                                         (0.5 - m) * (0.5 - m)) /
                                        5;
  Weights weights = zero_weights(schema);
  weights.values[0] = std::log(m / (1 - m)) / logit_per_score(1);
  const Matrix hessian = dense_slope(rows, weights, GetParam(), 0).hessian;
  const auto found = clustered_covariance(rows, all_rows(rows), weights, {0}, hessian, {.loss = GetParam()});
  ASSERT_TRUE(found);
  EXPECT_NEAR(standard_errors(*found, {0})[0], std::sqrt(variance / 6) / (m * (1 - m) * logit_per_score(1)), 1e-9);
}

TEST_P(ClusteredCovariance, NeedsTwoGamesAndAConvexLoss) {
  const Weights weights = zero_weights(game_schema());
  const RowSet rows = synthetic_games(weights, {.games = 2});
  const auto exists = [&](const RowSelection& selection, const Matrix& hessian) {
    return clustered_covariance(rows, selection, weights, {0, 1, 2}, hessian, {.loss = GetParam()}).has_value();
  };
  EXPECT_TRUE(exists(all_rows(rows), Matrix::Identity(3, 3)));
  EXPECT_FALSE(exists({0, 1}, Matrix::Identity(3, 3)));
  EXPECT_FALSE(exists({}, Matrix::Identity(3, 3)));
  EXPECT_FALSE(exists(all_rows(rows), -Matrix::Identity(3, 3)));
}

// Every position with a piece has its material and one square of its board.
TEST(CenterCovariance, ChangesNoScoresVariance) {
  Random random(3);
  Matrix root(5, 5);
  for (double& value : root.reshaped()) value = random.uniform() - 0.5;
  const Matrix before = root * root.transpose();
  Matrix after = before;
  // Terms 0 to 4 at the second of two phases; none is fitted at the first.
  const ParameterOfWeight parameters{-1, 0, -1, 1, -1, 2, -1, 3, -1, 4};
  center_covariance(after, {{.scalar = 3, .squares = {0, 2, 4}}}, parameters, 2);
  for (const Eigen::Index square : {0, 2, 4}) {
    const Vector score = Vector::Unit(5, 3) + Vector::Unit(5, square) + 0.5 * Vector::Unit(5, 1);
    EXPECT_NEAR(score.dot(after * score), score.dot(before * score), 1e-12);
  }
  const Vector sum = Vector::Unit(5, 0) + Vector::Unit(5, 2) + Vector::Unit(5, 4);
  EXPECT_NEAR(sum.dot(after * sum), 0, 1e-12);
  const Vector material = Vector::Unit(5, 3) + sum / 3;
  EXPECT_NEAR(after(3, 3), material.dot(before * material), 1e-12);
  EXPECT_LT(largest_difference(after, after.transpose()), 1e-15);
}

// Of two squares one has an error: half of it goes to the scalar, and half of it stays.
TEST(CenterCovariance, TakesSquaresThatAreNotFittedAsCertain) {
  Matrix covariance = 16 * Matrix::Identity(1, 1);
  center_covariance(covariance, {{.scalar = 0, .squares = {1, 2}}}, {not_fitted, 0, not_fitted}, 1);
  EXPECT_DOUBLE_EQ(covariance(0, 0), 4);
}

TEST(StandardErrors, AreZeroForWeightsThatAreNotFitted) {
  Matrix covariance(2, 2);
  covariance << 9, 1, 1, 4;
  EXPECT_EQ(standard_errors(covariance, {1, not_fitted, 0}), (std::vector<double>{2, 0, 3}));
}

// How many of the repetitions have a 95 % interval that holds the planted weight, for each weight.
struct Held {
  std::array<int, 3> clustered{}, naive{};
};

Held intervals_that_hold(Loss loss, int repetitions) {
  Weights planted = zero_weights(game_schema());
  planted.values = {25, 60, -40};
  Held held;
  for (int i = 0; i < repetitions; ++i) {
    const RowSet rows = synthetic_games(planted, {.seed = static_cast<std::uint64_t>(i + 1)});
    const Weights fitted = dense_fit(rows, planted, loss);
    const Matrix hessian = dense_slope(rows, fitted, loss, 0).hessian;
    const auto count = [&](const RowSet& games, std::array<int, 3>& holds) {
      const ParameterOfWeight all = all_parameters(fitted);
      const auto covariance = clustered_covariance(games, all_rows(games), fitted, all, hessian, {.loss = loss});
      const std::vector<double> errors = standard_errors(covariance.value(), all);
      for (std::size_t w = 0; w < 3; ++w) {
        holds[w] += std::abs(fitted.values[w] - planted.values[w]) < 1.96 * errors[w] ? 1 : 0;
      }
    };
    count(rows, held.clustered);
    count(ungrouped(rows), held.naive);
  }
  return held;
}

// Of 400 intervals that hold with probability 0.95, between 365 and 393 do, except in one trial of a thousand (binomial
// distribution). Six positions of a game that say nearly the same make the naive errors of what they share too small by
// up to the root of six. The intervals are then 0.8 errors wide, and hold in 58 % of all cases.
TEST_P(ClusteredCovariance, IntervalsHoldThePlantedWeightsAsOftenAsTheySay) {
  const Held held = intervals_that_hold(GetParam(), 400);
  for (std::size_t w = 0; w < 3; ++w) {
    EXPECT_GE(held.clustered[w], 365) << w;
    EXPECT_LE(held.clustered[w], 393) << w;
  }
  EXPECT_LT(held.naive[0], 0.8 * 400);
  EXPECT_LT(held.naive[1], 0.8 * 400);
}

}  // namespace
}  // namespace hone::learn
