// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "tests/tuner/run/played_out.hpp"

namespace hone::stats {
namespace {

constexpr int tests_run = 1000;
// Wald (Sequential Analysis, 1947): the error rates are at most alpha and beta. Three standard errors of a share of
// 0.05 are allowed for chance.
constexpr double nominal = 0.05 + 3 * 0.0069;

struct Errors {
  double first = 0;   // accepted though elo0 is true
  double second = 0;  // rejected although elo1 is true
};

template <class Results, std::size_t N>
double share_of(SprtVerdict wanted, const run::Chances<N>& chances, double elo, const SprtOptions& options) {
  Random random(20240229);
  const run::Chances<N> truth = run::with_elo(chances, elo, options.model);
  int hits = 0;
  for (int i = 0; i < tests_run; ++i) {
    hits += sprt(run::played_out<Results>(truth, options, random), options).verdict == wanted;
  }
  return static_cast<double>(hits) / tests_run;
}

template <class Results, std::size_t N>
Errors errors(const run::Chances<N>& chances, const SprtOptions& options) {
  return {share_of<Results>(SprtVerdict::accepted, chances, options.elo0, options),
          share_of<Results>(SprtVerdict::rejected, chances, options.elo1, options)};
}

void expect_nominal(const Errors& errors) {
  EXPECT_LE(errors.first, nominal);
  EXPECT_LE(errors.second, nominal);
  // The test is also not so cautious that it wastes games.
  EXPECT_GE(errors.first, 0.02);
  EXPECT_GE(errors.second, 0.02);
}

TEST(FullSprt, ErrsOnPairsAsOftenAsStatedWithNormalisedBounds) {
  expect_nominal(errors<Pentanomial>(run::drawish_pairs, {.elo0 = 0, .elo1 = 40, .model = EloModel::normalized}));
}

TEST(FullSprt, ErrsOnPairsAsOftenAsStatedWithLogisticBounds) {
  expect_nominal(errors<Pentanomial>(run::drawish_pairs, {.elo0 = 0, .elo1 = 20, .model = EloModel::logistic}));
}

TEST(FullSprt, ErrsOnGamesAsOftenAsStatedWithNormalisedBounds) {
  expect_nominal(errors<Trinomial>(run::drawish_games, {.elo0 = 0, .elo1 = 50, .model = EloModel::normalized}));
}

TEST(FullSprt, ErrsOnGamesAsOftenAsStatedWithLogisticBounds) {
  expect_nominal(errors<Trinomial>(run::drawish_games, {.elo0 = 0, .elo1 = 30, .model = EloModel::logistic}));
}

TEST(FullSprt, ErrsAsOftenAsStatedWithBoundsOnEitherSideOfNought) {
  expect_nominal(errors<Pentanomial>(run::drawish_pairs, {.elo0 = -25, .elo1 = 15, .model = EloModel::normalized}));
}

}  // namespace
}  // namespace hone::stats
