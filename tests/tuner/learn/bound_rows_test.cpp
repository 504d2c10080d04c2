// SPDX-License-Identifier: MIT
//
// Rows from inside of searches, whose targets are values or one-sided bounds of values.
#include <gtest/gtest.h>

#include <numeric>

#include "tests/tuner/learn/slopes.hpp"
#include "tests/tuner/learn/synthetic_rows.hpp"
#include "tuner/learn/fit/fit.hpp"
#include "tuner/learn/fit/fit_problem.hpp"
#include "tuner/learn/fit/objective.hpp"

namespace hone::learn {
namespace {

constexpr RowBound all_bounds[] = {RowBound::none, RowBound::exact, RowBound::lower, RowBound::upper};

TEST(BoundLoss, IsThatOfTheValueWhereABoundIsViolatedAndNoneWhereItIsKept) {
  for (const Loss loss : losses) {
    for (const double target : {0.0, 0.2, 0.5, 1.0}) {
      for (double z = -4; z <= 4; z += 0.5) {
        const bool is_above = outcome_of_logit(z) >= target, is_below = outcome_of_logit(z) <= target;
        const LossPoint whole = loss_point(loss, target, z);
        const double excess = whole.value - least_loss(loss, target);
        EXPECT_EQ(loss_value(loss, RowBound::exact, target, z), whole.value);
        EXPECT_EQ(loss_value(loss, RowBound::lower, target, z), is_above ? 0 : excess);
        EXPECT_EQ(loss_value(loss, RowBound::upper, target, z), is_below ? 0 : excess);
        EXPECT_EQ(loss_point(loss, RowBound::lower, target, z).slope, is_above ? 0 : whole.slope);
        EXPECT_EQ(loss_point(loss, RowBound::upper, target, z).curvature, is_below ? 0 : whole.curvature);
      }
    }
  }
}

TEST(BoundLoss, LeavesNothingOfTheLossAtTheValueItself) {
  for (const Loss loss : losses) {
    for (const double z : {-5.0, -0.3, 0.0, 2.5}) {
      EXPECT_NEAR(loss_value(loss, outcome_of_logit(z), z), least_loss(loss, outcome_of_logit(z)), 1e-15);
    }
  }
  EXPECT_EQ(least_loss(Loss::cross_entropy, 0), 0);
  EXPECT_EQ(least_loss(Loss::cross_entropy, 1), 0);
  EXPECT_NEAR(least_loss(Loss::cross_entropy, 0.5), std::log(2), 1e-15);
}

// Also at the bound itself, where the two parts meet.
TEST(BoundLoss, HasTheSlopeItSays) {
  constexpr double h = 1e-6;
  for (const Loss loss : losses) {
    for (const RowBound bound : all_bounds) {
      for (const double at : {-2.0, 0.0, 0.7}) {
        const double target = outcome_of_logit(at);
        for (const double z : {at - 1, at - 0.1, at, at + 0.1, at + 1}) {
          const double slope =
              (loss_value(loss, bound, target, z + h) - loss_value(loss, bound, target, z - h)) / (2 * h);
          EXPECT_NEAR(loss_point(loss, bound, target, z).slope, slope, 1e-6);
        }
      }
    }
  }
}

TEST(BoundLoss, IsConvexForCrossEntropy) {
  for (const RowBound bound : all_bounds) {
    for (const double target : {0.0, 0.1, 0.5, 0.8, 1.0}) {
      double before = -1;
      for (double z = -6; z <= 6; z += 0.01) {
        const double slope = loss_point(Loss::cross_entropy, bound, target, z).slope;
        EXPECT_GE(slope, before - 1e-12);
        before = slope;
      }
    }
  }
}

enum class Truth { exact, bounds, both };

struct TreeOptions {
  Truth truth = Truth::both;
  std::size_t rows = 6000;
  double slack = 200;  // centi-units that a bound is from the value at most
  double k = 1;
};

// Rows of searches that know the planted weights: values, and bounds that are true of them.
RowSet tree_rows(const Weights& planted, const TreeOptions& options) {
  std::mt19937 random(23);
  RowSet rows;
  for (std::size_t i = 0; i < options.rows; ++i) {
    const Row row = synthetic_row(planted.schema, random);
    RowLabel label{.game = static_cast<std::uint32_t>(i / 50)};
    const double score = row_score(row, label, planted),
                 slack = options.slack * static_cast<double>(random() % 1000) / 1000;
    const bool is_exact = options.truth == Truth::exact || (options.truth == Truth::both && i % 2 == 0);
    label.bound = is_exact ? RowBound::exact : i % 4 < 2 ? RowBound::lower : RowBound::upper;
    label.score = static_cast<float>(is_exact ? score : label.bound == RowBound::lower ? score - slack : score + slack);
    rows.add(row, label);
  }
  return rows;
}

FitOptions tree_fit(Loss loss) {
  FitOptions options{.loss = loss, .holdout = 0};
  options.k = 1;
  options.ridge = 0;
  options.decimals = 6;
  options.targets.target = parse_target("treestrap");
  return options;
}

// Where "never" has no rows, a fit leaves the start.
double largest_error(const Weights& fitted, const Weights& planted) {
  const int terms = planted.schema.terms() - planted.schema.find("never")->shape.size();
  double worst = 0;
  for (int i = 0; i < terms * planted.schema.phase_count(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    worst = std::max(worst, std::abs(fitted.values[at] - planted.values[at]));
  }
  return worst;
}

TEST(TreeFit, FindsPlantedWeightsFromValues) {
  const Weights planted = planted_weights(synthetic_schema());
  for (const Loss loss : losses) {
    const FitResult result =
        fit(tree_rows(planted, {.truth = Truth::exact}), zero_weights(planted.schema), tree_fit(loss));
    EXPECT_EQ(result.summary.status, FitStatus::converged);
    EXPECT_LT(largest_error(result.fitted, planted), 0.05);
  }
}

// A value at every second row, and bounds beside it that are true: they must not pull the values away.
TEST(TreeFit, FindsPlantedWeightsFromValuesAndBounds) {
  const Weights planted = planted_weights(synthetic_schema());
  for (const Loss loss : losses) {
    const FitResult result =
        fit(tree_rows(planted, {.truth = Truth::both}), zero_weights(planted.schema), tree_fit(loss));
    EXPECT_EQ(result.summary.status, FitStatus::converged);
    EXPECT_LT(largest_error(result.fitted, planted), 0.05);
  }
}

// Bounds on both sides hold the weights between them: the closer they are, the closer the weights. There is no value at
// all, and any weights that keep all bounds have no loss.
TEST(TreeFit, FindsPlantedWeightsFromBoundsAlone) {
  const Weights planted = planted_weights(synthetic_schema());
  double before = 1e9;
  for (const double slack : {400.0, 40.0, 4.0}) {
    const RowSet rows = tree_rows(planted, {.truth = Truth::bounds, .rows = 20'000, .slack = slack});
    const FitResult result = fit(rows, zero_weights(planted.schema), tree_fit(Loss::cross_entropy));
    EXPECT_LT(result.summary.objective, 1e-6);
    const double error = largest_error(result.fitted, planted);
    EXPECT_LT(error, before / 3) << slack;
    before = error;
  }
  EXPECT_LT(before, 1);
}

// One-sided bounds say nothing of what keeps them.
TEST(TreeFit, StaysWhereEveryBoundIsKept) {
  const Weights planted = planted_weights(synthetic_schema());
  const FitResult result = fit(tree_rows(planted, {.truth = Truth::bounds}), planted, tree_fit(Loss::cross_entropy));
  EXPECT_LT(result.summary.objective, 1e-12);  // single precision of the targets
  EXPECT_LT(largest_error(result.fitted, planted), 1e-3);
}

class BoundedObjective : public testing::TestWithParam<Loss> {
 protected:
  BoundedObjective() : start_(zero_weights(synthetic_schema())), rows_(tree_rows(planted_weights(start_.schema), {})) {
    TargetOptions options;
    options.target = parse_target("rootstrap+treestrap");
    targets_ = Targets(rows_, all_rows(rows_), options, 1);
  }
  [[nodiscard]] PackedRows packed(const RowSelection& selection) const {
    return {rows_,
            selection,
            start_,
            std::vector<bool>(static_cast<std::size_t>(start_.schema.terms()), true),
            {.targets = &targets_}};
  }
  static Vector point(Eigen::Index size) {
    Vector x(size);
    for (Eigen::Index i = 0; i < size; ++i) x[i] = 0.3 * std::sin(1.0 + 3.0 * static_cast<double>(i));
    return x;
  }

  Weights start_;
  RowSet rows_;
  Targets targets_;
};

INSTANTIATE_TEST_SUITE_P(Losses, BoundedObjective, testing::Values(Loss::squared, Loss::cross_entropy),
                         [](const auto& param) { return param.param == Loss::squared ? "squared" : "cross_entropy"; });

TEST_P(BoundedObjective, IsTheMeanLossOfTheRows) {
  const PackedRows data = packed(all_rows(rows_));
  const Objective objective(data, {.loss = GetParam()});
  const Vector x = point(objective.size());
  Weights moved = start_;
  for (std::size_t i = 0; i < data.parameters(); ++i) {
    moved.values[data.weight_of(i)] += 100 * x[static_cast<Eigen::Index>(i)];
  }
  double sum = 0;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const RowView row = rows_[i];
    const double logit = logit_per_score(1) * row_score(row, moved);
    sum += loss_value(GetParam(), row.label.bound, targets_.target(row.label), logit);
  }
  EXPECT_NEAR(objective.value(x), sum / static_cast<double>(rows_.size()), 1e-13);
}

TEST_P(BoundedObjective, HasTheGradientOfItsValue) {
  const PackedRows data = packed(all_rows(rows_));
  const Objective objective(data, {.loss = GetParam()});
  expect_gradient_is_slope(objective, point(objective.size()), 1e-8);
}

// No bound may change its side within the step, so that the second derivative is defined. It is that of Gauss and
// Newton for the squared loss, and is compared for cross-entropy.
TEST(BoundedHessian, IsTheSlopeOfTheGradient) {
  const Weights start = zero_weights(synthetic_schema());
  const RowSet rows = tree_rows(planted_weights(start.schema), {.rows = 400});
  TargetOptions options;
  options.target = parse_target("treestrap");
  const Targets targets(rows, all_rows(rows), options, 1);
  const PackedRows data(rows, all_rows(rows), start, std::vector<bool>(15, true), {.targets = &targets});
  const Objective objective(data, {.loss = Loss::cross_entropy});
  const Vector x = Vector::Constant(objective.size(), 0.11);
  Matrix hessian;
  objective.hessian(x, hessian);
  Vector after, before;
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    const Vector step = Vector::Unit(x.size(), i) * 1e-7;
    (void)objective.gradient(x + step, after);
    (void)objective.gradient(x - step, before);
    for (Eigen::Index j = i; j < x.size(); ++j) EXPECT_NEAR(hessian(j, i), (after[j] - before[j]) / 2e-7, 1e-6);
  }
}

// -- Which rows a fit learns from, and which it is judged by

RowSet games_with_trees() {
  const Weights planted = planted_weights(synthetic_schema());
  RowSet rows = synthetic_rows(planted, {.rows = 3000, .rows_per_game = 10});
  const RowSet tree = tree_rows(planted, {.rows = 3000});
  for (std::size_t i = 0; i < tree.size(); ++i) rows.add(tree[i]);
  return rows;
}

TEST(TreeFit, IsJudgedByThePositionsOfGamesAlone) {
  const RowSet rows = games_with_trees();
  const RowSet positions = synthetic_rows(planted_weights(synthetic_schema()), {.rows = 3000, .rows_per_game = 10});
  const Weights start = zero_weights(synthetic_schema());
  FitOptions options{.loss = Loss::cross_entropy, .holdout = 0.2};
  options.k = 1;
  const FitSummary with = fit(rows, start, options).summary, without = fit(positions, start, options).summary;
  EXPECT_EQ(with.heldout_rows, without.heldout_rows);
  EXPECT_EQ(with.rows, without.rows);
  EXPECT_EQ(with.tree_rows, 0U);
  EXPECT_EQ(with.heldout.rounded, without.heldout.rounded);
  EXPECT_EQ(with.objective, without.objective);
  options.targets.target = parse_target("outcome+treestrap");
  const FitSummary both = fit(rows, start, options).summary;
  EXPECT_EQ(both.heldout_rows, without.heldout_rows);
  EXPECT_EQ(both.heldout.start, without.heldout.start);
  EXPECT_EQ(both.train.start, without.train.start);
  EXPECT_GT(both.tree_rows, 2000U);
  EXPECT_EQ(both.rows, without.rows + both.tree_rows);
}

TEST(TreeFit, ThatLearnsFromTreesAloneDoesNotSeeTheOutcomes) {
  const RowSet rows = games_with_trees();
  RowSet turned;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    RowLabel label = rows[i].label;
    label.target = 1 - label.target;
    turned.add({rows[i].phase, rows[i].entries, label});
  }
  FitOptions options = tree_fit(Loss::cross_entropy);
  const Weights start = zero_weights(synthetic_schema());
  EXPECT_EQ(fit(rows, start, options).fitted.values, fit(turned, start, options).fitted.values);
}

TEST(TreeFit, WeighsTreesAsTheTargetSays) {
  const RowSet rows = games_with_trees();
  TargetOptions options;
  for (const double weight : {0.0, 0.5, 3.0}) {
    options.target = parse_target("outcome+treestrap:weight=" + std::to_string(weight));
    const Targets targets(rows, all_rows(rows), options, 1);
    EXPECT_EQ(targets.weight(rows[3000].label, 3000), static_cast<float>(weight));
    EXPECT_EQ(targets.weight(rows[1].label, 1), rows[1].label.weight);
  }
  options.target = {};
  EXPECT_EQ(Targets(rows, all_rows(rows), options, 1).weight(rows[3000].label, 3000), 0);
}

TEST(TreeFit, IsTheSameForAnyNumberOfThreads) {
  const RowSet rows = games_with_trees();
  FitOptions options{.loss = Loss::cross_entropy};
  options.targets.target = parse_target("blend:0.5+treestrap");
  options.threads = 1;
  const std::vector<double> one = fit(rows, zero_weights(synthetic_schema()), options).fitted.values;
  options.threads = 4;
  EXPECT_EQ(fit(rows, zero_weights(synthetic_schema()), options).fitted.values, one);
}

}  // namespace
}  // namespace hone::learn
