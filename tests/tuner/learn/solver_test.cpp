// SPDX-License-Identifier: MIT
#include "tuner/learn/fit/solver.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "data/error.hpp"

namespace hone::learn {
namespace {

// (x - a)' M (x - a) / 2, where M may be singular.
struct Quadratic {
  Matrix matrix;
  Vector minimum;

  double gradient(const Vector& x, Vector& result) const {
    result = matrix * (x - minimum);
    return (x - minimum).dot(result) / 2;
  }
  void hessian(const Vector& /*x*/, Matrix& result) const { result = matrix; }
};

Matrix matrix(std::initializer_list<std::initializer_list<double>> rows) {
  Matrix result(rows.size(), rows.begin()->size());
  Eigen::Index i = 0;
  for (const auto& row : rows) {
    Eigen::Index j = 0;
    for (double value : row) result(i, j++) = value;
    ++i;
  }
  return result;
}

Vector vector(std::initializer_list<double> values) {
  Vector result(values.size());
  std::copy(values.begin(), values.end(), result.begin());
  return result;
}

template <class Function>
SolverSummary minimize(const Function& function, Vector& x, const SolverOptions& options = {}) {
  return Solver(function, options).run(x);
}

TEST(Solver, FindsTheMinimumOfAQuadraticInOneStep) {
  const Quadratic function{matrix({{4, 1}, {1, 3}}), vector({2, -5})};
  Vector x = vector({100, 100});
  const SolverSummary summary = minimize(function, x);
  EXPECT_EQ(summary.status, SolverStatus::converged);
  EXPECT_LE(summary.iterations, 2);
  EXPECT_NEAR((x - function.minimum).norm(), 0, 1e-6);
}

// The null direction (1, -1) has no curvature: no step moves along it, and the start's part of it stays.
TEST(Solver, LeavesNullDirectionsWhereTheyStarted) {
  const Quadratic function{matrix({{1, 1}, {1, 1}}), vector({1, 1})};
  Vector x = vector({5, 3});
  EXPECT_EQ(minimize(function, x).status, SolverStatus::converged);
  EXPECT_NEAR(x.sum(), 2, 1e-6);
  EXPECT_NEAR(x[0] - x[1], 2, 1e-6);
}

TEST(Solver, LeavesVariablesThatDoNotMatterAtTheStart) {
  const Quadratic function{matrix({{2, 0, 0}, {0, 0, 0}, {0, 0, 1e-8}}), vector({1, 1, 1})};
  Vector x = vector({0, 42, 0});
  EXPECT_EQ(minimize(function, x).status, SolverStatus::converged);
  EXPECT_EQ(x[1], 42);
}

// Rosenbrock 1960: minimum 0 at (1, 1), a curved valley, an indefinite Hessian on the way.
struct Rosenbrock {
  double gradient(const Vector& x, Vector& result) const {
    const double a = x[1] - x[0] * x[0], b = 1 - x[0];
    result = vector({-400 * x[0] * a - 2 * b, 200 * a});
    return 100 * a * a + b * b;
  }
  void hessian(const Vector& x, Matrix& result) const {
    result = matrix({{1200 * x[0] * x[0] - 400 * x[1] + 2, -400 * x[0]}, {-400 * x[0], 200}});
  }
};

TEST(Solver, FollowsACurvedValley) {
  for (const Vector& start : {vector({-1.2, 1}), vector({0, 1}), vector({3, -4})}) {
    Vector x = start;
    const SolverSummary summary = minimize(Rosenbrock{}, x, {.max_iterations = 500});
    EXPECT_EQ(summary.status, SolverStatus::converged);
    EXPECT_NEAR((x - vector({1, 1})).norm(), 0, 1e-6);
  }
}

// A function without a lower bound: every step is accepted.
struct Slope {
  double gradient(const Vector& x, Vector& result) const {
    result = Vector::Ones(x.size());
    return x.sum();
  }
  void hessian(const Vector& x, Matrix& result) const { result = Matrix::Identity(x.size(), x.size()); }
};

TEST(Solver, StopsAfterMaxIterations) {
  Vector x = Vector::Zero(3);
  const SolverSummary summary = minimize(Slope{}, x, {.max_iterations = 7});
  EXPECT_EQ(summary.status, SolverStatus::max_iterations);
  EXPECT_EQ(summary.iterations, 7);
  EXPECT_LT(summary.value, summary.start_value);
}

// A gradient of the wrong sign: no step decreases the value.
struct Liar {
  double gradient(const Vector& x, Vector& result) const {
    result = -2 * x;
    return x.squaredNorm();
  }
  void hessian(const Vector& x, Matrix& result) const { result = Matrix::Identity(x.size(), x.size()); }
};

TEST(Solver, SaysWhenNoStepHelps) {
  Vector x = vector({1, 2});
  EXPECT_EQ(minimize(Liar{}, x).status, SolverStatus::no_progress);
  EXPECT_EQ(x, vector({1, 2}));
}

// -log(x) + x, which is not a number below 0, where the Newton step from a large x ends.
struct Barrier {
  double gradient(const Vector& x, Vector& result) const {
    result = vector({1 - 1 / x[0]});
    return x[0] - std::log(x[0]);
  }
  void hessian(const Vector& x, Matrix& result) const { result = matrix({{1 / (x[0] * x[0])}}); }
};

TEST(Solver, StepsBackFromWhereTheFunctionIsNotANumber) {
  Vector x = vector({50});
  EXPECT_EQ(minimize(Barrier{}, x).status, SolverStatus::converged);
  EXPECT_NEAR(x[0], 1, 1e-5);
}

TEST(Solver, KeepsAStartThatIsNotANumberAndSaysSo) {
  Vector x = vector({-1});
  EXPECT_EQ(minimize(Barrier{}, x).status, SolverStatus::not_finite);
  EXPECT_EQ(x, vector({-1}));
}

struct BrokenHessian : Slope {
  void hessian(const Vector& x, Matrix& result) const {
    result = Matrix::Constant(x.size(), x.size(), std::numeric_limits<double>::quiet_NaN());
  }
};

TEST(Solver, NeverReturnsNotANumber) {
  Vector x = Vector::Zero(2);
  EXPECT_EQ(minimize(BrokenHessian{}, x).status, SolverStatus::no_progress);
  EXPECT_TRUE(x.allFinite());
}

TEST(Solver, HasNothingToDoWithoutVariables) {
  Vector x(0);
  EXPECT_EQ(minimize(Slope{}, x).status, SolverStatus::converged);
}

TEST(Solver, ReusesAHessianThatStillServes) {
  const Quadratic function{matrix({{4, 1}, {1, 3}}), vector({2, -5})};
  Vector x = vector({100, 100});
  EXPECT_EQ(minimize(function, x).hessians, 1);
}

TEST(Solver, RefusesBrokenOptions) {
  Vector x = Vector::Zero(2);
  EXPECT_THROW((void)minimize(Slope{}, x, {.max_iterations = -1}), Error);
  EXPECT_THROW((void)minimize(Slope{}, x, {.relative_decrease = 0}), Error);
  EXPECT_THROW((void)minimize(Slope{}, x, {.reuse = 1}), Error);
  EXPECT_THROW((void)minimize(Slope{}, x, {.min_damping = 0}), Error);
}

}  // namespace
}  // namespace hone::learn
