// SPDX-License-Identifier: MIT
//
// The space of a refinement, and what is played.
#include "tuner/refine/coordinates.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "data/error.hpp"

namespace hone::refine {
namespace {

TEST(Coordinates, GoToValuesAndBack) {
  Coordinates space({{"a", 100, 0, 200}, {"b", -5, -10, 10}, {"c", 7, 0, 9}});
  space.add(0, 10);
  space.add(1, 0.5);
  EXPECT_EQ(space.directions(), 2);
  EXPECT_EQ(space.nearest(Vector{{1.0, 2.0}}), (std::vector<int>{110, -4, 7}));
  EXPECT_EQ(space.z_of(std::vector<int>{110, -4, 7}), (Vector{{1.0, 2.0}}));
  const Vector errors = space.errors(Vector{{0.3, 2.0}});
  EXPECT_DOUBLE_EQ(errors[0], 3);
  EXPECT_DOUBLE_EQ(errors[1], 1);
  EXPECT_DOUBLE_EQ(errors[2], 0);
}

TEST(Coordinates, StayWithinBounds) {
  Coordinates space({{"a", 100, 0, 200}});
  space.add(0, 10);
  EXPECT_EQ(space.nearest(Vector{{50.0}}), std::vector<int>{200});
  EXPECT_EQ(space.nearest(Vector{{-50.0}}), std::vector<int>{0});
  EXPECT_NEAR(space.bounded(Vector{{50.0}})[0], 10, 1e-12);
  EXPECT_EQ(space.bounded(Vector{{3.0}})[0], 3);
  EXPECT_EQ(space.drawn(Vector{{50.0}}, 1), std::vector<int>{200});
}

TEST(Coordinates, RoundAtRandomSoThatTheMeanIsRight) {
  Coordinates space({{"a", 100, 0, 200}, {"b", 0, -50, 50}});
  space.add(0, 1);
  space.add(1, 1);
  double a = 0, b = 0;
  constexpr int draws = 20'000;
  for (std::uint64_t seed = 0; seed < draws; ++seed) {
    const std::vector<int> values = space.drawn(Vector{{0.3, -1.75}}, seed);
    ASSERT_TRUE(values[0] == 100 || values[0] == 101);
    ASSERT_TRUE(values[1] == -2 || values[1] == -1);
    a += values[0];
    b += values[1];
  }
  EXPECT_NEAR(a / draws, 100.3, 0.015);
  EXPECT_NEAR(b / draws, -1.75, 0.015);
  EXPECT_EQ(space.drawn(Vector{{0.3, -1.75}}, 5), space.drawn(Vector{{0.3, -1.75}}, 5));
}

learn::Posterior posterior_of(const Matrix& precision, std::vector<std::string> names) {
  learn::Posterior posterior;
  posterior.game = "chess";
  posterior.weights = std::move(names);
  posterior.centre = posterior.slope = Vector::Zero(precision.rows());
  posterior.precision = precision.triangularView<Eigen::Lower>();
  return posterior;
}

// In the directions of a posterior its quadratic function is |z|^2 / 2, with the other weights where they are.
TEST(Coordinates, TakeTheMetricOfAPosterior) {
  Matrix root(4, 4);
  root << 3, 0, 0, 0, 1, 2, 0, 0, -1, 0.5, 1, 0, 0.3, 0.2, 0.1, 0.05;
  const Matrix precision = root * root.transpose();
  const std::vector<Parameter> parameters{
      {"w", 0, -100, 100}, {"z mg", 1, -9, 9}, {"x mg", 2, -9, 9}, {"y mg", 3, -9, 9}};
  const auto posterior = posterior_of(precision, {"x mg", "y mg", "z mg", "other mg"});
  const WeightDirections directions = directions_of(posterior, parameters, 10);
  ASSERT_EQ(directions.changes.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(directions.changes[i][0], 0) << "w is none of the posterior's";
    for (std::size_t j = 0; j < 3; ++j) {
      const auto at = [](const Vector& v) -> Vector {
        return Vector{{v[2], v[3], v[1], 0}} / 100;
      };  // by the posterior
      const double cross = at(directions.changes[i]).dot(precision * at(directions.changes[j]));
      EXPECT_NEAR(cross, i == j ? 1 : 0, 1e-9);
      EXPECT_NEAR(directions.readings[i].dot(directions.changes[j]), i == j ? 1 : 0, 1e-9);
    }
  }
  EXPECT_LT(directions.changes[0].norm(), directions.changes[2].norm()) << "the stiffest first";
  EXPECT_EQ(directions_of(posterior, parameters, 2).changes.size(), 2U);
}

TEST(Coordinates, LeaveOutWhatAPosteriorKnowsNothingOf) {
  Matrix precision = Matrix::Zero(2, 2);
  precision(0, 0) = 4;
  const auto posterior = posterior_of(precision, {"x mg", "y mg"});
  EXPECT_EQ(directions_of(posterior, {{"x mg", 0, -9, 9}, {"y mg", 0, -9, 9}}, 10).changes.size(), 1U);
  EXPECT_THROW((void)directions_of(posterior, {{"w", 0, -9, 9}}, 10), Error);
}

TEST(Coordinates, NeedAPosteriorThatKnowsSomething) {
  const auto posterior = posterior_of(Matrix::Zero(2, 2), {"x mg", "y mg"});
  EXPECT_THROW((void)directions_of(posterior, {{"x mg", 0, -9, 9}, {"y mg", 0, -9, 9}}, 10), Error);
}

}  // namespace
}  // namespace hone::refine
