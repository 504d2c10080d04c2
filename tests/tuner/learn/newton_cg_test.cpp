// SPDX-License-Identifier: MIT
#include "tuner/learn/fit/newton_cg.hpp"

#include <gtest/gtest.h>
#include <lbfgs.h>

#include <limits>

#include "tests/tuner/learn/synthetic_rows.hpp"
#include "tuner/learn/fit/objective.hpp"

namespace hone::learn {
namespace {

// Rosenbrock's valley (1960) in the form that conjugate gradients need, with the matrix of Gauss and Newton, which is
// positive semidefinite.
struct Rosenbrock {
  Vector at;

  double gradient(const Vector& x, Vector& result) const {
    const double a = x[1] - x[0] * x[0], b = 1 - x[0];
    result = Vector(2);
    result << -400 * x[0] * a - 2 * b, 200 * a;
    return 100 * a * a + b * b;
  }
  [[nodiscard]] Matrix matrix() const {
    Matrix result(2, 2);
    result << 800 * at[0] * at[0] + 2, -400 * at[0], -400 * at[0], 200;
    return result;
  }
  void set_point(const Vector& x) { at = x; }
  void multiply(const Vector& v, Vector& result) const { result = matrix() * v; }
  [[nodiscard]] Vector diagonal() const { return matrix().diagonal(); }
};

TEST(NewtonCg, FollowsACurvedValley) {
  Rosenbrock function;
  Vector x(2);
  x << -1.2, 1;
  const SolverSummary summary = NewtonCg(function, {.max_iterations = 500}).run(x);
  EXPECT_EQ(summary.status, SolverStatus::converged);
  EXPECT_NEAR((x - Vector::Ones(2)).norm(), 0, 1e-5);
}

class Minimum : public testing::TestWithParam<Loss> {
 protected:
  Minimum()
      : start_(zero_weights(synthetic_schema())),
        rows_(synthetic_rows(planted_weights(synthetic_schema()), {.rows = 5'000})),
        packed_(rows_, all_rows(rows_), start_, std::vector<bool>(15, true)),
        objective_(packed_, {.loss = GetParam(), .k = 1, .ridge = Vector::Constant(26, 1e-3)}) {}

  Vector newton() const {
    Vector x = Vector::Zero(objective_.size());
    EXPECT_EQ(Solver(objective_, {}).run(x).status, SolverStatus::converged);
    return x;
  }

  Weights start_;
  RowSet rows_;
  PackedRows packed_;
  Objective objective_;
};

INSTANTIATE_TEST_SUITE_P(Losses, Minimum, testing::Values(Loss::squared, Loss::cross_entropy));

TEST_P(Minimum, IsTheSameByConjugateGradients) {
  Vector x = Vector::Zero(objective_.size());
  EXPECT_EQ(NewtonCg(objective_, {}).run(x).status, SolverStatus::converged);
  EXPECT_LT((x - newton()).norm(), 1e-4);
}

// An independent solver: liblbfgs (Okazaki), a port of Nocedal's L-BFGS.
TEST_P(Minimum, IsTheSameByLbfgs) {
  const auto evaluate = [](void* instance, const lbfgsfloatval_t* at, lbfgsfloatval_t* gradient, int n,
                           lbfgsfloatval_t) -> lbfgsfloatval_t {
    const Vector x = Eigen::Map<const Vector>(at, n);
    Vector slope;
    const double value = static_cast<const Objective*>(instance)->gradient(x, slope);
    Eigen::Map<Vector>(gradient, n) = slope;
    return value;
  };
  lbfgs_parameter_t parameters;
  lbfgs_parameter_init(&parameters);
  parameters.epsilon = 1e-9;
  Vector x = Vector::Zero(objective_.size());
  double value = 0;
  const int status = lbfgs(static_cast<int>(x.size()), x.data(), &value, evaluate, nullptr, &objective_, &parameters);
  EXPECT_EQ(status, LBFGS_SUCCESS);
  EXPECT_LT((x - newton()).norm(), 1e-5);
  EXPECT_NEAR(objective_.value(newton()), value, 1e-12);
}

TEST_P(Minimum, KeepsToBounds) {
  const Vector free = newton();
  Box box{Vector::Constant(free.size(), -0.4), Vector::Constant(free.size(), 0.3)};
  Vector dense = Vector::Zero(free.size()), gradients = dense;
  EXPECT_EQ(Solver(std::as_const(objective_), {}, {}, box).run(dense).status, SolverStatus::converged);
  EXPECT_EQ(NewtonCg(objective_, {}, {}, box).run(gradients).status, SolverStatus::converged);
  EXPECT_EQ(dense, box.clamp(dense));
  EXPECT_GT((free - dense).norm(), 0.1);
  EXPECT_LT((dense - gradients).norm(), 1e-4);
  Vector slope;
  (void)objective_.gradient(dense, slope);
  for (Eigen::Index i = 0; i < dense.size(); ++i) {  // the conditions of Karush, Kuhn and Tucker
    if (dense[i] == box.lower[i]) {
      EXPECT_GE(slope[i], -1e-9);
    } else if (dense[i] == box.upper[i]) {
      EXPECT_LE(slope[i], 1e-9);
    } else {
      EXPECT_NEAR(slope[i], 0, 1e-6);
    }
  }
}

// (x - a)' H (x - a) / 2 with columns so similar that Newton's step leads uphill when the bound cuts it short.
struct Correlated {
  Matrix hessian_matrix = (Matrix(2, 2) << 1, 0.9, 0.9, 1).finished();
  Vector minimum = (Vector(2) << -10, 8).finished();

  double gradient(const Vector& x, Vector& result) const {
    result = hessian_matrix * (x - minimum);
    return (x - minimum).dot(result) / 2;
  }
  void hessian(const Vector& /*x*/, Matrix& result) const { result = hessian_matrix; }
  void set_point(const Vector& /*x*/) {}
  void multiply(const Vector& v, Vector& result) const { result = hessian_matrix * v; }
  [[nodiscard]] Vector diagonal() const { return hessian_matrix.diagonal(); }
};

TEST(NewtonCg, IsNotMisledByABoundThatTurnsTheStepUphill) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const Box box{(Vector(2) << -0.01, -infinity).finished(), Vector::Constant(2, infinity)};
  Correlated function;
  Vector dense = Vector::Zero(2), gradients = dense;
  EXPECT_EQ(Solver(std::as_const(function), {}, {}, box).run(dense).status, SolverStatus::converged);
  EXPECT_EQ(NewtonCg(function, {}, {}, box).run(gradients).status, SolverStatus::converged);
  // With x at its bound, y solves 0.9 (x + 10) + (y - 8) = 0.
  EXPECT_NEAR(dense[1], 8 - 0.9 * 9.99, 1e-4);
  EXPECT_LT((dense - gradients).norm(), 1e-4);
}

TEST_P(Minimum, LeavesFixedVariablesAlone) {
  Box box{Vector::Constant(26, -1e9), Vector::Constant(26, 1e9)};
  box.lower[3] = box.upper[3] = 0.125;
  Vector x = Vector::Zero(26);
  EXPECT_EQ(Solver(std::as_const(objective_), {}, {}, box).run(x).status, SolverStatus::converged);
  EXPECT_EQ(x[3], 0.125);
}

}  // namespace
}  // namespace hone::learn
