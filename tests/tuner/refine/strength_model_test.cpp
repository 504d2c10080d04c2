// SPDX-License-Identifier: MIT
//
// The regression of a refinement, on strengths that are known.
#include "tuner/refine/strength_model.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "data/random.hpp"
#include "tests/normal.hpp"

namespace hone::refine {
namespace {

TEST(StrengthModel, TellsEloAndPointsApart) {
  EXPECT_DOUBLE_EQ(points_of_elo(0), 0);
  // A pair of games at 75 % scores 1.5 of 2, which is 190.85 Elo.
  EXPECT_NEAR(elo_of_points(0.5), 190.8485, 1e-4);
  for (const double elo : {-300.0, -1.0, 0.5, 60.0}) EXPECT_NEAR(elo_of_points(points_of_elo(elo)), elo, 1e-9);
}

TEST(StrengthModel, ExpectsNothingBeforeTheFirstPair) {
  const StrengthEstimate estimate = StrengthModel(3, 0.01).estimate();
  EXPECT_EQ(estimate.optimum, Vector::Zero(3));
  EXPECT_EQ(estimate.gain, 0);
  for (const double curvature : estimate.curvature) EXPECT_NEAR(curvature, 0.01, 1e-12);
  for (const double error : estimate.error) EXPECT_GT(error, 0);
}

// The points are the means themselves: the model is then exact but for its prior.
TEST(StrengthModel, FindsTheOptimumOfAQuadratic) {
  constexpr Eigen::Index n = 4;
  const Vector optimum = Vector{{1.0, -0.5, 0.0, 2.0}}, curvature = Vector{{0.02, 0.01, 0.015, 0.012}};
  const auto strength = [&](const Vector& z) {
    const Vector d = z - optimum;
    return -d.dot(curvature.cwiseProduct(d)) / 2;
  };
  StrengthModel model(n, 0.014);
  Random random(7);
  for (int pair = 0; pair < 60'000; ++pair) {
    Vector p(n), q(n);
    for (Eigen::Index i = 0; i < n; ++i) {
      p[i] = 6 * random.uniform() - 3;
      q[i] = 6 * random.uniform() - 3;
    }
    model.add(p, q, Vector::Zero(n), strength(p) - strength(q));
  }
  const StrengthEstimate estimate = model.estimate();
  EXPECT_LT((estimate.optimum - optimum).cwiseAbs().maxCoeff(), 0.1);
  EXPECT_LT((estimate.curvature - curvature).cwiseAbs().maxCoeff(), 0.001);
  EXPECT_NEAR(estimate.gain, elo_of_points(strength(optimum) - strength(Vector::Zero(n))), 0.5);
  const auto bounded = [](const Vector& z) -> Vector { return z.cwiseMax(-0.5).cwiseMin(0.5); };
  const StrengthEstimate within = model.estimate(bounded);
  EXPECT_EQ(within.optimum, estimate.optimum);
  EXPECT_NEAR(within.gain, elo_of_points(strength(bounded(optimum)) - strength(Vector::Zero(n))), 0.5);
  EXPECT_LT(within.gain_error, estimate.gain_error);
}

// Errors in their own standard deviations have a mean square of 1 or less, over many matches, as the model allows for
// curvatures that differ while these do not; and the predicted gain is on average what the estimate gains.
TEST(StrengthModel, KnowsItsErrors) {
  constexpr Eigen::Index n = 6;
  constexpr int matches = 40, pairs = 3'000;
  constexpr double curvature = 0.05, noise = 0.5;
  Random random(3);
  double squares = 0, predicted = 0, gained = 0;
  for (int match = 0; match < matches; ++match) {
    Vector optimum(n), curvatures(n);
    for (double& each : optimum) each = normal(random);
    for (double& each : curvatures) each = curvature;
    const auto loss = [&](const Vector& z) {
      const Vector d = z - optimum;
      return d.dot(curvatures.cwiseProduct(d)) / 2;
    };
    StrengthModel model(n, curvature);
    for (int pair = 0; pair < pairs; ++pair) {
      Vector step(n);
      const double size = std::pow(1 + pair / 200.0, -1.0 / 6);
      for (double& each : step) each = random.uniform() < 0.5 ? size : -size;
      const bool has_centre = pair % 8 == 7;
      const Vector p = step, q = has_centre ? Vector(Vector::Zero(n)) : Vector(-step);
      model.add(p, q, Vector::Zero(n), loss(q) - loss(p) + noise * normal(random));
    }
    const StrengthEstimate estimate = model.estimate();
    squares += (estimate.optimum - optimum).cwiseQuotient(estimate.error).squaredNorm() / n;
    predicted += estimate.gain;
    gained += elo_of_points(loss(Vector::Zero(n)) - loss(estimate.optimum));
  }
  EXPECT_LT(squares / matches, 1.5);
  EXPECT_GT(squares / matches, 0.05);
  EXPECT_NEAR(predicted / matches, gained / matches, 0.25 * gained / matches);
  EXPECT_GT(gained / matches, 5);
}

// Players who are perturbed in every direction win by a step that makes perturbations cost less, and unperturbed ones
// do not. Perturbations of two sizes tell the two apart; the points are the means themselves.
TEST(StrengthModel, TellsShelterFromSlopes) {
  constexpr Eigen::Index n = 4;
  const Vector slope = Vector{{0.01, -0.01, 0.02, 0.0}}, shelter = Vector{{0.01, 0.0, -0.01, 0.005}};
  constexpr double curvature = 0.04;
  const auto strength = [&](const Vector& z) {
    return slope.dot(z) - curvature * z.squaredNorm() / 2 + shelter.dot(z) * z.squaredNorm();
  };
  StrengthModel model(n, curvature), blind(n, curvature);
  Random random(7);
  for (int pair = 0; pair < 60'000; ++pair) {
    const double size = pair % 2 == 0 ? 1 : 0.5;
    Vector step(n);
    for (double& each : step) each = random.uniform() < 0.5 ? size : -size;
    const Vector centre = Vector::Zero(n), p = step, q = pair % 8 == 7 ? centre : Vector(-step);
    model.add(p, q, centre, strength(p) - strength(q));
    blind.add(p / size, q / size, centre, (strength(p / size) - strength(q / size)));
  }
  EXPECT_LT((model.estimate().slope - slope).cwiseAbs().maxCoeff(), 0.002);
  // Pairs of size 1 alone see slope + 4 x shelter, and nothing but the prior tells the parts of that.
  const StrengthEstimate one_size = blind.estimate();
  EXPECT_GT((one_size.slope - slope).cwiseAbs().maxCoeff(), 0.005);
}

// Nothing is to be gained: what is predicted stays small, and the optimum stays near the start.
TEST(StrengthModel, StaysWhereNothingIsToBeGained) {
  constexpr Eigen::Index n = 10;
  Random random(5);
  StrengthModel model(n, 0.01);
  for (int pair = 0; pair < 4'000; ++pair) {
    Vector step(n);
    for (double& each : step) each = random.uniform() < 0.5 ? 1 : -1;
    const bool has_centre = pair % 8 == 7;
    const double mean = has_centre ? -0.01 * n / 2 : 0;
    const Vector centre = Vector::Zero(n);
    model.add(step, has_centre ? centre : Vector(-step), centre, mean + 0.5 * normal(random));
  }
  const StrengthEstimate estimate = model.estimate();
  EXPECT_LT(estimate.gain, 5);
  EXPECT_LT(0.01 * estimate.optimum.squaredNorm() / 2, points_of_elo(5));
}

}  // namespace
}  // namespace hone::refine
