// SPDX-License-Identifier: MIT
#include "tuner/learn/fit/row_scores.hpp"

#include <gtest/gtest.h>

#include "tests/tuner/learn/synthetic_rows.hpp"

namespace hone::learn {
namespace {

TEST(Loss, HasTheSlopeAndCurvatureItSays) {
  for (const Loss loss : {Loss::squared, Loss::cross_entropy}) {
    for (const double target : {0.0, 0.3, 1.0}) {
      for (double z = -6; z <= 6; z += 0.75) {
        const double h = 1e-5;
        const LossPoint point = loss_point(loss, target, z);
        EXPECT_EQ(point.value, loss_value(loss, target, z));
        EXPECT_NEAR(point.slope, (loss_value(loss, target, z + h) - loss_value(loss, target, z - h)) / (2 * h), 1e-9);
        if (loss == Loss::squared) continue;  // Gauss and Newton's
        const double slopes = loss_point(loss, target, z + h).slope - loss_point(loss, target, z - h).slope;
        EXPECT_NEAR(point.curvature, slopes / (2 * h), 1e-9);
      }
    }
  }
}

TEST(Loss, IsFiniteForAnyScore) {
  for (const double z : {-1e300, -800.0, 800.0, 1e300}) {
    const LossPoint squared = loss_point(Loss::squared, 1, z), entropy = loss_point(Loss::cross_entropy, 1, z);
    EXPECT_TRUE(std::isfinite(squared.value) && std::isfinite(squared.slope) && std::isfinite(squared.curvature));
    EXPECT_TRUE(std::isfinite(entropy.value) && std::isfinite(entropy.slope) && std::isfinite(entropy.curvature));
  }
}

// p = 1 / (1 + 10^(-K score / 400)): at K = 1, 400 centi-units are odds of 10 : 1.
TEST(Loss, FollowsTheDefinitionOfTheScale) {
  EXPECT_NEAR(outcome_of_logit(logit_per_score(1) * 400), 10.0 / 11, 1e-15);
  EXPECT_NEAR(loss_value(Loss::squared, 1, logit_per_score(2) * 200), 1.0 / 121, 1e-15);
  EXPECT_NEAR(loss_value(Loss::cross_entropy, 1, logit_per_score(1) * 400), std::log(1.1), 1e-15);
}

// The engine truncates once, so for integer weights the real score is within one centi-unit of the engine's.
TEST(RowScore, AgreesWithTheEngineForIntegerWeights) {
  const Weights weights = planted_weights(synthetic_schema());
  std::mt19937 random(3);
  for (int i = 0; i < 1000; ++i) {
    const Row row = synthetic_row(weights.schema, random);
    const RowLabel label{};
    const double score = row_score(row, label, weights);
    EXPECT_EQ(std::trunc(score + (score > 0 ? 1e-9 : -1e-9)), dot(weights.schema, row, weights.rounded()));
  }
}

// In any order of the rows.
TEST(RowLosses, OfSeveralWeightsAreThoseOfEachRowAndEachWeights) {
  const Weights planted = planted_weights(synthetic_schema()), zero = zero_weights(synthetic_schema());
  Weights steep = planted;
  steep.k = 2;
  std::mt19937 random(4);
  RowSet rows;
  for (int i = 0; i < 100; ++i)
    rows.add(synthetic_row(planted.schema, random), {.target = static_cast<float>(i % 3) / 2.0F});
  RowSelection selection{99, 0, 50, 51, 7};
  for (int pass = 0; pass < 2; ++pass) {
    const std::vector<const Weights*> all{&planted, &zero, &steep};
    const auto losses = row_losses(rows, selection, all, Loss::squared, 2);
    ASSERT_EQ(losses.size(), 3U);
    for (std::size_t i = 0; i < selection.size(); ++i) {
      const double target = selection[i] % 3 / 2.0, score = row_score(rows[selection[i]], planted);
      EXPECT_NEAR(losses[0][i], std::pow(target - 1 / (1 + std::pow(10, -score / 400)), 2), 1e-14);
      EXPECT_NEAR(losses[1][i], std::pow(target - 0.5, 2), 1e-14);
      EXPECT_NEAR(losses[2][i], std::pow(target - 1 / (1 + std::pow(10, -2 * score / 400)), 2), 1e-14);
    }
    std::ranges::sort(selection);
  }
}

TEST(MeanOverGames, WeighsRowsAndClustersByGame) {
  RowSet rows;
  for (const auto& [weight, game] : {std::pair{1.0F, 4U}, {2.0F, 9U}, {1.0F, 4U}}) {
    rows.add(Row{}, {.weight = weight, .game = game});
  }
  const std::vector<double> values{1, 4, 3};
  const ClusteredMean mean = mean_over_games(rows, all_rows(rows), values);
  EXPECT_DOUBLE_EQ(mean.mean, 3);  // (1 + 8 + 3) / 4
  // Residuals: game 4 has 4 - 2 x 3 = -2, game 9 has 8 - 2 x 3 = 2; sqrt((4 + 4) x 2 / 1) / 4 = 1.
  EXPECT_DOUBLE_EQ(mean.error, 1);
}

TEST(MeanOverGames, OfOneGameHasNoError) {
  RowSet rows;
  rows.add(Row{}, {});
  EXPECT_EQ(mean_over_games(rows, all_rows(rows), std::vector<double>{2}).error, 0);
  EXPECT_EQ(mean_over_games(rows, {}, {}).mean, 0);
}

// Rows repeated ten times within their game say no more than once: the error stays, where a naive one would shrink.
TEST(MeanOverGames, IsNotFooledByRepeatedRows) {
  RowSet once, tenfold;
  std::vector<double> values, repeated;
  std::mt19937 random(5);
  for (std::uint32_t game = 0; game < 50; ++game) {
    values.push_back(static_cast<double>(random() % 100));
    once.add(Row{}, {.game = game});
    for (int i = 0; i < 10; ++i) {
      tenfold.add(Row{}, {.game = game});
      repeated.push_back(values.back());
    }
  }
  EXPECT_NEAR(mean_over_games(once, all_rows(once), values).error,
              mean_over_games(tenfold, all_rows(tenfold), repeated).error, 1e-12);
}

}  // namespace
}  // namespace hone::learn
