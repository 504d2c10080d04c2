// SPDX-License-Identifier: MIT
//
// Whether the errors of a fit are what they say: games are made up from planted weights and fitted, and the intervals
// must hold the planted weights as often as they claim.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "data/random.hpp"
#include "tests/tuner/learn/synthetic_rows.hpp"
#include "tuner/learn/fit/fit.hpp"
#include "tuner/learn/fit/validation.hpp"
#include "tuner/learn/study/bootstrap.hpp"
#include "tuner/learn/study/study.hpp"

namespace hone::learn {
namespace {

// Piece values, squares of which some are hardly ever seen, and terms that all games have.
Schema planted_schema() {
  return Schema("planted", {"all"}, 1,
                std::vector<GroupSpec>{{"value", list(4), ""}, {"square", list(24), ""}, {"term", list(12), ""}});
}

// The sum of twelve uniform numbers is normal enough.
double normal(Random& random) {
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += random.uniform();
  return sum;
}

// Values of hundreds, squares of tens, and terms between.
Weights plant(std::uint64_t seed) {
  Random random(seed);
  Weights weights = zero_weights(planted_schema());
  for (std::size_t i = 0; i < weights.values.size(); ++i) {
    weights.values[i] = normal(random) * (std::getenv("WEAK") ? std::atof(std::getenv("WEAK")) : 1.0) * (i < 4 ? 150 : i < 28 ? 25 : 40);
  }
  return weights;
}

// How often a term is not 0. Squares reach from every second position to one of a hundred.
double frequency(int term) {
  if (term < 4) return 0.3;
  return term < 28 ? 0.5 * std::pow(0.02, (term - 4) / 23.0) : 0.4;
}

struct Experiment {
  std::uint32_t games = 250;
  int positions = 8;
  std::uint64_t seed = 1;
};

// Half of the terms stay as they are for a whole game, and one number drawn for each game decides all its positions.
RowSet play(const Weights& planted, const Experiment& experiment) {
  Random random(experiment.seed * 7919);
  const int terms = planted.schema.terms();
  const auto draw = [&](int term) {
    return random.uniform() < frequency(term) ? (random.below(2) == 0 ? 1 : -1) : 0;
  };
  RowSet rows;
  for (std::uint32_t game = 0; game < experiment.games; ++game) {
    const double luck = random.uniform();
    std::vector<int> counts(static_cast<std::size_t>(terms));
    for (int position = 0; position < experiment.positions; ++position) {
      RowSink sink;
      for (int term = 0; term < terms; ++term) {
        int& count = counts[static_cast<std::size_t>(term)];
        if (position == 0 || term % 2 == 0) count = draw(term);
        sink.add(term, count);
      }
      const Row row = sink.finish({});
      RowLabel label{.game = game};
      label.target = luck < outcome_of_logit(logit_per_score(1) * row_score(row, label, planted)) ? 1.0F : 0.0F;
      rows.add(row, label);
    }
  }
  return rows;
}

FitOptions with_ridge(std::optional<double> ridge) {
  return {.k = 1.0, .ridge = ridge, .holdout = 0, .decimals = 3, .keep_curvature = true};
}

struct Held {
  int held = 0, all = 0;

  [[nodiscard]] double share() const { return static_cast<double>(held) / all; }
};

void count_held(const FitReport& report, const Weights& planted, Held& held) {
  for (const WeightEstimate& weight : report.weights) {
    if (!(weight.error > 0)) continue;
    if (std::getenv("SHOW")) std::printf("w %d %d %g %g %g %g %g\n", (int)weight.weight, (int)weight.seen.games, planted.values[weight.weight], weight.value, weight.error, weight.chance, weight.data_share);
    held.held += std::abs(weight.value - planted.values[weight.weight]) < 1.96 * weight.error ? 1 : 0;
    ++held.all;
  }
}

double mean_loss_of(const RowSet& rows, const Weights& weights) {
  const auto losses = row_losses(rows, all_rows(rows), weights, Loss::squared, 1);
  return mean_over_games(rows, all_rows(rows), losses).mean;
}

class ErrorCoverage : public testing::TestWithParam<std::optional<double>> {};

INSTANTIATE_TEST_SUITE_P(Ridges, ErrorCoverage,
                         testing::Values(std::optional(1e-3), std::optional(3e-3), std::optional(1e-2), std::nullopt),
                         [](const auto& param) {
                           return param.param ? "e" + std::to_string(static_cast<int>(*param.param * 1e4)) : "automatic";
                         });

TEST_P(ErrorCoverage, IntervalsHoldThePlantedWeights) {
  Held held;
  for (std::uint64_t seed = 1; seed <= (std::getenv("N") ? 60U : 20U); ++seed) {
    const Weights planted = plant(seed);
    const RowSet rows = play(planted, {.seed = seed});
    const Weights start = zero_weights(planted.schema);
    const FitOptions options = with_ridge(GetParam());
    count_held(study_fit(rows, start, fit(rows, start, options), options), planted, held);
  }
  if (std::getenv("SHOW")) std::printf("share %g\n", held.share());
  EXPECT_EQ(held.all, 20 * 40);
  EXPECT_GE(held.share(), 0.92) << held.all;
  EXPECT_LE(held.share(), 0.99);
}

// What the folds say of a fit is compared with its gain on many games that nobody has seen.
TEST_P(ErrorCoverage, FoldsHoldTheGainOnUnseenGames) {
  constexpr int repetitions = 40;
  int held = 0;
  double squares = 0, errors = 0;
  for (std::uint64_t seed = 1; seed <= repetitions; ++seed) {
    const Weights planted = plant(seed), start = zero_weights(planted.schema);
    const RowSet rows = play(planted, {.games = 200, .seed = seed});
    const RowSet unseen = play(planted, {.games = 1500, .positions = 4, .seed = seed + 1000});
    const FitOptions options = with_ridge(GetParam());
    const FitResult result = fit(rows, start, options);
    const CrossValidation found = cross_validate(rows, start, result.fitted, result.summary.ridge, options, 5);
    const double truth = mean_loss_of(unseen, start) - mean_loss_of(unseen, result.fitted);
    held += std::abs(found.gain - truth) < 1.96 * found.gain_error ? 1 : 0;
    squares += (found.gain - truth) * (found.gain - truth) / repetitions;
    errors += found.gain_error / repetitions;
    if (std::getenv("SHOW")) {
      std::printf("%g found %g +- %g truth %g\n", result.summary.ridge, found.gain, found.gain_error, truth);
    }
  }
  if (std::getenv("SHOW")) std::printf("held %d of %d, sd %g, error %g\n", held, repetitions, std::sqrt(squares), errors);
  EXPECT_GE(held, 36);
}

}  // namespace
}  // namespace hone::learn
