// SPDX-License-Identifier: MIT
#include "tuner/exchange/export/grid_rounding.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace hone::exchange {
namespace {

using learn::Matrix;
using learn::Vector;

constexpr double no_bound = std::numeric_limits<double>::infinity();

double uniform(std::mt19937_64& random, double low, double high) {
  return low + (high - low) * static_cast<double>(random() >> 11) / 9007199254740992.0;
}

// Rows of counts that a few common causes make, and as many whole counts of their own: the normal matrix of a fit to
// correlated features.
GridProblem correlated_problem(Eigen::Index n, Eigen::Index causes, double own, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const Eigen::Index rows = 20 * n;
  Matrix loads(n, causes), counts(rows, n);
  for (double& load : loads.reshaped()) load = uniform(random, 0, 1);
  for (Eigen::Index r = 0; r < rows; ++r) {
    Vector cause(causes);
    for (double& value : cause) value = uniform(random, -2, 2);
    counts.row(r) = loads * cause;
    for (Eigen::Index i = 0; i < n; ++i) counts(r, i) += own * uniform(random, -1, 1);
  }
  GridProblem problem{counts.transpose() * counts / static_cast<double>(rows), Vector(n),
                      Vector::Constant(n, -no_bound), Vector::Constant(n, no_bound)};
  for (double& target : problem.target) target = uniform(random, -40, 40);
  return problem;
}

// The least loss of all whole numbers within 2 of the targets.
double least_loss(const GridProblem& problem, Vector& x, Eigen::Index i) {
  if (i == x.size()) return problem.loss(x);
  double least = no_bound;
  for (int step = -1; step <= 2; ++step) {
    x[i] = std::floor(problem.target[i]) + step;
    if (x[i] < problem.lower[i] || x[i] > problem.upper[i]) continue;
    least = std::min(least, least_loss(problem, x, i + 1));
  }
  return least;
}

TEST(GridRounding, ComesCloseToTheBestOfAll) {
  double sum_best = 0, sum_found = 0, sum_each = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const GridProblem problem = correlated_problem(7, 2, 0.1, seed);
    Vector x(7);
    const double best = least_loss(problem, x, 0);
    const double found = problem.loss(round_together(problem));
    EXPECT_GE(found, best * (1 - 1e-9)) << seed;
    sum_best += best;
    sum_found += found;
    sum_each += problem.loss(round_each(problem));
  }
  EXPECT_LT(sum_found, 1.5 * sum_best);
  EXPECT_GT(sum_each, 5 * sum_best);
}

TEST(GridRounding, LosesATenthOfWhatRoundingEachLosesWhereFeaturesAreCorrelated) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const GridProblem problem = correlated_problem(120, 12, 0.1, seed);
    EXPECT_LT(problem.loss(round_together(problem)), problem.loss(round_each(problem)) / 10) << seed;
  }
}

TEST(GridRounding, RoundsEachWhereNothingIsCorrelated) {
  GridProblem problem = correlated_problem(30, 1, 0.1, 3);
  problem.hessian = Matrix::Identity(30, 30);
  EXPECT_EQ(round_together(problem), round_each(problem));
}

TEST(GridRounding, StaysWithinBounds) {
  GridProblem problem = correlated_problem(40, 4, 0.1, 5);
  problem.lower.setConstant(-10);
  problem.upper.setConstant(10);
  const Vector rounded = round_together(problem);
  EXPECT_GE(rounded.minCoeff(), -10);
  EXPECT_LE(rounded.maxCoeff(), 10);
  EXPECT_LE(problem.loss(rounded), problem.loss(round_each(problem)));
}

TEST(GridRounding, TakesFlatAndEmptyProblems) {
  GridProblem problem = correlated_problem(10, 2, 0.1, 7);
  problem.hessian.setZero();
  EXPECT_EQ(round_together(problem), round_each(problem));
  problem.hessian.setConstant(1);  // of rank one: only the sum counts
  EXPECT_LE(std::abs((round_together(problem) - problem.target).sum()), 0.5 + 1e-9);
  const GridProblem none{Matrix(0, 0), Vector(0), Vector(0), Vector(0)};
  EXPECT_EQ(round_together(none).size(), 0);
}

}  // namespace
}  // namespace hone::exchange
