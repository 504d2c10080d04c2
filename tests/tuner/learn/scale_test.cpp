// SPDX-License-Identifier: MIT
#include "tuner/learn/fit/scale.hpp"

#include <gtest/gtest.h>

#include "tests/tuner/learn/synthetic_rows.hpp"

namespace hone::learn {
namespace {

TEST(Scale, IsFoundAgain) {
  const Weights weights = planted_weights(synthetic_schema());
  for (const double k : {0.1, 0.9, 5.0}) {
    const RowSet rows = synthetic_rows(weights, {.exact_targets = true, .k = k});
    for (const Loss loss : losses) EXPECT_NEAR(fit_scale(rows, all_rows(rows), weights, loss, 1) / k, 1, 2e-6);
  }
}

TEST(Scale, IsOneWhenEveryScoreIsZero) {
  RowSet rows;
  rows.add(Row{}, {.target = 1.0F});
  for (const Loss loss : losses)
    EXPECT_EQ(fit_scale(rows, all_rows(rows), zero_weights(synthetic_schema()), loss, 1), 1);
  EXPECT_EQ(fit_scale({}, {}, zero_weights(synthetic_schema()), Loss::squared, 1), 1);
}

TEST(Scale, StaysWithinItsBounds) {
  RowSet right, wrong;
  for (int i = 0; i < 10; ++i) {
    right.add(Row{}, {.target = 1.0F, .offset = 100.0F});
    wrong.add(Row{}, {.target = 0.0F, .offset = 100.0F});
  }
  const Weights weights = zero_weights(synthetic_schema());
  for (const Loss loss : losses) {
    EXPECT_NEAR(fit_scale(right, all_rows(right), weights, loss, 1), max_scale, 1e-3 * max_scale);
    EXPECT_NEAR(fit_scale(wrong, all_rows(wrong), weights, loss, 1), min_scale, 1e-3 * min_scale);
  }
}

TEST(Scale, IsTheSameToTheLastBitForAnyNumberOfThreads) {
  const Weights weights = planted_weights(synthetic_schema());
  const RowSet rows = synthetic_rows(weights, {.rows = 50'000});
  EXPECT_EQ(fit_scale(rows, all_rows(rows), weights, Loss::squared, 1),
            fit_scale(rows, all_rows(rows), weights, Loss::squared, 2));
}

}  // namespace
}  // namespace hone::learn
