// SPDX-License-Identifier: MIT
#include "tuner/learn/study/weight_draws.hpp"

#include <gtest/gtest.h>

#include "tests/tuner/learn/synthetic_games.hpp"
#include "tuner/learn/fit/fit.hpp"
#include "tuner/learn/study/covariance.hpp"

namespace hone::learn {
namespace {

Weights planted_games() {
  Weights weights = zero_weights(game_schema());
  weights.values = {40, -60, 80};
  return weights;
}

class WeightDraws : public testing::Test {
 protected:
  [[nodiscard]] std::vector<Weights> draws(std::size_t count, std::uint64_t seed) const {
    return draw_weights(rows_, start_, fit(rows_, start_, options_), options_, count, seed);
  }

  RowSet rows_ = synthetic_games(planted_games(), {.games = 400});
  Weights start_ = zero_weights(game_schema());
  FitOptions options_{.k = 1.0, .ridge = 1e-4, .holdout = 0, .decimals = 3, .keep_curvature = true};
};

// 4,000 draws: a variance is known to 1 / sqrt(2000), 2.2 %, and a correlation to 1.6 %.
TEST_F(WeightDraws, HaveTheCovarianceOfTheFit) {
  const FitResult result = fit(rows_, start_, options_);
  const Matrix covariance = *fit_covariance(rows_, start_, result, options_);
  constexpr std::size_t count = 4'000;
  const std::vector<Weights> drawn = draw_weights(rows_, start_, result, options_, count, 5);
  ASSERT_EQ(drawn.size(), count);
  Vector mean = Vector::Zero(3);
  Matrix squares = Matrix::Zero(3, 3);
  for (const Weights& one : drawn) {
    const Vector moved =
        Eigen::Map<const Vector>(one.values.data(), 3) - Eigen::Map<const Vector>(result.fitted.values.data(), 3);
    mean += moved / count;
    squares += moved * moved.transpose() / count;
  }
  for (Eigen::Index i = 0; i < 3; ++i) {
    EXPECT_NEAR(mean[i], 0, 4 * std::sqrt(covariance(i, i) / count));
    EXPECT_NEAR(squares(i, i) / covariance(i, i), 1, 0.1);
    for (Eigen::Index j = 0; j < i; ++j) {
      const double scale = std::sqrt(covariance(i, i) * covariance(j, j));
      EXPECT_NEAR(squares(i, j) / scale, covariance(i, j) / scale, 0.07);
    }
  }
}

TEST_F(WeightDraws, DependOnTheirNumberAndTheSeedAlone) {
  const std::vector<Weights> few = draws(2, 9), many = draws(5, 9), other = draws(1, 10);
  for (std::size_t i = 0; i < few.size(); ++i) EXPECT_EQ(few[i].values, many[i].values);
  EXPECT_NE(many[0].values, many[1].values);
  EXPECT_NE(many[0].values, other[0].values);
}

TEST_F(WeightDraws, StayWithinTheBounds) {
  options_.bounds = {{"changing", 79, 81}, {"kept", -1, 1}};
  for (const Weights& one : draws(50, 1)) {
    EXPECT_GE(one.values[2], 79);
    EXPECT_LE(one.values[2], 81);
    EXPECT_LE(std::abs(one.values[1]), 1);
  }
}

TEST_F(WeightDraws, AreNoneWithoutACovariance) {
  options_.keep_curvature = false;
  EXPECT_TRUE(draws(3, 1).empty());
  options_.keep_curvature = true;
  rows_ = synthetic_games(planted_games(), {.games = 5});
  EXPECT_TRUE(draws(3, 1).empty());
}

}  // namespace
}  // namespace hone::learn
