// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "data/error.hpp"
#include "tests/tuner/learn/synthetic_rows.hpp"
#include "tuner/learn/fit/fit.hpp"
#include "tuner/learn/fit/row_scores.hpp"
#include "tuner/learn/fit/scale.hpp"
#include "tuner/learn/fit/validation.hpp"

namespace hone::learn {
namespace {

FitOptions plain() { return {.loss = Loss::cross_entropy, .k = 1.0, .ridge = 0, .holdout = 0, .decimals = 3}; }

RowSet drawn_rows(std::size_t rows) { return synthetic_rows(planted_weights(synthetic_schema()), {.rows = rows}); }

std::span<const double> of_group(const Weights& weights, const char* name) {
  const Group& group = *weights.schema.find(name);
  const auto phases = static_cast<std::size_t>(weights.schema.phase_count());
  return std::span(weights.values)
      .subspan(static_cast<std::size_t>(group.first) * phases, static_cast<std::size_t>(group.shape.size()) * phases);
}

TEST(FitOptions, ConjugateGradientsFindTheSameWeights) {
  const RowSet rows = drawn_rows(5'000);
  FitOptions options = plain();
  options.ridge = 1e-4;
  const FitResult dense = fit(rows, zero_weights(synthetic_schema()), options);
  options.dense_limit = 0;
  const FitResult large = fit(rows, zero_weights(synthetic_schema()), options);
  EXPECT_TRUE(dense.summary.dense);
  EXPECT_FALSE(large.summary.dense);
  EXPECT_NEAR(large.summary.objective, dense.summary.objective, 1e-10);
  for (std::size_t i = 0; i < dense.fitted.values.size(); ++i) {
    EXPECT_NEAR(large.fitted.values[i], dense.fitted.values[i], 0.02) << i;
  }
}

// The same positions in another order have the same optimum.
TEST(FitOptions, OrderOfTheRowsDoesNotMatter) {
  const RowSet rows = drawn_rows(5'000);
  std::vector<std::size_t> order(rows.size());
  std::iota(order.begin(), order.end(), 0U);
  std::shuffle(order.begin(), order.end(), std::mt19937(5));
  RowSet shuffled;
  for (const std::size_t i : order) shuffled.add(rows[i]);
  FitOptions options = plain();
  options.ridge = 1e-6;
  const FitResult one = fit(rows, zero_weights(synthetic_schema()), options);
  const FitResult two = fit(shuffled, zero_weights(synthetic_schema()), options);
  EXPECT_NEAR(one.summary.objective, two.summary.objective, 1e-11);
  for (std::size_t i = 0; i < one.fitted.values.size(); ++i) {
    EXPECT_NEAR(one.fitted.values[i], two.fitted.values[i], 0.01) << i;
  }
}

TEST(FitOptions, KeepGroupsWithinBounds) {
  const RowSet rows = drawn_rows(5'000);
  FitOptions options = plain();
  options.bounds = {{"mobility", 10, 30}, {"tempo", -1e3, 0}};
  const FitResult result = fit(rows, zero_weights(synthetic_schema()), options);
  EXPECT_EQ(result.summary.status, FitStatus::converged);
  for (const double value : of_group(result.weights, "mobility")) {
    EXPECT_GE(value, 10);
    EXPECT_LE(value, 30);
  }
  for (const double value : of_group(result.weights, "tempo")) EXPECT_LE(value, 0);
  options.bounds = {{"mobility[0]", 10, 12}, {"mobility", -1e3, 1e3}};  // the narrowest holds
  const double first = of_group(fit(rows, zero_weights(synthetic_schema()), options).weights, "mobility").front();
  EXPECT_GE(first, 10);
  EXPECT_LE(first, 12);
  options.bounds = {{"mobility", 30, 10}};
  EXPECT_THROW((void)fit(rows, zero_weights(synthetic_schema()), options), Error);
  options.bounds = {{"mobilty", 10, 30}};
  EXPECT_THROW((void)fit(rows, zero_weights(synthetic_schema()), options), Error);
}

TEST(FitOptions, RoundWithinBounds) {
  const RowSet rows = drawn_rows(500);
  FitOptions options = plain();
  options.decimals = 0;
  options.bounds = {{"tempo", -2.6, 2.6}};
  const FitResult result = fit(rows, zero_weights(synthetic_schema()), options);
  for (const double value : of_group(result.weights, "tempo")) EXPECT_LE(std::abs(value), 2);
}

TEST(FitOptions, PullOneGroupHarderThanOthers) {
  const RowSet rows = drawn_rows(5'000);
  const Weights start = planted_weights(synthetic_schema());
  FitOptions options = plain();
  options.ridge = 1e-6;
  options.group_ridge = {{"*", 1}, {"mobility", 1e9}};
  const FitResult result = fit(rows, start, options);
  const auto held = of_group(result.fitted, "mobility"), as_before = of_group(start, "mobility");
  for (std::size_t i = 0; i < held.size(); ++i) EXPECT_NEAR(held[i], as_before[i], 0.01);
  EXPECT_GT(std::abs(of_group(result.fitted, "tempo")[0] - of_group(start, "tempo")[0]), 0.1);
}

TEST(FitOptions, PullTowardsZeroOnRequest) {
  const RowSet rows = drawn_rows(500);
  FitOptions options = plain();
  options.ridge = 1e4;
  const Weights start = planted_weights(synthetic_schema());
  const FitResult to_start = fit(rows, start, options);
  options.prior = Prior::zero;
  const FitResult to_zero = fit(rows, start, options);
  EXPECT_NEAR(of_group(to_start.fitted, "tempo")[1], of_group(start, "tempo")[1], 0.1);
  EXPECT_NEAR(of_group(to_zero.fitted, "tempo")[1], 0, 0.1);
}

TEST(FitOptions, PullTowardsTheFirstWeightsOfARunWhateverTheStart) {
  const RowSet rows = drawn_rows(500);
  FitOptions options = plain();
  options.ridge = 1e4;
  options.prior = Prior::first;
  const Weights planted = planted_weights(synthetic_schema());
  options.first = std::make_shared<const Weights>(planted);
  const FitResult held = fit(rows, zero_weights(synthetic_schema()), options);
  EXPECT_NEAR(of_group(held.fitted, "tempo")[1], of_group(planted, "tempo")[1], 0.1);

  // With a pull that the data are strong enough against, the fit is that which starts from the first weights.
  options.ridge = 1e-2;
  options.k = 1;
  const FitResult from_zero = fit(rows, zero_weights(synthetic_schema()), options);
  options.prior = Prior::start;
  options.ridge = 1e-2 * from_zero.summary.train.start / fit(rows, planted, options).summary.train.start;
  const FitResult from_first = fit(rows, planted, options);
  for (const char* group : {"tempo", "mobility"}) {  // others have weights that no row has
    const auto one = of_group(from_zero.fitted, group), other = of_group(from_first.fitted, group);
    for (std::size_t i = 0; i < one.size(); ++i) EXPECT_NEAR(one[i], other[i], 0.05) << group << ' ' << i;
  }
}

// With few games the best strength lies within the path, and is better than both its ends on games that were not used
// to choose: another 20,000 rows drawn from the same model.
TEST(FitOptions, ChooseTheStrengthOfThePullOnGamesKeptOut) {
  const RowSet rows = drawn_rows(600);
  const RowSet judges = synthetic_rows(planted_weights(synthetic_schema()), {.rows = 20'000, .seed = 99});
  FitOptions options = plain();
  const auto loss_with = [&](std::optional<double> ridge) {
    options.ridge = ridge;
    const FitResult result = fit(rows, zero_weights(synthetic_schema()), options);
    const auto losses = row_losses(judges, all_rows(judges), result.fitted, Loss::cross_entropy, 1);
    return std::pair(mean_over_games(judges, all_rows(judges), losses).mean, result.summary);
  };
  const auto [chosen_loss, summary] = loss_with(std::nullopt);
  ASSERT_GE(summary.ridge_path.size(), 3U);
  EXPECT_EQ(summary.ridge_path.front().ridge, 1.0);
  const auto best = std::min_element(summary.ridge_path.begin(), summary.ridge_path.end(),
                                     [](const RidgePoint& a, const RidgePoint& b) { return a.loss < b.loss; });
  EXPECT_EQ(summary.ridge, best->ridge);
  EXPECT_LT(chosen_loss, loss_with(1.0).first);
  EXPECT_LE(chosen_loss, loss_with(0.0).first + 1e-4);
}

TEST(Targets, BlendTheSearchedScoreIn) {
  RowSet rows;
  rows.add(Row{}, {.target = 1.0F, .score = 0.0F});
  rows.add(Row{}, {.target = 1.0F});
  const Targets targets(rows, all_rows(rows), {.target = parse_target("blend:0.25")}, 1.0);
  EXPECT_FLOAT_EQ(targets.target(rows[0].label), 0.875F);  // 3/4 x 1 + 1/4 x 1/2
  EXPECT_FLOAT_EQ(targets.target(rows[1].label), 1.0F);    // no score
}

TEST(Targets, WeighGamesAlikeAndLateRowsMore) {
  RowSet rows;
  for (const std::uint32_t game : {1U, 1U, 1U, 2U}) rows.add(Row{}, {.weight = 0.5F, .game = game});
  const Targets alike(rows, all_rows(rows), {.equal_games = true}, 1.0);
  EXPECT_FLOAT_EQ(alike.weight(rows[0].label, 0), 0.5F / 3);
  EXPECT_FLOAT_EQ(alike.weight(rows[3].label, 3), 0.5F);
  const Targets late(rows, all_rows(rows), {.half_life = 2}, 1.0);
  EXPECT_FLOAT_EQ(late.weight(rows[3].label, 3), 0.5F);
  EXPECT_FLOAT_EQ(late.weight(rows[1].label, 1), 0.25F);
}

TEST(Targets, CountNoRowsThatWeighNothingInGamesAlike) {
  RowSet rows;
  for (const float weight : {1.0F, 0.0F, 0.0F}) rows.add(Row{}, {.weight = weight, .game = 1});
  const Targets alike(rows, all_rows(rows), {.equal_games = true}, 1.0);
  EXPECT_FLOAT_EQ(alike.weight(rows[0].label, 0), 1.0F);
}

TEST(Targets, CountAgesInPositions) {
  RowSet rows;
  rows.add(Row{}, {});
  for (int i = 0; i < 5; ++i) rows.add(Row{}, {.score = 0, .bound = RowBound::exact});
  rows.add(Row{}, {});
  const Targets targets(rows, all_rows(rows), {.target = parse_target("outcome+treestrap"), .half_life = 1}, 1.0);
  EXPECT_FLOAT_EQ(targets.weight(rows[0].label, 0), 0.5F);
  EXPECT_FLOAT_EQ(targets.weight(rows[6].label, 6), 1.0F);
  EXPECT_FLOAT_EQ(targets.weight(rows[3].label, 3), targets.weight(rows[1].label, 1));
}

TEST(Targets, KnowWhereTheNewestRowsAre) {
  RowSet rows;
  for (int i = 0; i < 3; ++i) rows.add(Row{}, {});
  const Targets targets(rows, all_rows(rows), {.half_life = 1, .newest_first = true}, 1.0);
  EXPECT_FLOAT_EQ(targets.weight(rows[0].label, 0), 1.0F);
  EXPECT_FLOAT_EQ(targets.weight(rows[2].label, 2), 0.25F);
}

TEST(Targets, CountGamesAsOftenAsTheyWereDrawn) {
  RowSet rows;
  for (const std::uint32_t game : {1U, 2U}) rows.add(Row{}, {.game = game});
  Targets targets;
  targets.set_multiplicity({{2U, 3.0F}});
  EXPECT_EQ(targets.weight(rows[0].label, 0), 0.0F);
  EXPECT_EQ(targets.weight(rows[1].label, 1), 3.0F);
}

// When the searched scores are the true ones, their scale is that of the outcomes.
TEST(Scale, OfSearchedScoresIsFoundAgain) {
  const Weights planted = planted_weights(synthetic_schema());
  const RowSet rows = synthetic_rows(planted, {.rows = 20'000, .exact_targets = true, .k = 1.7});
  RowSet searched;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    RowLabel label = rows[i].label;
    label.score = static_cast<float>(row_score(rows[i], planted));
    searched.add({rows[i].phase, rows[i].entries, label});
  }
  EXPECT_NEAR(fit_score_scale(searched, all_rows(searched), Loss::cross_entropy, 1), 1.7, 1e-3);
  EXPECT_EQ(fit_score_scale(rows, all_rows(rows), Loss::cross_entropy, 1), 1);
}

TEST(CrossValidation, JudgesEveryRowOnceByWeightsThatDoNotKnowItsGame) {
  const RowSet rows = drawn_rows(4'000);
  const Weights start = zero_weights(synthetic_schema());
  const FitResult whole = fit(rows, start, plain());
  std::vector<int> told;
  const CrossValidation found =
      cross_validate(rows, start, whole.fitted, 0, plain(), 5, [&](int done) { told.push_back(done); });
  EXPECT_EQ(told, (std::vector<int>{1, 2, 3, 4, 5}));
  std::size_t judged = 0, games = 0;
  for (const Fold& fold : found.folds) {
    judged += fold.rows;
    games += fold.games;
    EXPECT_LT(fold.fitted_loss, fold.start_loss);
  }
  EXPECT_EQ(judged, rows.size());
  EXPECT_EQ(games, rows.games());
  EXPECT_NEAR(found.start_loss - found.fitted_loss, found.gain, 1e-12);
  EXPECT_GT(found.fitted_loss, whole.summary.train.fitted);
  EXPECT_GT(found.gain, 10 * found.gain_error);
}

// The same positions among rows from inside of searches, of which the target takes none.
TEST(CrossValidation, TakesItsLossesFromThePositionsAlone) {
  const RowSet positions = drawn_rows(4'000);
  RowSet rows;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    RowLabel inside = positions[i].label;
    inside.bound = RowBound::exact;
    inside.score = 0;
    if (i % 3 == 0) rows.add({positions[i].phase, positions[i].entries, inside});
    rows.add(positions[i]);
  }
  const Weights start = zero_weights(synthetic_schema());
  const Weights fitted = fit(positions, start, plain()).fitted;
  const CrossValidation found = cross_validate(rows, start, fitted, 0, plain(), 5),
                        alone = cross_validate(positions, start, fitted, 0, plain(), 5);
  EXPECT_NEAR(found.fitted_loss, alone.fitted_loss, 1e-9);
  EXPECT_NEAR(found.gain, alone.gain, 1e-9);
  EXPECT_NEAR(found.gain_error, alone.gain_error, 1e-9);
}

// A group whose planted weights are 0 is worth nothing, and one with large weights is worth most.
TEST(GroupWorth, RanksGroupsByWhatTheyBuyOnGamesHeldOut) {
  Weights planted = planted_weights(synthetic_schema());
  const auto phases = static_cast<std::size_t>(planted.schema.phase_count());
  const Group& board = *planted.schema.find("psqt.knight");
  const Group& useless = *planted.schema.find("mobility");
  for (int i = 0; i < board.shape.size(); ++i) planted.values[static_cast<std::size_t>(board.first + i) * phases] = 150;
  for (std::size_t i = 0; i < 5 * phases; ++i) {
    planted.values[static_cast<std::size_t>(useless.first) * phases + i] = 0;
  }
  const RowSet rows = synthetic_rows(planted, {.rows = 20'000});
  FitOptions options = plain();
  options.holdout = 0.3;
  const FitResult result = fit(rows, zero_weights(planted.schema), options);
  int told = 0;
  const auto worths = group_worths(rows, zero_weights(planted.schema), result.fitted, 0, options,
                                   [&](int done) { EXPECT_EQ(done, ++told); });
  EXPECT_EQ(told, static_cast<int>(planted.schema.groups().size()));
  ASSERT_EQ(worths.size(), 4U);  // the group that never occurs is not fitted
  EXPECT_EQ(worths.front().group, "psqt.knight");
  EXPECT_EQ(worths.front().weights, 12U);
  EXPECT_GT(worths.front().heldout_gain, 10 * worths.front().heldout_error);
  EXPECT_EQ(worths.back().group, "mobility");
  EXPECT_LT(worths.back().heldout_gain, 3 * worths.back().heldout_error);
  for (const GroupWorth& worth : worths) EXPECT_GE(worth.train_gain, -1e-9) << worth.group;
}

}  // namespace
}  // namespace hone::learn
