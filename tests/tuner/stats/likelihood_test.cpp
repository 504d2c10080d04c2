// SPDX-License-Identifier: MIT
#include "tuner/stats/sample.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "data/random.hpp"
#include "tests/tuner/stats/any_counts.hpp"

namespace hone::stats {
namespace {

constexpr double far_and_near[] = {-400, -250, -100, -5, -0.01, 0, 0.01, 5, 100, 250, 400};

template <std::size_t N>
double t_of(double nelo) {
  return nelo / nelo_per_t * std::sqrt((N - 1) / 2.0);
}

template <std::size_t N>
double log_likelihood(const Distribution<N>& observed, const std::array<double, N>& chances) {
  double sum = 0;
  for (std::size_t i = 0; i < N; ++i) sum += observed.chances[i] * std::log(chances[i]);
  return sum;
}

template <std::size_t N>
void expect_strength(const Distribution<N>& observed, const std::array<double, N>& chances, double t) {
  double sum = 0, mean = 0;  // above a half: 0.5 itself has too few digits where nearly everything is drawn
  for (std::size_t i = 0; i < N; ++i) {
    EXPECT_GT(chances[i], 0);
    sum += chances[i];
    mean += chances[i] * (observed.values[i] - 0.5);
  }
  EXPECT_NEAR(sum, 1, 1e-9);
  EXPECT_NEAR(mean / std::sqrt(Distribution<N>{observed.values, chances}.variance()), t, 1e-9);
}

// Counts from 0 to thousands, many of them 0.
template <std::size_t N>
Sample<N> random_sample(Random& random) {
  std::array<std::uint64_t, N> counts{};
  for (auto& count : counts) {
    if (random.uniform() < 0.7) count = static_cast<std::uint64_t>(std::pow(10, 4 * random.uniform()));
  }
  return sample_of(counts);
}

TEST(Likelihood, MeetsTheStrengthForAnyCounts) {
  for_any_counts([](const Pentanomial& results) {
    const auto sample = sample_of(results);
    for (double nelo : far_and_near) {
      SCOPED_TRACE(nelo);
      expect_strength(sample.score, most_likely_with_t(sample.score, 0.5, t_of<5>(nelo)), t_of<5>(nelo));
    }
  });
}

TEST(Likelihood, MeetsTheStrengthForRandomCounts) {
  Random random(20240307);
  for (int i = 0; i < 1000; ++i) {
    const double nelo = max_elo_bound * (2 * random.uniform() - 1);
    const auto pairs = random_sample<5>(random).score;
    expect_strength(pairs, most_likely_with_t(pairs, 0.5, t_of<5>(nelo)), t_of<5>(nelo));
    const auto games = random_sample<3>(random).score;
    expect_strength(games, most_likely_with_t(games, 0.5, t_of<3>(nelo)), t_of<3>(nelo));
  }
}

TEST(Likelihood, MeetsTheMeanForAnyCounts) {
  for_any_counts([](const Pentanomial& results) {
    const auto sample = sample_of(results);
    for (double elo : far_and_near) {
      const double mean = score_of_elo(elo);
      EXPECT_NEAR((Distribution<5>{sample.score.values, most_likely_with_mean(sample.score, mean)}.mean()), mean, 1e-9);
    }
  });
}

// The chances of loss, draw and win that have the strength t > 0 are v (v - s) / 2, 1 - v^2 and v (v + s) / 2 with
// s = t / sqrt(1 + t^2), for v from s to 1. This takes the best of many v.
double best_of_games(const Distribution<3>& observed, double t) {
  constexpr int steps = 20000;
  const double s = t / std::sqrt(1 + t * t);
  double best = -HUGE_VAL;
  for (int i = 1; i < steps; ++i) {
    const double v = s + (1 - s) * i / steps;
    best = std::max(best, log_likelihood(observed, {v * (v - s) / 2, 1 - v * v, v * (v + s) / 2}));
  }
  return best;
}

TEST(Likelihood, OfGamesIsTheLargestThereIs) {
  Random random(20240308);
  for (int i = 0; i < 50; ++i) {
    const double t = t_of<3>(1 + 399 * random.uniform());
    const auto observed = random_sample<3>(random).score;
    const double found = log_likelihood(observed, most_likely_with_t(observed, 0.5, t));
    const double best = best_of_games(observed, t);
    EXPECT_GE(found, best - 1e-12);
    EXPECT_NEAR(found, best, 1e-3);
  }
}

// Scales the chances of all values but the middle one to the strength t > 0; false if they would sum to more than 1.
bool scale_to_strength(const Distribution<5>& observed, std::array<double, 5>& chances, double t) {
  double mean = 0, square = 0, sum = 0;
  for (std::size_t i : {0U, 1U, 3U, 4U}) {
    const double y = observed.values[i] - 0.5;
    mean += chances[i] * y;
    square += chances[i] * y * y;
    sum += chances[i];
  }
  const double scale = t * t / (1 + t * t) * square / (mean * mean);
  if (mean <= 0 || scale * sum >= 1) return false;
  for (double& chance : chances) chance *= scale;
  chances[2] = 1 - scale * sum;
  return true;
}

// Takes steps of every length from that point; returns how many of them were possible.
int expect_best(const Distribution<5>& observed, const std::array<double, 5>& found, double t, Random& random) {
  int taken = 0;
  for (int i = 0; i < 200; ++i) {
    auto other = found;
    const double reach = std::pow(10, 4 * random.uniform() - 3);
    for (double& chance : other) chance *= std::exp(reach * (2 * random.uniform() - 1));
    if (!scale_to_strength(observed, other, t)) continue;
    ++taken;
    EXPECT_GE(log_likelihood(observed, found), log_likelihood(observed, other) - 1e-12);
  }
  return taken;
}

TEST(Likelihood, OfPairsIsNotSurpassed) {
  Random random(20240309);
  int taken = 0;
  for (int i = 0; i < 500; ++i) {
    const double t = t_of<5>(1 + 399 * random.uniform());
    const auto observed = random_sample<5>(random).score;
    taken += expect_best(observed, most_likely_with_t(observed, 0.5, t), t, random);
  }
  EXPECT_GT(taken, 20000);
}

// Pairs that are nearly all drawn reach a strength with some pairs at 3/2 points or with some at 2, and a mixture of
// both is less likely. So there are two local solutions, and the one with the result that was seen more often is
// better.
TEST(Likelihood, LeansOnWhatWasSeenMoreOften) {
  const auto strong = [](std::array<std::uint64_t, 5> pairs) {
    return most_likely_with_t(sample_of(pairs).score, 0.5, t_of<5>(250));
  };
  const auto narrow = strong({0, 0, 1000, 20, 0}), wide = strong({0, 0, 1000, 0, 20});
  EXPECT_GT(narrow[3], 10 * narrow[4]);
  EXPECT_GT(wide[4], 10 * wide[3]);
}

}  // namespace
}  // namespace hone::stats
