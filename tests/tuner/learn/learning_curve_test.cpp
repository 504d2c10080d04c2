// SPDX-License-Identifier: MIT
#include "tuner/learn/study/learning_curve.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "data/error.hpp"
#include "tests/tuner/learn/synthetic_rows.hpp"
#include "tuner/learn/fit/fit_problem.hpp"
#include "tuner/learn/fit/worse_fit.hpp"
#include "tuner/learn/study/study.hpp"

namespace hone::learn {
namespace {

using testing::HasSubstr;

FitOptions judged_by_half(double ridge = 0) {
  return {.loss = Loss::cross_entropy, .k = 1.0, .ridge = ridge, .holdout = 0.5};
}

std::optional<LearningCurve> curve_of(const RowSet& rows, const Weights& start, const FitOptions& options) {
  const FitResult result = fit(rows, start, options);
  return learning_curve(FitSetup(rows, start, options), result.fitted, result.summary.strengths);
}

TEST(LearningCurve, HasAQuarterHalfAndAllOfTheGames) {
  const Weights planted = planted_weights(synthetic_schema());
  const RowSet rows = synthetic_rows(planted, {.rows = 10'000});
  const FitOptions options = judged_by_half();
  const auto curve = curve_of(rows, zero_weights(planted.schema), options);
  ASSERT_TRUE(curve);
  const FitResult whole = fit(rows, zero_weights(planted.schema), options);
  ASSERT_EQ(curve->points.size(), 3U);
  EXPECT_EQ(curve->points[2].games, whole.summary.games);
  EXPECT_EQ(curve->heldout_games, whole.summary.heldout_games);
  EXPECT_NEAR(curve->points[2].loss, whole.summary.heldout.fitted, 1e-9);
  EXPECT_NEAR(curve->start_loss, whole.summary.heldout.start, 1e-12);
  EXPECT_NEAR(static_cast<double>(curve->points[1].games), 500, 60);
  EXPECT_NEAR(static_cast<double>(curve->points[0].games), 250, 50);
  EXPECT_GT(curve->points[0].loss, curve->points[2].loss);
}

// The mean over data sets of what it says of twice the games, and of what they do buy: data sets of twice the size, of
// which every second game was learnt from first.
TEST(LearningCurve, TellsWhatTwiceTheGamesBuy) {
  const Weights planted = planted_weights(synthetic_schema()), start = zero_weights(planted.schema);
  constexpr int sets = 20;
  double told = 0, bought = 0, error = 0;
  for (unsigned seed = 1; seed <= sets; ++seed) {
    const RowSet twice = synthetic_rows(planted, {.rows = 12'000, .seed = seed});
    RowSet rows;
    for (std::size_t i = 0; i < twice.size(); ++i) {
      const bool held_out = is_held_out(twice[i].label.game, 0.5, 1);
      if (held_out || twice[i].label.game % 2 == 0) rows.add(twice[i]);
    }
    const auto curve = curve_of(rows, start, judged_by_half()),
               curve_of_twice = curve_of(twice, start, judged_by_half());
    ASSERT_TRUE(curve && curve_of_twice);
    told += curve->twice_gain / sets;
    error += curve->twice_gain_error / sets;
    bought += (curve->points[2].loss - curve_of_twice->points[2].loss) / sets;
  }
  RecordProperty("told", std::to_string(told));
  RecordProperty("bought", std::to_string(bought));
  EXPECT_GT(bought, 0);
  EXPECT_GT(told, bought / 2) << "told " << told << ", bought " << bought << ", error " << error;
  EXPECT_LT(told, 2 * bought) << "told " << told << ", bought " << bought << ", error " << error;
}

// Beside four times as many games that are carried on, twice the new ones are hardly more than were known.
TEST(LearningCurve, CountsTheGamesThatAreCarriedOn) {
  const Weights planted = planted_weights(synthetic_schema()), start = zero_weights(planted.schema);
  constexpr int sets = 30;
  double told = 0, bought = 0;
  for (unsigned seed = 1; seed <= sets; ++seed) {
    FitOptions before{.loss = Loss::cross_entropy, .k = 1.0, .ridge = 0, .holdout = 0, .decimals = 3};
    before.keep_curvature = before.carry.keep = true;
    FitOptions options = judged_by_half();
    options.carry = {
        .posterior = fit(synthetic_rows(planted, {.rows = 12'000, .seed = 100 + seed}), start, before).posterior,
        .share = 1,
        .keep = false};
    // Judged by the probabilities themselves, which tell small differences.
    const RowSet drawn = synthetic_rows(planted, {.rows = 12'000, .seed = seed}),
                 exact = synthetic_rows(planted, {.rows = 12'000, .seed = seed, .exact_targets = true});
    RowSet rows, twice;
    for (std::size_t i = 0; i < drawn.size(); ++i) {
      const bool held_out = is_held_out(drawn[i].label.game, 0.5, 1);
      twice.add(held_out ? exact[i] : drawn[i]);
      if (held_out || drawn[i].label.game % 2 == 0) rows.add(held_out ? exact[i] : drawn[i]);
    }
    const auto curve = curve_of(rows, start, options), curve_of_twice = curve_of(twice, start, options);
    ASSERT_TRUE(curve && curve_of_twice);
    told += curve->twice_gain / sets;
    bought += (curve->points[2].loss - curve_of_twice->points[2].loss) / sets;
  }
  EXPECT_GT(bought, 0);
  EXPECT_GT(told, bought / 2) << "told " << told << ", bought " << bought;
  EXPECT_LT(told, 2 * bought) << "told " << told << ", bought " << bought;
}

TEST(LearningCurve, IsNotDrawnThroughFewGames) {
  const Weights planted = planted_weights(synthetic_schema());
  EXPECT_FALSE(curve_of(synthetic_rows(planted, {.rows = 500}), planted, judged_by_half(1e-3)));  // 100 games
  FitOptions none_held_out = judged_by_half();
  none_held_out.holdout = 0;
  EXPECT_FALSE(curve_of(synthetic_rows(planted, {.rows = 10'000}), planted, none_held_out));
}

TEST(LearningCurve, SaysWhatItFoundAndWhatItCannotTell) {
  LearningCurve curve{.heldout_games = 1'030, .start_loss = 0.09, .points = {}};
  curve.points = {{2'300, 0.0812}, {4'600, 0.081}, {9'200, 0.08}};
  curve.twice_gain = 0.0005;
  curve.twice_gain_error = 0.0001;
  EXPECT_EQ(describe(curve),
            "On the 1,030 games held out the loss of the target is 0.081200 from 2,300 games, 0.081000 from 4,600 "
            "games, 0.080000 from "
            "9,200 games. Twice the games would buy about 0.000500 +- 0.000100 of it, 5 % of the gain so far.");
  curve.twice_gain_error = 0.0003;
  EXPECT_THAT(describe(curve), HasSubstr("+- 0.000300 of it, which these games cannot tell from nothing."));
  curve.twice_gain_error = 0;
  EXPECT_THAT(describe(curve), HasSubstr("about 0.000500 of it, which these games cannot tell from nothing."))
      << "unknown";
  curve.twice_gain_error = 0.0001;
  curve.start_loss = 0.07;
  EXPECT_FALSE(curve.share_of_gain());
  EXPECT_THAT(describe(curve), HasSubstr("+- 0.000100 of it."));
  EXPECT_EQ(to_json(to_json(curve).get<LearningCurve>()).dump(), to_json(curve).dump());
  EXPECT_THROW(
      (void)nlohmann::ordered_json::parse(R"({"heldout_games":1,"start_loss":1,"points":[]})").get<LearningCurve>(),
      Error);
}

TEST(LearningCurve, IsPartOfTheReport) {
  const Weights planted = planted_weights(synthetic_schema()), start = zero_weights(planted.schema);
  const RowSet rows = synthetic_rows(planted, {.rows = 5'000});
  FitOptions options = judged_by_half();
  options.keep_curvature = true;
  EXPECT_TRUE(study_fit(rows, start, fit(rows, start, options), options).curve);
}

// -- Fits that are worse than their start

// Forty weights of chance from a handful of games, from a start that is the truth.
TEST(WorseFit, IsSaid) {
  const Weights planted = planted_weights(synthetic_schema());
  const RowSet rows = synthetic_rows(planted, {.rows = 600, .rows_per_game = 3});
  FitOptions options = judged_by_half(1e-9);
  const FitSummary bad = fit(rows, planted, options).summary;
  EXPECT_TRUE(is_worse_than_start(bad));
  EXPECT_THAT(worse_than_start(bad).value_or(""), HasSubstr("worse than those they started from, by 0."));
  const FitSummary good = fit(rows, zero_weights(planted.schema), options).summary;
  EXPECT_FALSE(is_worse_than_start(good));
  EXPECT_FALSE(worse_than_start(good));
}

TEST(WorseFit, IsAMatterOfTwoErrorsAndThirtyGames) {
  FitSummary summary;
  summary.heldout_effective_games = 30;
  summary.heldout_by_phase.push_back(
      {.phase = "all", .target = {.start = 0.1, .fitted = 0, .gain_error = 0.001}, .score = {}});
  double& fitted = summary.heldout_by_phase.front().target.fitted;
  fitted = 0.1 + 0.0021;
  EXPECT_TRUE(is_worse_than_start(summary));
  fitted = 0.1 + 0.0019;
  EXPECT_FALSE(is_worse_than_start(summary));
  fitted = 0.1 + 0.0021;
  summary.heldout_effective_games = 29;
  EXPECT_FALSE(is_worse_than_start(summary));
  EXPECT_FALSE(is_worse_than_start(FitSummary()));
}

// A fit to searched scores predicts these better, and outcomes perhaps worse.
TEST(WorseFit, IsJudgedByWhatItWasAskedToPredict) {
  Weights planted = planted_weights(synthetic_schema()), scores = planted;
  for (double& value : scores.values) value = -value;
  RowSet rows;
  const RowSet drawn = synthetic_rows(planted, {.rows = 4'000});
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    RowLabel label = drawn[i].label;
    label.score = static_cast<float>(row_score(drawn[i], scores) - 2 * static_cast<double>(label.offset));
    label.value = static_cast<float>(outcome_of_logit(logit_per_score(1) * static_cast<double>(label.score)));
    rows.add({drawn[i].phase, drawn[i].entries, label});
  }
  FitOptions options = judged_by_half(1e-6);
  for (const char* target : {"rootstrap", "td:0.5"}) {
    options.targets.target = parse_target(target);
    const FitSummary summary = fit(rows, planted, options).summary;
    EXPECT_LT(summary.heldout_gain, -2 * summary.heldout_gain_error);
    EXPECT_GT(judged_gain(summary).gain, 10 * judged_gain(summary).error);
    EXPECT_FALSE(is_worse_than_start(summary));
  }
}

}  // namespace
}  // namespace hone::learn
