// SPDX-License-Identifier: MIT
//
// Distilling on made-up neighbourhoods whose weights and offsets are known, against the same least squares written
// down in full, and on games.
#include "tuner/learn/distil/distil.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "data/error.hpp"
#include "data/outcome_model.hpp"
#include "tests/tuner/learn/sampled_games.hpp"
#include "tests/tuner/learn/synthetic_rows.hpp"

namespace hone::learn {
namespace {

constexpr double teacher_k = 1.0;

struct World {
  double sigma = 0, tau = 0;  // of the teacher's scores, around what the planted weights say
  double confounder = 0;      // this times the offset is added to each count of the first term
  std::size_t neighbourhoods = 400, size = 12;
};

// Counts of the terms of synthetic_schema(); scores stay so close to even that all count alike, nearly.
Neighbourhoods made_up(const Schema& schema, const Weights& planted, const World& world) {
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  Neighbourhoods result;
  for (std::size_t i = 0; i < world.neighbourhoods; ++i) {
    const double offset = world.tau * normal(random);
    const auto shared = static_cast<std::int16_t>(std::lround(world.confounder * offset));
    for (std::size_t j = 0; j < world.size; ++j) {
      Row row = synthetic_row(schema, random);
      if (shared != 0) {
        RowSink sink;
        for (const auto [term, count] : row.entries) sink.add(term, count);
        sink.add(0, shared);
        row = sink.finish(row.phase);
      }
      const double score = row_score(row, {}, planted) + offset + world.sigma * normal(random);
      result.rows.add(row, {.game = static_cast<std::uint32_t>(i), .score = static_cast<float>(score)});
    }
    result.first.push_back(result.rows.size());
  }
  return result;
}

Weights small_weights(const Schema& schema) {
  Weights weights = planted_weights(schema);
  for (double& value : weights.values) value = std::round(value / 4);
  return weights;
}

DistilOptions as_they_are() { return {.spread = 1e5, .scale = 1, .holdout = 0}; }

// Weights of terms that no row has stay at 0.
double largest_miss(const Weights& found, const Weights& planted) {
  double worst = 0;
  const auto seen = static_cast<std::size_t>(planted.schema.find("never")->first * planted.schema.phase_count());
  for (std::size_t i = 0; i < seen; ++i) worst = std::max(worst, std::abs(found.values[i] - planted.values[i]));
  return worst;
}

TEST(Distil, FindsPlantedWeights) {
  const Schema schema = synthetic_schema();
  const Weights planted = small_weights(schema);
  const DistilResult result = distil(made_up(schema, planted, {}), zero_weights(schema), teacher_k, as_they_are());
  EXPECT_EQ(largest_miss(result.weights, planted), 0);  // rounded
  EXPECT_LT(result.sigma, 0.1);
  EXPECT_EQ(result.neighbourhoods, 400U);
  EXPECT_EQ(result.rows, 4'800U);
}

TEST(Distil, FindsHowFarNeighbourhoodsAndRowsSpread) {
  const Schema schema = synthetic_schema();
  const Weights planted = small_weights(schema);
  const Neighbourhoods from =
      made_up(schema, planted, {.sigma = 20, .tau = 40, .confounder = 0, .neighbourhoods = 2'000});
  const DistilResult result = distil(from, zero_weights(schema), teacher_k, as_they_are());
  EXPECT_NEAR(result.sigma, 20, 1.5);  // rows far from even count less, and their errors with them
  EXPECT_NEAR(result.tau, 40, 3);
  EXPECT_NEAR(result.offset_ratio, 0.25, 0.05);
  EXPECT_LT(largest_miss(result.weights, planted), 4);
}

// What neighbours share goes with the first term here, which has no part in it: a plain regression gives it the credit.
TEST(Distil, IsNotMisledByWhatNeighboursShare) {
  const Schema schema = synthetic_schema();
  const Weights planted = small_weights(schema);
  const Neighbourhoods from = made_up(schema, planted, {.sigma = 10, .tau = 60, .confounder = 0.1});
  const auto error_with = [&](std::optional<double> ratio) {
    DistilOptions options = as_they_are();
    options.offset_ratio = ratio;
    const Weights found = distil(from, zero_weights(schema), teacher_k, options).weights;
    return std::max(std::abs(found.values[0] - planted.values[0]), std::abs(found.values[1] - planted.values[1]));
  };
  EXPECT_GT(error_with(1e12), 5);
  EXPECT_LT(error_with(0), 1.5);
  EXPECT_LT(error_with(std::nullopt), 2);
}

// The offsets as unknowns of their own, each with its pull, and all solved at once.
TEST(Distil, IsTheLeastSquaresWithOffsetsAsUnknowns) {
  const Schema schema = synthetic_schema();
  const Weights planted = planted_weights(schema);
  const World world{.sigma = 30, .tau = 50, .confounder = 0, .neighbourhoods = 30, .size = 6};
  const Neighbourhoods from = made_up(schema, planted, world);
  DistilOptions options = as_they_are();
  options.offset_ratio = 0.7;
  options.scale = 1e3;  // so that rounding does not hide anything
  const DistilResult found = distil(from, zero_weights(schema), teacher_k, options);

  const auto weights = static_cast<Eigen::Index>(schema.weights());
  const auto rows = static_cast<Eigen::Index>(from.rows.size()), groups = static_cast<Eigen::Index>(from.size());
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(rows, weights + groups);
  Eigen::VectorXd v(rows), importance(rows);
  for (Eigen::Index i = 0; i < rows; ++i) {
    const RowView row = from.rows[static_cast<std::size_t>(i)];
    v[i] = static_cast<double>(row.label.score);
    const double p = outcome_of_logit(logit_per_score(teacher_k) * v[i]);
    importance[i] = std::pow(4 * p * (1 - p), 2);
    const double upper = upper_share(schema, row.phase);
    for (const auto [term, count] : row.entries) {
      a(i, 2 * term) = (1 - upper) * static_cast<double>(count);
      a(i, 2 * term + 1) = upper * static_cast<double>(count);
    }
    a(i, weights + i / 6) = 1;
  }
  Eigen::MatrixXd normal = a.transpose() * importance.asDiagonal() * a;
  for (Eigen::Index i = 0; i < groups; ++i) normal(weights + i, weights + i) += 0.7;
  normal.diagonal().head(weights).array() += 1e-6;
  const Eigen::VectorXd wanted = normal.ldlt().solve(a.transpose() * (importance.asDiagonal() * v));
  for (Eigen::Index i = 0; i < weights - 4; ++i) {
    EXPECT_NEAR(found.weights.values[static_cast<std::size_t>(i)] / 1e3, wanted[i], 0.02) << i;
  }
}

TEST(Distil, IsTheSameForAnyNumberOfThreads) {
  const Schema schema = synthetic_schema();
  const Neighbourhoods from = made_up(schema, planted_weights(schema), {.sigma = 30, .tau = 50, .neighbourhoods = 900});
  DistilOptions options;
  options.scale = 1e3;
  const Weights one = distil(from, zero_weights(schema), teacher_k, options).weights;
  options.threads = 3;
  EXPECT_EQ(distil(from, zero_weights(schema), teacher_k, options).weights.values, one.values);
}

// Scores that know a part only are spread out like the teacher's, and say by K what they promise.
TEST(Distil, SpreadsScoresLikeTheTeachers) {
  const Schema schema = synthetic_schema();
  const Neighbourhoods from = made_up(schema, small_weights(schema), {.sigma = 60, .tau = 60});
  DistilOptions options = as_they_are();
  options.scale = std::nullopt;
  const DistilResult result = distil(from, zero_weights(schema), teacher_k, options);
  EXPECT_GT(result.scale, 1.1);
  EXPECT_NEAR(result.weights.k * result.scale, teacher_k, 1e-12);
  double teacher = 0, pupil = 0;
  for (std::size_t i = 0; i < from.rows.size(); ++i) {
    const RowView row = from.rows[i];
    const double p = outcome_of_logit(logit_per_score(teacher_k) * static_cast<double>(row.label.score));
    const double importance = std::pow(4 * p * (1 - p), 2);
    teacher += importance * std::pow(static_cast<double>(row.label.score), 2);
    pupil += importance * std::pow(row_score(row, result.weights), 2);
  }
  EXPECT_NEAR(pupil / teacher, 1, 0.03);
}

TEST(Distil, LeavesOtherGroupsAsTheyAre) {
  const Schema schema = synthetic_schema();
  const Weights planted = small_weights(schema);
  DistilOptions options = as_they_are();
  options.groups = {"mobility"};
  const DistilResult result = distil(made_up(schema, planted, {}), planted, teacher_k, options);
  EXPECT_EQ(result.weights.values, planted.values);
  EXPECT_EQ(result.fitted_weights, 10U);
  options.groups = {"nothing"};
  EXPECT_THROW((void)distil(made_up(schema, planted, {}), planted, teacher_k, options), Error);
}

TEST(Distil, JudgesByGamesHeldOut) {
  const Schema schema = synthetic_schema();
  const Weights planted = small_weights(schema);
  DistilOptions options = as_they_are();
  options.holdout = 0.2;
  const DistilResult result =
      distil(made_up(schema, planted, {.sigma = 10, .tau = 10}), zero_weights(schema), teacher_k, options);
  EXPECT_EQ(result.neighbourhoods + result.heldout_neighbourhoods, 400U);
  EXPECT_NEAR(static_cast<double>(result.heldout_games), 80, 30);
  EXPECT_EQ(result.start.within, 0);
  EXPECT_GT(result.fitted.within, result.fitted.all);
  EXPECT_GT(result.fitted.all, 0.5);
  EXPECT_LE(result.fitted.within, 1);
}

// At twice the K, half the weights promise the same. Errors of another fit are no errors of this one.
TEST(Distil, TakesTheStartToTheScaleOfTheTeacher) {
  const Schema schema = synthetic_schema();
  const Weights planted = small_weights(schema);
  Weights start = planted;
  for (double& value : start.values) value /= 2;
  start.k = 2 * teacher_k;
  start.errors.assign(start.values.size(), 1);
  DistilOptions options = as_they_are();
  options.groups = {"mobility"};
  const DistilResult result = distil(made_up(schema, planted, {}), start, teacher_k, options);
  EXPECT_EQ(result.weights.values, planted.values);
  EXPECT_EQ(result.weights.k, teacher_k);
  EXPECT_TRUE(result.weights.errors.empty());
}

// Rows of such scores have no say at all, and nothing is divided by their sum, which is 0.
TEST(Distil, LeavesOutWhatIsDecided) {
  const Schema schema = synthetic_schema();
  const Weights planted = small_weights(schema);
  Neighbourhoods from = made_up(schema, planted, {});
  for (int i = 0; i < 3; ++i) {
    for (const float score : {250'000.0F, -250'000.0F}) {
      from.rows.add(Row{{0, 0}, {{0, 1}}}, {.game = 9'999, .score = score});
    }
    from.first.push_back(from.rows.size());
  }
  for (const std::optional<double> ratio : {std::optional<double>(), std::optional(0.0)}) {
    DistilOptions options = as_they_are();
    options.offset_ratio = ratio;
    const DistilResult result = distil(from, zero_weights(schema), teacher_k, options);
    EXPECT_EQ(largest_miss(result.weights, planted), 0);
    EXPECT_EQ(result.neighbourhoods, 400U);
  }
}

TEST(Distil, RefusesWhatItCannotLearnFrom) {
  const Schema schema = synthetic_schema();
  EXPECT_THROW((void)distil({}, zero_weights(schema), teacher_k, {}), Error);
  const GameDriver& chess = find_driver("chess");
  Weights tied = zero_weights(schema);
  tied.schema.constrain({"fix mobility"});
  EXPECT_THROW(require_distillable(tied, {}), Error);
  Weights bent = chess.material_weights();
  const Group& danger = *chess.schema().find("danger.ring_attacks");
  bent.values[static_cast<std::size_t>(danger.first * chess.schema().phase_count())] = 3;
  EXPECT_THROW(require_distillable(bent, {.groups = {"material.*"}}), Error);
  EXPECT_THROW(require_distillable(chess.material_weights(), {.spread = 0}), Error);
  EXPECT_THROW(require_distillable(find_driver("othello").material_weights(), {}), Error);  // too many patterns
  EXPECT_NO_THROW(require_distillable(find_driver("othello").material_weights(), {.groups = {"square"}}));
}

// Their first rows.
void expect_equal_rows(const RowSet& a, const RowSet& b, std::size_t rows) {
  for (std::size_t i = 0; i < rows; ++i) {
    EXPECT_EQ(a[i].label, b[i].label) << i;
    EXPECT_EQ(a[i].phase, b[i].phase) << i;
    EXPECT_TRUE(std::ranges::equal(a[i].entries.terms(), b[i].entries.terms())) << i;
    EXPECT_TRUE(std::ranges::equal(a[i].entries.counts(), b[i].entries.counts())) << i;
  }
}

class NeighbourhoodsOfGames : public SampledGames {
 protected:
  NeighbourhoodsOfGames() : SampledGames(30) {}

  [[nodiscard]] static NeighbourhoodSampler sampler_with(const NeighbourhoodOptions& options) {
    const Weights material = run::tic_tac_toe().material_weights();
    return {run::tic_tac_toe(), material, material, options};
  }
  [[nodiscard]] Neighbourhoods judge(const NeighbourhoodOptions& options) const {
    NeighbourhoodSampler sampler = sampler_with(options);
    EXPECT_TRUE(sampler.add_games(file()));
    return sampler.found();
  }
};

TEST_F(NeighbourhoodsOfGames, AreTheSameForAnyNumberOfThreads) {
  const Neighbourhoods one = judge({.nodes = 30}), three = judge({.nodes = 30, .threads = 3});
  EXPECT_EQ(one.first, three.first);
  EXPECT_EQ(one.counts, three.counts);
  ASSERT_EQ(one.rows.size(), three.rows.size());
  expect_equal_rows(one.rows, three.rows, one.rows.size());
  EXPECT_GT(one.counts.games, 10U);
  EXPECT_EQ(one.counts.positions, one.size());
  EXPECT_EQ(one.counts.rows, one.rows.size());
  EXPECT_GT(one.size(), 30U);
}

TEST_F(NeighbourhoodsOfGames, HaveAsManyPositionsAsAskedFor) {
  const Neighbourhoods few = judge({.per_game = 1, .around = 2, .plies = 1, .nodes = 30});
  EXPECT_LE(few.size(), 30U);
  for (std::size_t i = 0; i < few.size(); ++i) {
    const std::size_t size = few.first[i + 1] - few.first[i];
    EXPECT_GE(size, 2U);
    EXPECT_LE(size, 4U);  // the position, the one after its move, and two around it
    for (std::size_t j = few.first[i]; j < few.first[i + 1]; ++j) {
      EXPECT_EQ(few.rows[j].label.game, few.rows[few.first[i]].label.game);
    }
  }
}

// What is there after a stop is the beginning of the whole.
TEST_F(NeighbourhoodsOfGames, EndWhenStopped) {
  const Neighbourhoods whole = judge({.nodes = 30});
  std::stop_source stop;
  NeighbourhoodSampler sampler = sampler_with({.nodes = 30});
  const auto stop_after_ten = [&](const NeighbourhoodCounts& counts) {
    if (counts.games + counts.repeated == 10) stop.request_stop();
  };
  EXPECT_FALSE(sampler.add_games(file(), stop.get_token(), stop_after_ten));
  const Neighbourhoods& result = sampler.found();
  ASSERT_GT(result.size(), 0U);
  ASSERT_LT(result.size(), whole.size());
  EXPECT_EQ(result.first.back(), result.rows.size());
  for (std::size_t i = 0; i < result.first.size(); ++i) EXPECT_EQ(result.first[i], whole.first[i]) << i;
  expect_equal_rows(result.rows, whole.rows, result.rows.size());
}

TEST_F(NeighbourhoodsOfGames, TakeAGameOnce) {
  NeighbourhoodSampler sampler = sampler_with({.nodes = 30});
  EXPECT_TRUE(sampler.add_games(file()));
  const NeighbourhoodCounts once = sampler.found().counts;
  EXPECT_TRUE(sampler.add_games(file()));
  EXPECT_EQ(sampler.found().counts.games, once.games);
  EXPECT_EQ(sampler.found().counts.rows, once.rows);
  EXPECT_EQ(sampler.found().counts.repeated, 2 * once.repeated + once.games);
}

TEST_F(NeighbourhoodsOfGames, NeedAFileOfGames) {
  NeighbourhoodSampler sampler = sampler_with({});
  EXPECT_THROW((void)sampler.add_games("no such.games"), Error);
  EXPECT_THROW((void)sampler_with({.plies = 0}), Error);
}

}  // namespace
}  // namespace hone::learn
