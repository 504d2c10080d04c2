// SPDX-License-Identifier: MIT
//
// Where a refinement plays, on strengths that are known.
#include "tuner/refine/walk.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "data/random.hpp"

namespace hone::refine {
namespace {

// Points of a pair in halves, drawn so that their mean is that of the Elo difference.
double draw(double elo, Random& random) {
  const double score = (1 + points_of_elo(elo)) / 2;
  double points = -1;
  for (int game = 0; game < 2; ++game) points += random.uniform() < score ? 1 : 0;
  return points;
}

struct Quadratic {
  Vector optimum;
  double cost = 2;  // Elo of a step of 1

  [[nodiscard]] double elo(const Vector& z) const { return -cost * (z - optimum).squaredNorm(); }
};

void play(Walk& walk, std::uint64_t pairs, const Quadratic& world, Random& random) {
  while (walk.pairs() < pairs) {
    const PairPlan plan = walk.plan(walk.pairs());
    walk.add(plan.p, plan.q, draw(world.elo(plan.p) - world.elo(plan.q), random));
  }
}

TEST(Walk, ComesNearTheOptimum) {
  constexpr Eigen::Index n = 12;
  Quadratic world{Vector(n)};
  for (Eigen::Index i = 0; i < n; ++i) world.optimum[i] = i % 3 == 0 ? 1.2 : i % 3 == 1 ? -1.0 : 0.1;
  const double at_start = -world.elo(Vector::Zero(n));
  Random random(1);
  Walk walk(n, {.pairs = 12'000});
  play(walk, 12'000, world, random);
  EXPECT_TRUE(walk.is_done());
  EXPECT_GT(at_start, 15);
  EXPECT_LT(-world.elo(walk.estimate().optimum), 4);
  EXPECT_GT(walk.estimate().gain, 0.3 * at_start) << "a careful prediction";
  EXPECT_LT(walk.estimate().gain, 1.2 * at_start);
  EXPECT_LT(walk.estimate().gain_error, 8);
}

// Along one direction all other losses become smaller, so that perturbed players win by going there and the centre
// loses by it. What is predicted is gained all the same, within its errors.
TEST(Walk, KeepsItsPromisesWherePerturbedPlayersWinByOtherValues) {
  constexpr Eigen::Index n = 30;
  constexpr int walks = 4;
  const Vector optimum = Vector::Constant(n, 0.8), shelter = Vector::Unit(n, 0) * 0.14;
  const auto elo = [&](const Vector& z) {
    const Vector d = z - optimum;
    return -d.squaredNorm() * std::exp(-shelter.dot(d));
  };
  double promised = 0, error = 0, gained = 0;
  for (int run = 0; run < walks; ++run) {
    Random random(run);
    Walk walk(n, {.pairs = 16'000, .batch = 240, .seed = static_cast<std::uint64_t>(run)});
    while (!walk.is_done()) {
      const PairPlan plan = walk.plan(walk.pairs());
      walk.add(plan.p, plan.q, draw(elo(plan.p) - elo(plan.q), random));
    }
    promised += walk.estimate().gain / walks;
    error += walk.estimate().gain_error / walks;
    gained += (elo(walk.estimate().optimum) - elo(Vector::Zero(n))) / walks;
  }
  EXPECT_GT(gained, 0);
  EXPECT_LT(promised, gained + 2 * error);
}

// The cost of the perturbations is found by games, whatever the first guess of their size.
TEST(Walk, MakesPerturbationsCostWhatTheyShould) {
  constexpr Eigen::Index n = 20;
  for (const double cost : {0.05, 3.0, 100.0}) {
    const Quadratic world{Vector::Zero(n), cost};
    Random random(2);
    Walk walk(n, {.pairs = 4'000, .cost = 40});
    play(walk, 2'000, world, random);
    const double real = cost * static_cast<double>(n) * walk.amplitude() * walk.amplitude();
    EXPECT_GT(real, 20) << cost;
    EXPECT_LT(real, 60) << cost;
    EXPECT_NEAR(walk.cost(), real, 0.3 * real) << cost;
  }
}

// Perturbations cost less and less, in the way that they should, however long it takes.
TEST(Walk, LetsPerturbationsFallAndNotVanish) {
  constexpr Eigen::Index n = 20;
  const Quadratic world{Vector::Zero(n), 2};
  Random random(6);
  Walk walk(n, {.pairs = 400'000, .batch = 2'000, .cost = 100});
  play(walk, 400'000, world, random);
  const double real = 2 * static_cast<double>(n) * walk.amplitude() * walk.amplitude();
  const double asked = 100 * std::pow(401, -1.0 / 3);
  EXPECT_NEAR(real, asked, 0.35 * asked);
  EXPECT_NEAR(walk.cost(), real, 0.3 * real);
}

// A pair is asked for while the batch before the last is known, and not earlier.
TEST(Walk, PlaysABatchWhileTheLastIsBeingFinished) {
  Walk walk(3, {.pairs = 100, .batch = 10});
  EXPECT_TRUE(walk.is_ready(0));
  EXPECT_TRUE(walk.is_ready(19));
  EXPECT_FALSE(walk.is_ready(20));
  const PairPlan late = walk.plan(19);
  for (int pair = 0; pair < 9; ++pair) walk.add(walk.plan(walk.pairs()).p, walk.plan(walk.pairs()).q, 0);
  EXPECT_FALSE(walk.is_ready(20));
  walk.add(walk.plan(9).p, walk.plan(9).q, 0.5);
  EXPECT_TRUE(walk.is_ready(29));
  EXPECT_FALSE(walk.is_ready(30));
  EXPECT_EQ(walk.plan(19).p, late.p) << "what is being played does not change";
}

TEST(Walk, IsTheSameForTheSamePointsAndAnotherForAnotherSeed) {
  const auto end_of = [](std::uint64_t seed) {
    Walk walk(5, {.pairs = 480, .seed = seed});
    Random random(4);
    play(walk, 480, Quadratic{Vector::Ones(5)}, random);
    return walk.estimate().optimum;
  };
  EXPECT_EQ(end_of(1), end_of(1));
  EXPECT_NE(end_of(1), end_of(2));
}

TEST(Walk, PerturbsEveryDirectionBothWays) {
  constexpr Eigen::Index n = 130;  // more than two words of signs
  Walk walk(n, {.pairs = 4'000, .batch = 1'000});
  Vector sum = Vector::Zero(n), cross = Vector::Zero(n);
  for (std::uint64_t pair = 0; pair < 2'000; ++pair) {
    const PairPlan plan = walk.plan(pair);
    const Vector step = (plan.p - plan.q).cwiseSign();
    sum += step;
    cross += step * step[0];
  }
  EXPECT_LT(sum.cwiseAbs().maxCoeff(), 4.5 * std::sqrt(2'000.0));
  EXPECT_LT(cross.tail(n - 1).cwiseAbs().maxCoeff(), 4.5 * std::sqrt(2'000.0)) << "signs do not depend on each other";
}

// Where all values of the parameters are as good, perturbations become larger, but remain numbers.
TEST(Walk, KeepsPerturbationsFiniteThatCostNothing) {
  Walk walk(1, {.pairs = 4'000, .batch = 1});
  while (!walk.is_done()) {
    const PairPlan plan = walk.plan(walk.pairs());
    walk.add(plan.p.cwiseMax(-1.0).cwiseMin(1.0), plan.q.cwiseMax(-1.0).cwiseMin(1.0), 0);  // as bounds keep them
  }
  EXPECT_LE(walk.amplitude(), 100);
  EXPECT_NEAR(walk.estimate().optimum[0], 0, 0.01);
}

}  // namespace
}  // namespace hone::refine
