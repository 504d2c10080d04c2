// SPDX-License-Identifier: MIT
//
// What positions teach: the texts of targets, lambda-returns by hand and in closed form, and what they are worth.
#include "tuner/learn/target.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "data/error.hpp"
#include "tests/tuner/learn/synthetic_rows.hpp"
#include "tuner/learn/fit/fit.hpp"
#include "tuner/learn/game_scores.hpp"
#include "tuner/learn/resolve.hpp"

namespace hone::learn {
namespace {

TEST(Target, ReadsBackWhatItSays) {
  for (const char* text :
       {"outcome", "blend:0.8", "td:0.9", "td:0", "rootstrap", "treestrap", "auto", "outcome+treestrap",
        "td:0.9+treestrap:nodes=500", "auto+treestrap", "treestrap:nodes=500"}) {
    EXPECT_EQ(to_string(parse_target(text)), text);
    EXPECT_EQ(parse_target(to_string(parse_target(text))), parse_target(text));
  }
}

TEST(Target, RefusesOtherTexts) {
  for (const char* text :
       {"", "td", "td:", "td:1.5", "td:-0.1", "td:nan", "blend:2", "blend", "0.5", "outcome:1", "rootstrap+",
        "rootstrap+td:0.5", "treestrap+outcome", "treestrap:", "treestrap:x=1", "TD:0.5", "td:0.5 "}) {
    EXPECT_THROW((void)parse_target(text), Error) << text;
  }
}

TEST(Target, IsSettledByTheDataWhereItIsLeftToThem) {
  EXPECT_EQ(to_string(parse_target("auto").settled(true)), "td:0.9");
  EXPECT_EQ(to_string(parse_target("auto+treestrap:nodes=500").settled(false)), "blend:0.5+treestrap:nodes=500");
  for (const char* text : {"outcome", "blend:0.5", "td:0.9", "rootstrap", "treestrap"}) {
    EXPECT_EQ(to_string(parse_target(text).settled(true)), text);
  }
  EXPECT_THROW(parse_target("auto").validate(), Error);
}

TEST(Resolve, ReadsBackWhatItSays) {
  for (const char* text : {"keep", "filter", "leaf", "pv:1000", "along:1000,3"}) {
    EXPECT_EQ(to_string(parse_resolve(text)), text);
  }
  for (const char* text : {"", "pv", "pv:0", "pv:-1", "pv:1,2", "along:1000", "along:1000,0", "along:,", "leaf:3"}) {
    EXPECT_THROW((void)parse_resolve(text), Error) << text;
  }
}

constexpr double k1 = 1;

// With K = 1 the scores 0, 400 and -400 promise 1/2, 10/11 and 1/11. Backwards from a win with lambda 1/2:
// 1/2 (1/11) + 1/2 = 6/11, 1/2 (10/11) + 1/2 (6/11) = 8/11, and 1/4 + 4/11 = 27/44.
TEST(LambdaReturns, OfAGameByHand) {
  const std::vector<float> found = lambda_returns({0, 400, -400}, 1, 0.5, k1);
  EXPECT_EQ(found,
            (std::vector{static_cast<float>(27.0 / 44), static_cast<float>(8.0 / 11), static_cast<float>(6.0 / 11)}));
}

TEST(LambdaReturns, PassOverPliesWithoutAScore) {
  EXPECT_EQ(lambda_returns({no_score, 0, no_score, 400, no_score}, 1, 0.5, k1),
            (std::vector{static_cast<float>(32.0 / 44), static_cast<float>(32.0 / 44), static_cast<float>(21.0 / 22),
                         static_cast<float>(21.0 / 22), 1.0F}));
  EXPECT_EQ(lambda_returns({no_score, no_score}, 0.5F, 0.3, k1), (std::vector<float>{0.5F, 0.5F}));
  EXPECT_TRUE(lambda_returns({}, 1, 0.3, k1).empty());
}

TEST(LambdaReturns, TakeAMateForItsOutcome) {
  const Score mate = terminal_score(1, 5);
  EXPECT_EQ(lambda_returns({mate, -mate}, 0.5F, 0, k1), (std::vector<float>{1, 0}));
  EXPECT_EQ(lambda_returns({0, mate}, 0, 0.5, k1), (std::vector<float>{0.5F, 0.5F}));
}

TEST(LambdaReturns, AreTheOutcomeOrTheScoresAtTheEnds) {
  std::mt19937 random(3);
  std::vector<Score> scores;
  for (int i = 0; i < 80; ++i) scores.push_back(static_cast<Score>(random() % 4001) - 2000);
  for (const float outcome : {0.0F, 0.5F, 1.0F}) {
    const std::vector<float> all = lambda_returns(scores, outcome, 1, 0.7),
                             none = lambda_returns(scores, outcome, 0, 0.7);
    for (std::size_t i = 0; i < scores.size(); ++i) {
      EXPECT_EQ(all[i], outcome);
      EXPECT_EQ(none[i], static_cast<float>(expected_outcome(scores[i], 0.7)));
    }
  }
}

// G_0 = (1 - lambda) sum_t lambda^t p_t + lambda^n z, the sum that the recursion unrolls to.
TEST(LambdaReturns, AreTheSumOfTheirSeries) {
  const std::vector<Score> scores = {13, -70, 220, 90, 310, 500};
  for (const double lambda : {0.3, 0.9}) {
    double sum = 0, factor = 1;
    for (const Score score : scores) {
      sum += (1 - lambda) * factor * expected_outcome(score, 0.8);
      factor *= lambda;
    }
    EXPECT_NEAR(lambda_returns(scores, 1, lambda, 0.8)[0], sum + factor, 1e-7);
  }
}

// Outcomes drawn with K = 0.6 at scores from -600 to 600.
TEST(ScoreTally, FindsTheScaleThatOutcomesWereDrawnWith) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> uniform(0, 1);
  ScoreTally tally, backwards;
  std::vector<std::pair<std::vector<Score>, float>> games;
  for (int i = 0; i < 40'000; ++i) {
    const Score score = static_cast<Score>(random() % 1201) - 600;
    games.push_back(
        {{score, no_score, terminal_score(1, 3)}, uniform(random) < expected_outcome(score, 0.6) ? 1.0F : 0.0F});
  }
  for (const auto& [scores, outcome] : games) tally.add(scores, outcome, 1);
  std::reverse(games.begin(), games.end());
  for (const auto& [scores, outcome] : games) backwards.add(scores, outcome, 1);
  EXPECT_NEAR(*tally.scale(), 0.6, 0.03);
  EXPECT_EQ(*tally.scale(), *backwards.scale());
  EXPECT_FALSE(ScoreTally().scale());

  ScoreTally weighed = tally;
  for (const auto& [scores, outcome] : games) weighed.add(scores, 1 - outcome, 0);
  EXPECT_EQ(*weighed.scale(), *tally.scale()) << "games that weigh nothing";
}

TEST(Targets, OfLambdaZeroAreThoseOfTheScoresToTheBit) {
  std::mt19937 random(9);
  RowSet rows;
  for (int i = 0; i < 500; ++i) {
    const Score score = static_cast<Score>(random() % 3001) - 1500;
    rows.add(Row{}, {.target = 1, .score = static_cast<float>(score), .value = lambda_returns({score}, 1, 0, 0.83)[0]});
  }
  const Targets td(rows, {}, {.target = parse_target("td:0")}, 0.83),
      root(rows, {}, {.target = parse_target("rootstrap")}, 0.83);
  const Targets blend(rows, {}, {.target = parse_target("blend:1")}, 0.83), outcome(rows, {}, {}, 0.83);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(td.target(rows[i].label), root.target(rows[i].label));
    EXPECT_EQ(blend.target(rows[i].label), root.target(rows[i].label));
    EXPECT_EQ(outcome.target(rows[i].label), 1.0F);
  }
}

// Games whose scores are those of the planted weights with K = 1. Positions are independent of each other, a game's
// outcome is drawn with the mean of its positions' probabilities, and that of the last position ends the returns.
RowSet games_with_scores(const Weights& planted, std::uint32_t games, double lambda, unsigned seed) {
  constexpr int plies = 8;
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(0, 1);
  RowSet rows;
  for (std::uint32_t game = 0; game < games; ++game) {
    std::vector<Row> positions;
    std::vector<Score> scores;
    double mean = 0;
    for (int ply = 0; ply < plies; ++ply) {
      positions.push_back(synthetic_row(planted.schema, random));
      scores.push_back(static_cast<Score>(std::lround(row_score(positions.back(), {}, planted))));
      mean += expected_outcome(scores.back(), k1) / plies;
    }
    const float outcome = uniform(random) < mean ? 1 : 0;
    const std::vector<float> values = lambda_returns(scores, outcome, lambda, k1);
    for (int ply = 0; ply < plies; ++ply) {
      rows.add(positions[ply],
               {.target = outcome, .game = game, .score = static_cast<float>(scores[ply]), .value = values[ply]});
    }
  }
  return rows;
}

double error_of(const Weights& planted, const char* target, std::uint32_t games) {
  const Target what = parse_target(target);
  const RowSet rows = games_with_scores(planted, games, what.share, 17);
  FitOptions options{.loss = Loss::cross_entropy, .k = 1, .ridge = 1e-6, .holdout = 0, .decimals = 6};
  options.targets = {.target = what, .score_k = 1};
  const Weights found = fit(rows, zero_weights(planted.schema), options).weights;
  double squares = 0;
  std::size_t count = 0;
  for (std::size_t i = 0; i < planted.values.size(); ++i) {
    if (found.values[i] == 0) continue;  // never seen
    squares += (found.values[i] - planted.values[i]) * (found.values[i] - planted.values[i]);
    ++count;
  }
  return std::sqrt(squares / static_cast<double>(count));
}

TEST(Target, OfScoresFindsPlantedWeightsFromFewerGames) {
  const Weights planted = planted_weights(synthetic_schema());
  EXPECT_LT(error_of(planted, "rootstrap", 200), 1.0) << "nothing is left but the rounding of scores";
  EXPECT_LT(error_of(planted, "td:0.5", 200), error_of(planted, "outcome", 1'600));
  EXPECT_LT(error_of(planted, "blend:0.8", 200), error_of(planted, "outcome", 1'600));
}

TEST(HeldoutLosses, AreOfOutcomeTargetAndScoresByPhase) {
  const Weights planted = planted_weights(synthetic_schema());
  const RowSet rows = games_with_scores(planted, 400, 0, 23);
  FitOptions options{.k = 1, .holdout = 0.25};
  options.targets = {.target = parse_target("rootstrap"), .score_k = 1};
  const FitSummary summary = fit(rows, zero_weights(planted.schema), options).summary;
  EXPECT_EQ(summary.target, "rootstrap");
  ASSERT_EQ(summary.heldout_by_phase.size(), 3U);
  const HeldoutLosses &all = summary.heldout_by_phase[0], &mg = summary.heldout_by_phase[1],
                      &eg = summary.heldout_by_phase[2];
  EXPECT_EQ(telling_losses(summary.heldout_by_phase), &mg);
  EXPECT_EQ(all.phase, "all");
  EXPECT_EQ(mg.phase, "mg");
  EXPECT_NEAR(all.outcome.start, summary.heldout.start, 1e-12);
  EXPECT_NEAR(all.outcome.fitted, summary.heldout.rounded, 1e-12);
  EXPECT_NEAR(all.outcome.gain_error, summary.heldout_gain_error, 1e-12);
  EXPECT_NEAR(all.rows, mg.rows + eg.rows, 1e-9);
  EXPECT_NEAR(all.target.fitted * all.rows, mg.target.fitted * mg.rows + eg.target.fitted * eg.rows, 1e-9);
  ASSERT_TRUE(all.score);
  EXPECT_EQ(all.score->fitted, all.target.fitted);
  EXPECT_LT(all.score->fitted, 0.1 * all.score->start) << "scores are those of the planted weights";
}

TEST(HeldoutLosses, AreOfAStageThatRowsHaveAndOfMoreThanOneGame) {
  const Schema schema("toy", {"mg", "eg"}, 1, std::vector<GroupSpec>{{"x", scalar(), ""}});
  Weights start = zero_weights(schema), fitted = start;
  fitted.values = {10, 10};
  RowSet rows;
  for (std::uint32_t game = 0; game < 4; ++game) {
    rows.add(Row{.phase = {1, 0}, .entries = {{0, 1}}},
             {.target = 1, .weight = game == 0 ? 1000.0F : 1.0F, .game = game});
  }
  const Targets targets(rows, all_rows(rows), {}, 1);
  const auto losses = heldout_losses(rows, all_rows(rows), start, fitted, {.targets = &targets});
  ASSERT_EQ(losses.size(), 3U);
  EXPECT_EQ(losses[1].rows, 0);
  EXPECT_EQ(telling_losses(losses), &losses[2]);
  EXPECT_GT(losses[2].outcome.start, losses[2].outcome.fitted);
  EXPECT_EQ(losses[2].outcome.gain_error, 0) << "one game weighs nearly all";
}

}  // namespace
}  // namespace hone::learn
