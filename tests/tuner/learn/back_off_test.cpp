// SPDX-License-Identifier: MIT
//
// Weights that back off to their parts, on made-up patterns of five cells whose worth is known.
#include "tuner/learn/fit/back_off.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <optional>
#include <vector>

#include "data/random.hpp"
#include "tests/tuner/learn/synthetic_rows.hpp"
#include "tuner/learn/fit/fit.hpp"
#include "tuner/learn/fit/penalty.hpp"
#include "tuner/learn/fit/row_scores.hpp"

namespace hone::learn {
namespace {

constexpr int cells = 5, configurations = 243;  // 3^5

// A term for each configuration: each cell is worth something as 1 and the opposite as 2.
TermParts cells_of_configurations() {
  TermParts result;
  result.parts = cells;
  for (int configuration = 0; configuration < configurations; ++configuration) {
    for (int cell = 0, rest = configuration; cell < cells; ++cell, rest /= 3) {
      const int digit = rest % 3;
      if (digit != 0) result.counts.push_back({static_cast<std::uint32_t>(cell), digit == 1 ? 1.0F : -1.0F});
    }
    result.first.push_back(static_cast<std::uint32_t>(result.counts.size()));
  }
  return result;
}

Schema pattern_schema() {
  return Schema(
      "cells", {"all"}, 1,
      std::vector<GroupSpec>{{"pattern", list(configurations), "", &cells_of_configurations}, {"tempo", scalar(), ""}});
}

// -- What it costs

struct FewConfigurations {
  std::vector<Eigen::Index> parameters = std::vector<Eigen::Index>(configurations, -1);
  Matrix counts = Matrix::Zero(6, cells);  // of the six parameters that are fitted, as they are in the rows of A

  FewConfigurations() {
    const TermParts parts = cells_of_configurations();
    const int fitted[] = {1, 5, 17, 100, 200, 242};
    for (Eigen::Index i = 0; i < 6; ++i) {
      const auto term = static_cast<std::size_t>(fitted[i]);
      parameters[term] = i;
      for (std::uint32_t at = parts.first[term]; at < parts.first[term + 1]; ++at) {
        counts(i, parts.counts[at].part) = parts.counts[at].count;
      }
    }
    counts /= std::sqrt(5 * 2.0 / 3);  // two cells of three are filled, over all configurations
  }

  [[nodiscard]] Penalty penalty(double ratio, double strength) const {
    Penalty penalty{Vector::Constant(6, strength), Vector::LinSpaced(6, -0.3, 0.4), {}, {}};
    penalty.back_offs.emplace_back(
        std::make_shared<const PartsInFit>(std::make_shared<const TermParts>(cells_of_configurations()), parameters),
        ratio, strength);
    return penalty;
  }
};

// The values of the parts by least squares of a larger system, not by the formula.
TEST(BackOff, CostsWhatTheBestPartsLeave) {
  const FewConfigurations example;
  const Vector x = Vector::LinSpaced(6, 1, -0.7).array().cube();
  for (const double ratio : {0.01, 0.5, 10.0}) {
    const Penalty penalty = example.penalty(ratio, 0.2);
    Matrix system(6 + cells, cells);
    system << example.counts, std::sqrt(ratio) * Matrix::Identity(cells, cells);
    Vector right = Vector::Zero(6 + cells);
    right.head(6) = x - penalty.prior;
    const Vector parts = system.householderQr().solve(right);
    EXPECT_NEAR(penalty.value(x), 0.2 * (right - system * parts).squaredNorm(), 1e-12) << ratio;
    const std::vector<double> suggested = penalty.back_offs[0].suggested(x - penalty.prior);
    EXPECT_NEAR(suggested[1], parts[0] / std::sqrt(5 * 2.0 / 3), 1e-12);  // the first cell alone
    EXPECT_NEAR(suggested[7], (parts[0] - parts[1]) / std::sqrt(5 * 2.0 / 3), 1e-12);
    EXPECT_EQ(suggested[0], 0);
  }
}

TEST(BackOff, HasTheDerivativesOfItsCost) {
  const FewConfigurations example;
  const Penalty penalty = example.penalty(0.3, 0.2);
  const Vector x = Vector::LinSpaced(6, -1, 2), gradient = penalty.gradient(x);
  Matrix lower = Matrix::Zero(6, 6);
  penalty.add_hessian(lower);
  const Matrix hessian = lower.selfadjointView<Eigen::Lower>();
  for (Eigen::Index i = 0; i < 6; ++i) {
    const Vector step = 1e-3 * Vector::Unit(6, i);  // differences of a quadratic function are exact
    EXPECT_NEAR(gradient[i], (penalty.value(x + step) - penalty.value(x - step)) / 2e-3, 1e-9) << i;
    EXPECT_LT((hessian.col(i) - (penalty.gradient(x + step) - penalty.gradient(x - step)) / 2e-3).norm(), 1e-9);
    EXPECT_LT((hessian.col(i) - penalty.product(Vector::Unit(6, i))).norm(), 1e-12);
    EXPECT_GE(penalty.diagonal()[i], hessian(i, i));
  }
}

// -- What it learns

// Cells are worth tens; every tenth configuration has something of its own.
Weights plant_cells(std::uint64_t seed) {
  Random random(seed);
  const auto uniform = [&] { return 2 * random.uniform() - 1; };
  Weights weights = zero_weights(pattern_schema());
  double worth[cells];
  for (double& value : worth) value = 120 * uniform();
  for (int configuration = 0; configuration < configurations; ++configuration) {
    double& weight = weights.values[static_cast<std::size_t>(configuration)];
    for (int cell = 0, rest = configuration; cell < cells; ++cell, rest /= 3) {
      if (rest % 3 != 0) weight += rest % 3 == 1 ? worth[cell] : -worth[cell];
    }
    if (random.below(10) == 0) weight += 150 * uniform();
  }
  return weights;
}

// Cells are empty more often than not, so that full patterns are rare: a few hundred games see half of them.
RowSet play_cells(const Weights& planted, std::uint32_t games, std::uint64_t seed) {
  Random random(seed * 104'729);
  RowSet rows;
  for (std::uint32_t game = 0; game < games; ++game) {
    for (int position = 0; position < 2; ++position) {
      int term = 0;
      for (int cell = 0; cell < cells; ++cell) {
        const double draw = random.uniform();
        term = 3 * term + (draw < 0.6 ? 0 : draw < 0.8 ? 1 : 2);
      }
      RowSink sink;
      sink.add(term, 1);
      const Row row = sink.finish({});
      RowLabel label{.game = game};
      const double p = outcome_of_logit(logit_per_score(1) * row_score(row, label, planted));
      label.target = random.uniform() < p ? 1.0F : 0.0F;
      rows.add(row, label);
    }
  }
  return rows;
}

FitOptions backing_off(std::optional<double> back_off) {
  return {.k = 1.0, .ridge = std::nullopt, .back_off = back_off, .holdout = 0, .decimals = 3};
}

double loss_on(const RowSet& rows, const Weights& weights) {
  const auto losses = row_losses(rows, all_rows(rows), weights, Loss::squared, 1);
  return mean_over_games(rows, all_rows(rows), losses).mean;
}

TEST(BackOff, PredictsUnseenGamesBetterThanTheRidgeWhenGamesAreFew) {
  double plain = 0, fixed = 0, chosen = 0, start = 0, best = 0;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const Weights planted = plant_cells(seed), zero = zero_weights(planted.schema);
    const RowSet rows = play_cells(planted, 300, seed), unseen = play_cells(planted, 4'000, seed + 100);
    start += loss_on(unseen, zero) / 8;
    best += loss_on(unseen, planted) / 8;
    plain += loss_on(unseen, fit(rows, zero, backing_off(0)).fitted) / 8;
    fixed += loss_on(unseen, fit(rows, zero, backing_off(0.3)).fitted) / 8;
    chosen += loss_on(unseen, fit(rows, zero, backing_off(std::nullopt)).fitted) / 8;
  }
  SCOPED_TRACE(testing::Message() << "loss on unseen games: start " << start << ", ridge " << plain << ", back-off 0.3 "
                                  << fixed << ", chosen " << chosen << ", planted " << best);
  RecordProperty("losses", testing::PrintToString(std::vector{start, plain, fixed, chosen, best}));
  EXPECT_LT(fixed - best, 0.7 * (plain - best));
  EXPECT_LT(chosen - best, 0.7 * (plain - best));
}

TEST(BackOff, GivesUnseenWeightsWhatTheirPartsSay) {
  const Weights planted = plant_cells(3), zero = zero_weights(planted.schema);
  const RowSet rows = play_cells(planted, 400, 3);
  std::vector<bool> seen(configurations);
  for (std::size_t i = 0; i < rows.size(); ++i) seen[rows[i].entries[0].term] = true;
  const Weights fitted = fit(rows, zero, backing_off(0.3)).fitted, plain = fit(rows, zero, backing_off(0)).fitted;
  double product = 0, own = 0, truth = 0;
  int unseen = 0;
  for (std::size_t i = 1; i < configurations; ++i) {
    if (seen[i]) continue;
    ++unseen;
    EXPECT_EQ(plain.values[i], 0);
    product += fitted.values[i] * planted.values[i];
    own += fitted.values[i] * fitted.values[i];
    truth += planted.values[i] * planted.values[i];
  }
  EXPECT_GT(unseen, 50);
  EXPECT_GT(product / std::sqrt(own * truth), 0.8) << unseen;  // correlation
}

TEST(BackOff, KeepsUnseenWeightsWithinBoundsAndChosenGroups) {
  const Weights planted = plant_cells(3), zero = zero_weights(planted.schema);
  const RowSet rows = play_cells(planted, 400, 3);
  FitOptions options = backing_off(0.3);
  options.bounds = {{"pattern", -20, 30}};
  for (const double value : fit(rows, zero, options).weights.values) {
    EXPECT_GE(value, -20);
    EXPECT_LE(value, 30);
  }
  options.groups = {"tempo"};
  EXPECT_EQ(fit(rows, zero, options).fitted.values, zero.values);
}

TEST(BackOff, IsTheSameByConjugateGradientsAndForAnyThreads) {
  const Weights planted = plant_cells(4), zero = zero_weights(planted.schema);
  const RowSet rows = play_cells(planted, 300, 4);
  FitOptions options = backing_off(0.3);
  options.ridge = 1e-3;
  const FitResult dense = fit(rows, zero, options);
  options.dense_limit = 0;
  const FitResult large = fit(rows, zero, options);
  options.threads = 3;
  EXPECT_EQ(fit(rows, zero, options).fitted.values, large.fitted.values);
  for (std::size_t i = 0; i < configurations; ++i) EXPECT_NEAR(dense.fitted.values[i], large.fitted.values[i], 0.01);
}

// The same games as a fit from the planted weights: the changes are what backs off.
TEST(BackOff, LeavesAStartThatIsRightAlone) {
  const Weights planted = plant_cells(5);
  FitOptions options = backing_off(0.3);
  options.ridge = 1e2;
  const Weights fitted = fit(play_cells(planted, 300, 5), planted, options).fitted;
  for (std::size_t i = 0; i < configurations; ++i) EXPECT_NEAR(fitted.values[i], planted.values[i], 1);
}

TEST(BackOffFit, IsNoneWhereNothingHasParts) {
  const Weights planted = planted_weights(synthetic_schema());
  const RowSet rows = synthetic_rows(planted, {.rows = 1'000});
  for (const std::optional<double> back_off : {std::optional<double>(), std::optional(0.3)}) {
    const FitOptions options{.k = 1, .ridge = 1e-3, .back_off = back_off};
    const FitSummary summary = fit(rows, zero_weights(planted.schema), options).summary;
    EXPECT_EQ(summary.strengths.back_off, 0);
    EXPECT_TRUE(summary.back_off_path.empty());
  }
}

}  // namespace
}  // namespace hone::learn
