// SPDX-License-Identifier: MIT
#include "tuner/learn/fit/penalty.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/tuner/learn/slopes.hpp"
#include "tests/tuner/learn/synthetic_rows.hpp"
#include "tuner/learn/fit/fit.hpp"
#include "tuner/learn/fit/newton_cg.hpp"
#include "tuner/learn/fit/objective.hpp"
#include "tuner/learn/fit/quadratic_model.hpp"

namespace hone::learn {
namespace {

// Every parameter of the synthetic rows is next to the one two places on, as if lists had two phases.
Penalty rough_penalty(Eigen::Index size) {
  Penalty penalty{Vector::LinSpaced(size, 1e-3, 5e-3), Vector::LinSpaced(size, -0.4, 0.6), {}};
  for (Eigen::Index i = 0; i + 2 < size; i += 1) {
    penalty.neighbours.push_back({i + 2, i, 2e-3 * static_cast<double>(i % 3), 0.1 * static_cast<double>(i) - 1});
  }
  return penalty;
}

class Penalised : public testing::TestWithParam<Loss> {
 protected:
  Penalised()
      : start_(planted_weights(synthetic_schema())),
        rows_(synthetic_rows(start_, {.rows = 3'000, .exact_targets = true})),
        packed_(rows_, all_rows(rows_), start_, std::vector<bool>(15, true)),
        penalty_(rough_penalty(static_cast<Eigen::Index>(packed_.parameters()))),
        objective_(packed_, {.loss = GetParam(),
                             .k = 1,
                             .ridge = penalty_.ridge,
                             .prior = penalty_.prior,
                             .neighbours = penalty_.neighbours}) {}

  Weights start_;
  RowSet rows_;
  PackedRows packed_;
  Penalty penalty_;
  Objective objective_;
};

INSTANTIATE_TEST_SUITE_P(Losses, Penalised, testing::Values(Loss::squared, Loss::cross_entropy));

TEST_P(Penalised, GradientIsTheSlopeOfTheValue) {
  expect_gradient_is_slope(objective_, Vector::LinSpaced(objective_.size(), -0.5, 0.7), 1e-9);
}

// At x = 0 every prediction is right, so that the Hessian of Gauss and Newton is exact.
TEST_P(Penalised, HessianIsTheSlopeOfTheGradient) {
  const Vector x = Vector::Zero(objective_.size());
  Matrix hessian;
  objective_.hessian(x, hessian);
  const Matrix whole = hessian.selfadjointView<Eigen::Lower>();
  objective_.set_point(x);
  EXPECT_LT((objective_.diagonal() - whole.diagonal()).cwiseAbs().maxCoeff(), 1e-12);
  Vector after, before, product;
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    const Vector step = Vector::Unit(x.size(), i) * 1e-5;
    (void)objective_.gradient(step, after);
    (void)objective_.gradient(-step, before);
    EXPECT_LT((whole.col(i) - (after - before) / 2e-5).cwiseAbs().maxCoeff(), 1e-7) << i;
    objective_.multiply(Vector::Unit(x.size(), i), product);
    EXPECT_LT((whole.col(i) - product).cwiseAbs().maxCoeff(), 1e-12) << i;
  }
}

TEST_P(Penalised, MinimumIsTheSameByConjugateGradients) {
  Vector dense = Vector::Zero(objective_.size()), gradients = dense;
  EXPECT_EQ(Solver(std::as_const(objective_), {}).run(dense).status, SolverStatus::converged);
  EXPECT_EQ(NewtonCg(objective_, {}).run(gradients).status, SolverStatus::converged);
  EXPECT_LT((dense - gradients).norm(), 1e-4);
}

// Newton's step by a matrix inverted as a whole.
TEST_P(Penalised, QuadraticModelKnowsItsMinimumAndHowSureItIs) {
  const Vector x = Vector::LinSpaced(objective_.size(), -0.2, 0.1);
  const Objective data(packed_, {.loss = GetParam(), .k = 1});
  Matrix hessian;
  Vector slope;
  data.data_hessian(x, hessian);
  (void)data.gradient(x, slope);
  Matrix whole = hessian;
  penalty_.add_hessian(whole);
  const Matrix inverse = Matrix(whole.selfadjointView<Eigen::Lower>()).inverse();
  const auto found = QuadraticModel(hessian, slope, x, 2).minimum(penalty_);
  ASSERT_TRUE(found);
  EXPECT_LT((found->point - (x - inverse * (slope + penalty_.gradient(x)))).norm(), 1e-8);
  EXPECT_LT((found->spread - inverse.diagonal()).norm(), 1e-8 * inverse.diagonal().norm());
  for (std::size_t i = 0; i < penalty_.neighbours.size(); ++i) {
    const NeighbourPull& pair = penalty_.neighbours[i];
    const Vector apart = Vector::Unit(x.size(), pair.first) - Vector::Unit(x.size(), pair.second);
    EXPECT_NEAR(found->differences[i], apart.dot(inverse * apart), 1e-8 * inverse.trace());
  }
}

// With a diagonal of second derivatives the whole matrix is that diagonal, and the answer the same.
TEST_P(Penalised, QuadraticModelOfADiagonalIsThatOfItsMatrix) {
  const Vector x = Vector::LinSpaced(objective_.size(), -0.2, 0.1), slope = x.reverse();
  const Vector diagonal = Vector::LinSpaced(x.size(), 0.01, 0.3);
  Penalty penalty = penalty_;
  penalty.neighbours.erase(penalty.neighbours.begin() + 3, penalty.neighbours.end());  // others are coupled to nothing
  const auto whole = QuadraticModel(Matrix(diagonal.asDiagonal()), slope, x, 1).minimum(penalty);
  const auto alone = QuadraticModel(diagonal, slope, x, 1).minimum(penalty);
  ASSERT_TRUE(whole && alone);
  EXPECT_LT((whole->point - alone->point).norm(), 1e-9);
  EXPECT_LT((whole->spread - alone->spread).norm(), 1e-9);
  EXPECT_EQ(whole->differences.size(), alone->differences.size());
}

// The list of the synthetic schema, with neighbours.
Schema ordered_schema() {
  return Schema("synthetic", {"mg", "eg"}, 24,
                std::vector<GroupSpec>{{"material.knight", scalar(), ""},
                                       {"psqt.knight", board(2, 3), ""},
                                       {"mobility", ordered(list(5)), ""},
                                       {"tempo", scalar(), ""},
                                       {"never", ordered(list(2)), ""}});
}

FitOptions smooth_options(double smooth) {
  return {.loss = Loss::cross_entropy, .k = 1.0, .ridge = 1e-5, .smooth = smooth, .holdout = 0, .decimals = 3};
}

TEST(Smoothness, MakesNeighboursAlikeWhateverTheStartWas) {
  const Weights start = planted_weights(ordered_schema());
  const RowSet rows = synthetic_rows(start, {.rows = 3'000});
  const Weights fitted = fit(rows, start, smooth_options(1e4)).fitted;
  const auto value = [&](const char* group, int term, int phase) {
    return fitted.values[static_cast<std::size_t>((fitted.schema.find(group)->first + term) * 2 + phase)];
  };
  for (int phase = 0; phase < 2; ++phase) {
    for (int i = 1; i < 5; ++i) EXPECT_NEAR(value("mobility", i, phase), value("mobility", 0, phase), 0.1);
    for (int i = 1; i < 6; ++i) EXPECT_NEAR(value("psqt.knight", i, phase), value("psqt.knight", 0, phase), 0.1);
  }
  EXPECT_NE(value("tempo", 0, 0), value("tempo", 0, 1));
  EXPECT_EQ(value("never", 0, 0), start.values[static_cast<std::size_t>(start.schema.find("never")->first * 2)]);
}

TEST(Smoothness, IsTheSameByConjugateGradientsAndForAnyThreads) {
  const RowSet rows = synthetic_rows(planted_weights(ordered_schema()), {.rows = 3'000});
  FitOptions options = smooth_options(3e-3);
  const FitResult dense = fit(rows, zero_weights(ordered_schema()), options);
  options.threads = 3;
  EXPECT_EQ(fit(rows, zero_weights(ordered_schema()), options).fitted.values, dense.fitted.values);
  options.dense_limit = 0;
  const FitResult large = fit(rows, zero_weights(ordered_schema()), options);
  EXPECT_NEAR(large.summary.objective, dense.summary.objective, 1e-10);
  for (std::size_t i = 0; i < dense.fitted.values.size(); ++i) {
    EXPECT_NEAR(large.fitted.values[i], dense.fitted.values[i], 0.02) << i;
  }
}

TEST(Smoothness, DoesNothingToGroupsWithoutNeighbours) {
  const Schema schema = planted_weights(synthetic_schema()).schema;
  Weights start = zero_weights(schema);
  const RowSet rows = synthetic_rows(planted_weights(schema), {.rows = 3'000});
  FitOptions options = smooth_options(10);
  options.groups = {"mobility", "tempo"};
  const FitResult pulled = fit(rows, start, options);
  options.smooth = 0;
  EXPECT_EQ(pulled.fitted.values, fit(rows, start, options).fitted.values);
}

}  // namespace
}  // namespace hone::learn
