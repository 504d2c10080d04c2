// SPDX-License-Identifier: MIT
#include "tuner/learn/study/bootstrap.hpp"

#include <gtest/gtest.h>

#include <array>

#include "tests/tuner/learn/synthetic_games.hpp"

namespace hone::learn {
namespace {

// Poisson probabilities e^-1 / k! of 0 to 4, each within four standard deviations in 100,000 draws.
TEST(Bootstrap, CountsArePoissonOfMeanOne) {
  constexpr int draws = 100000;
  std::array<int, 20> counts{};
  for (std::uint32_t game = 0; game < draws; ++game) ++counts.at(static_cast<std::size_t>(bootstrap_count(1, 2, game)));
  double probability = std::exp(-1.0);
  for (std::size_t k = 0; k <= 4; ++k) {
    EXPECT_NEAR(counts[k], draws * probability, 4 * std::sqrt(draws * probability * (1 - probability))) << k;
    probability /= static_cast<double>(k + 1);
  }
}

TEST(Bootstrap, CountsDependOnSeedReplicateAndGameAlone) {
  int by_replicate = 0, by_seed = 0;
  for (std::uint32_t game = 0; game < 100; ++game) {
    EXPECT_EQ(bootstrap_count(1, 2, game), bootstrap_count(1, 2, game));
    by_replicate += bootstrap_count(1, 2, game) != bootstrap_count(1, 3, game) ? 1 : 0;
    by_seed += bootstrap_count(1, 2, game) != bootstrap_count(2, 2, game) ? 1 : 0;
  }
  // Two independent counts are equal with the probability e^-2 x the sum of 1 / k!^2 = 0.309.
  EXPECT_GT(by_replicate, 50);
  EXPECT_GT(by_seed, 50);
}

TEST(Bootstrap, GamesThatAreLeftOutAreMissing) {
  RowSet rows;
  for (const std::uint32_t game : {5U, 8U, 5U, 9U}) rows.add(Row{}, {.game = game});
  for (std::uint64_t replicate = 0; replicate < 10; ++replicate) {
    const Targets::Multiplicity games = bootstrap_games(rows, {0, 1, 2}, 3, replicate);
    EXPECT_FALSE(games.contains(9));
    for (const std::uint32_t game : {5U, 8U}) {
      const int count = bootstrap_count(3, replicate, game);
      EXPECT_EQ(games.contains(game), count > 0);
      EXPECT_TRUE(count == 0 || games.at(game) == static_cast<float>(count));
    }
  }
}

TEST(BootstrapSpread, IsTheStandardDeviationOfEachValue) {
  BootstrapSpread spread;
  EXPECT_TRUE(spread.errors().empty());
  spread.add(std::vector<double>{1, 1e9});
  EXPECT_EQ(spread.errors(), (std::vector<double>{0, 0}));
  spread.add(std::vector<double>{3, 1e9 + 1});
  spread.add(std::vector<double>{8, 1e9 + 2});
  EXPECT_DOUBLE_EQ(spread.errors()[0], std::sqrt((9.0 + 1 + 16) / 2));
  EXPECT_DOUBLE_EQ(spread.errors()[1], 1);
  EXPECT_EQ(spread.replicates(), 3U);
}

RowSet replicate_of(const RowSet& rows, std::uint64_t replicate) {
  Targets targets;
  targets.set_multiplicity(bootstrap_games(rows, all_rows(rows), 1, replicate));
  RowSet result;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    RowLabel label = rows[i].label;
    label.weight = targets.weight(label, i);
    result.add({rows[i].phase, rows[i].entries, label});
  }
  return result;
}

// Two ways to the same number: 200 refits and the formula. The spread of 200 numbers has an error of 5 %.
TEST(Bootstrap, AgreesWithTheSandwich) {
  Weights planted = zero_weights(game_schema());
  planted.values = {25, 60, -40};
  const RowSet rows = synthetic_games(planted, {.games = 400, .positions = 4});
  const Weights fitted = dense_fit(rows, planted, Loss::squared);
  const Matrix hessian = dense_slope(rows, fitted, Loss::squared, 0).hessian;
  const auto covariance = clustered_covariance(rows, all_rows(rows), fitted, {0, 1, 2}, hessian, {});
  const std::vector<double> errors = standard_errors(covariance.value(), {0, 1, 2});
  BootstrapSpread spread;
  for (std::uint64_t replicate = 0; replicate < 200; ++replicate) {
    spread.add(dense_fit(replicate_of(rows, replicate), fitted, Loss::squared).values);
  }
  for (std::size_t w = 0; w < 3; ++w) EXPECT_NEAR(spread.errors()[w] / errors[w], 1, 0.2) << w;
}

}  // namespace
}  // namespace hone::learn
