// SPDX-License-Identifier: MIT
#include "tuner/learn/fit/joint_rounding.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "data/random.hpp"

namespace hone::learn {
namespace {

double nearest(Eigen::Index /*index*/, double value) { return std::round(value); }

double cost(const Matrix& curvature, const Vector& errors) {
  return errors.dot(curvature.selfadjointView<Eigen::Lower>() * errors) / 2;
}

double uniform(Random& random, double low, double high) {
  return low + (high - low) * static_cast<double>(random.below(1'000'001)) / 1e6;
}

// Columns that lean on each other, as features do that stand in the same positions.
Matrix leaning(Random& random, Eigen::Index size) {
  Matrix rows(2 * size, size);
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    const double common = uniform(random, -1, 1);
    for (Eigen::Index j = 0; j < size; ++j) rows(i, j) = common + uniform(random, -0.5, 0.5);
  }
  return rows.transpose() * rows;
}

// The least cost over all roundings to one of the four nearest values each.
double least_cost(const Matrix& curvature, const Vector& values) {
  double least = std::numeric_limits<double>::infinity();
  int cases = 1;
  for (Eigen::Index i = 0; i < values.size(); ++i) cases *= 4;
  for (int number = 0; number < cases; ++number) {
    Vector errors(values.size());
    int rest = number;
    for (Eigen::Index i = 0; i < values.size(); ++i) {
      errors[i] = std::floor(values[i]) - 1 + rest % 4 - values[i];
      rest /= 4;
    }
    least = std::min(least, cost(curvature, errors));
  }
  return least;
}

TEST(JointRounding, TakesTheNearestWhereErrorsDoNotMeet) {
  const Matrix curvature = Vector{{3, 1, 2}}.asDiagonal();
  EXPECT_EQ(round_in_turn(curvature, Vector{{0.4, 1.6, -2.3}}, nearest), (Vector{{0, 2, -2}}));
}

TEST(JointRounding, MakesGoodForErrorsBefore) {
  const Matrix curvature{{1, 0}, {0.9, 1.1}};  // of a sum mostly; the upper triangle is not looked at
  const Vector rounded = round_in_turn(curvature, Vector{{0.4, 0.4}}, nearest);
  EXPECT_EQ(rounded, (Vector{{1, 0}}));  // the stiffer one is rounded first
}

TEST(JointRounding, CostsFarLessThanRoundingEachByItself) {
  Random random(7);
  double alone = 0, in_turn = 0, best = 0;
  for (int trial = 0; trial < 100; ++trial) {
    const Matrix curvature = leaning(random, 5);
    Vector values(5);
    for (double& value : values) value = uniform(random, -20, 20);
    const Vector rounded = round_in_turn(curvature, values, nearest);
    EXPECT_EQ(rounded, rounded.array().round().matrix());
    const double least = least_cost(curvature, values);
    EXPECT_GE(cost(curvature, rounded - values), least - 1e-9);
    alone += cost(curvature, values.array().round().matrix() - values);
    in_turn += cost(curvature, rounded - values);
    best += least;
  }
  EXPECT_LT(in_turn, 0.4 * alone);
  EXPECT_LT(in_turn, 1.3 * best);
}

TEST(JointRounding, KeepsToTheValuesAllowed) {
  const Matrix curvature{{1, 0}, {0.9, 1.1}};
  const auto at_most_zero = [](Eigen::Index, double value) { return std::min(std::round(value), 0.0); };
  EXPECT_EQ(round_in_turn(curvature, Vector{{0.4, 0.4}}, at_most_zero), (Vector{{0, 0}}));
}

TEST(JointRounding, RoundsEachByItselfWhereTheCurvatureIsNoneOfAMinimum) {
  const Matrix curvature{{1, 0}, {3, 1}};
  EXPECT_EQ(round_in_turn(curvature, Vector{{0.4, 0.6}}, nearest), (Vector{{0, 1}}));
}

}  // namespace
}  // namespace hone::learn
