// SPDX-License-Identifier: MIT
//
// Rounding by what a fit has learnt, from the rows to the loss of the rows.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "tests/tuner/learn/carry_support.hpp"
#include "tuner/exchange/export/prepared_weights.hpp"

namespace hone::exchange {
namespace {

constexpr int correlated_terms = 40, causes = 3;

// Terms that count the same things, once to five times as often as others, but for one position in fifty.
RowSet correlated_rows(const Weights& planted, std::size_t count) {
  std::mt19937 random(3);
  RowSet rows;
  for (std::size_t i = 0; i < count; ++i) {
    int cause[causes];
    for (int& value : cause) value = static_cast<int>(random() % 5) - 2;
    RowSink sink;
    for (int term = 0; term < correlated_terms; ++term) {
      const int own = random() % 50 == 0 ? (random() % 2 == 0 ? 1 : -1) : 0;
      sink.add(term, cause[term % causes] * (1 + term * 7 % 5) + own);
    }
    const Row row = sink.finish({});
    RowLabel label{.game = static_cast<std::uint32_t>(i)};
    const double p = outcome_of_logit(logit_per_score(1) * learn::row_score(row, label, planted));
    label.target = static_cast<double>(random()) / 4294967296.0 < p ? 1.0F : 0.0F;
    rows.add(row, label);
  }
  return rows;
}

double loss_of_rows(const RowSet& rows, const Weights& weights) {
  double sum = 0;
  for (const double loss : learn::row_losses(rows, learn::all_rows(rows), weights, learn::Loss::cross_entropy, 1)) {
    sum += loss;
  }
  return sum;
}

TEST(RoundingOfAFit, LosesATenthWhereAPawnIs74) {
  Weights planted =
      zero_weights(Schema("toy", {"all"}, 1, std::vector<GroupSpec>{{"pieces", list(correlated_terms), ""}}));
  for (std::size_t i = 0; i < planted.values.size(); ++i) planted.values[i] = 3 * std::sin(static_cast<double>(7 * i));
  const RowSet rows = correlated_rows(planted, 20'000);
  const learn::FitResult fitted = learn::fit(rows, zero_weights(planted.schema), learn::carrying(nullptr));
  ASSERT_TRUE(fitted.posterior);

  ExportOptions options;
  options.unit = 74;
  const auto lost = [&](const PreparedWeights& prepared) {
    Weights back = fitted.weights;
    for (std::size_t i = 0; i < back.values.size(); ++i) back.values[i] = prepared.weights.values[i] / 0.74;
    return loss_of_rows(rows, back) - loss_of_rows(rows, fitted.weights);
  };
  const PreparedWeights together = prepare(fitted.weights, options, {0}, fitted.posterior.get());
  const double each = lost(prepare(fitted.weights, options, {0}));
  EXPECT_GT(each, 0);
  EXPECT_LT(lost(together), each / 10);
  // What is said of it is what the rows say, to the third order that the posterior leaves out.
  EXPECT_NEAR(together.rounding.loss_each, each, 0.1 * each);
  EXPECT_LT(together.rounding.loss, together.rounding.loss_each / 10);
}

}  // namespace
}  // namespace hone::exchange
