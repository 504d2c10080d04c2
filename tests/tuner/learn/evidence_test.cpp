// SPDX-License-Identifier: MIT
//
// Whether strengths found from the data are worth having: games are made up from planted weights whose groups differ in
// spread, or whose lists are smooth, and what a fit finds is compared with what was planted.
#include "tuner/learn/fit/evidence.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "data/error.hpp"
#include "data/random.hpp"
#include "tests/normal.hpp"
#include "tests/tuner/learn/carry_support.hpp"
#include "tests/tuner/learn/synthetic_rows.hpp"
#include "tuner/learn/fit/fit.hpp"
#include "tuner/learn/fit/fit_problem.hpp"
#include "tuner/learn/fit/game_noise.hpp"
#include "tuner/learn/fit/row_scores.hpp"
#include "tuner/learn/fit/validation.hpp"

namespace hone::learn {
namespace {

using Planting = std::function<double(const Group&, int place, Random&)>;

Weights sow(const Schema& schema, std::uint64_t seed, const Planting& planting) {
  Random random(seed);
  Weights weights = zero_weights(schema);
  for (const Group& group : schema.groups()) {
    for (int place = 0; place < group.shape.size(); ++place) {
      weights.values[static_cast<std::size_t>(group.first + place)] = planting(group, place, random);
    }
  }
  return weights;
}

struct Harvest {
  std::uint32_t games = 300;
  int positions = 8;
  double frequency = 0.15;  // of each term, which a game keeps for half of its positions
  std::uint64_t seed = 1;
};

RowSet reap(const Weights& planted, const Harvest& harvest) {
  Random random(harvest.seed * 104'729);
  return rows_by_luck(planted, {harvest.games, harvest.positions}, random, [&](int, bool is_first, int& count) {
    const bool is_new = is_first || random.below(2) == 0;
    if (is_new) count = random.uniform() < harvest.frequency ? (random.below(2) == 0 ? 1 : -1) : 0;
  });
}

double squared_error(const Weights& fitted, const Weights& planted) {
  double sum = 0;
  for (std::size_t i = 0; i < fitted.values.size(); ++i) {
    sum += (fitted.values[i] - planted.values[i]) * (fitted.values[i] - planted.values[i]);
  }
  return sum / static_cast<double>(fitted.values.size());
}

FitOptions by_folds() { return {.k = 1.0, .ridge = std::nullopt, .holdout = 0, .decimals = 3}; }

FitOptions by_group() {
  FitOptions options = by_folds();
  options.ridge = 1e-3;
  options.group_ridge = {{"*", std::nullopt}};
  return options;
}

// -- Groups that differ in spread

Schema two_groups() {
  return Schema("spread", {"all"}, 1, std::vector<GroupSpec>{{"wide", list(12), ""}, {"narrow", list(40), ""}});
}

Weights wide_and_narrow(std::uint64_t seed) {
  return sow(two_groups(), seed, [](const Group& group, int, Random& random) {
    return normal(random) * (group.name == "wide" ? 120 : 20);
  });
}

TEST(Evidence, PullsGroupsByTheirSpread) {
  double one = 0, grouped = 0, ratio = 0;
  constexpr int experiments = 12;
  for (std::uint64_t seed = 1; seed <= experiments; ++seed) {
    const Weights planted = wide_and_narrow(seed), start = zero_weights(planted.schema);
    const RowSet rows = reap(planted, {.games = 600, .seed = seed});
    one += squared_error(fit(rows, start, by_folds()).fitted, planted) / experiments;
    const FitResult result = fit(rows, start, by_group());
    grouped += squared_error(result.fitted, planted) / experiments;
    ASSERT_EQ(result.summary.pulls.size(), 2U);
    ratio += std::log(result.summary.pulls[1].ridge / result.summary.pulls[0].ridge) / experiments;
  }
  EXPECT_LT(grouped, 0.7 * one) << grouped << " " << one;
  // The ratio of strengths is that of the squared spreads, as the noise of both groups is the same.
  EXPECT_NEAR(ratio, std::log(36), std::log(2));
}

// A pull towards a start that is the truth is worth as much as it can be.
TEST(Evidence, HoldsWeightsThatTheStartHasRight) {
  const Weights planted = wide_and_narrow(3);
  const RowSet rows = reap(planted, {.seed = 3});
  const FitResult held = fit(rows, planted, by_group());
  FitOptions free = by_group();
  free.group_ridge.clear();
  free.ridge = 1e-4;
  EXPECT_LT(squared_error(held.fitted, planted), 0.15 * squared_error(fit(rows, planted, free).fitted, planted));
}

// With as many games again carried on, a mean over the new rows stands for twice the games, so that the same pull is
// twice the share of it.
TEST(Evidence, CountsWhatIsCarriedOnAsItsGames) {
  const Weights planted = wide_and_narrow(5), start = zero_weights(planted.schema);
  const RowSet first = reap(planted, {.games = 900, .seed = 5}), second = reap(planted, {.games = 900, .seed = 6});
  RowSet all = second;
  add_games(all, first);
  FitOptions options = by_group();
  options.prior = Prior::zero;
  options.carry.keep = true;
  FitOptions later = options;
  later.carry.posterior = fit(first, start, options).posterior;
  const FitResult carried = fit(second, start, later), together = fit(all, start, options);
  ASSERT_EQ(carried.summary.strengths.groups.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    const double ratio = carried.summary.strengths.groups[i].ridge / together.summary.strengths.groups[i].ridge;
    EXPECT_NEAR(std::log(ratio / 2), 0, 0.25) << i;
  }
  const Weights alone = fit(second, start, options).fitted;
  EXPECT_LT(squared_error(carried.fitted, together.fitted), 0.1 * squared_error(alone, together.fitted));
}

// A chain of fits, each from where the one before ended, carries on where the first pulled to. So the strengths are
// those that all games speak for around the first start, which no game has taught, and not those of a start that the
// games carried on have.
TEST(Evidence, IsAroundTheFirstStartWhenFitsCarryOn) {
  const Weights planted = wide_and_narrow(5);
  Weights first_start = planted;
  for (std::size_t i = 0; i < first_start.values.size(); ++i) first_start.values[i] += i % 2 == 0 ? 30 : -30;
  FitOptions options = by_group();
  options.carry.keep = true;
  RowSet all;
  FitResult last;
  Weights start = first_start;
  for (std::uint64_t generation = 1; generation <= 3; ++generation) {
    const RowSet rows = reap(planted, {.games = 400, .seed = generation});
    add_games(all, rows);
    last = fit(rows, start, options);
    options.carry.posterior = last.posterior;
    start = last.fitted;
  }
  const FitResult together = fit(all, first_start, by_group());
  for (std::size_t i = 0; i < 2; ++i) {  // a mean over a third of the rows stands for all games
    const double ratio = last.summary.strengths.groups[i].ridge / together.summary.strengths.groups[i].ridge;
    EXPECT_NEAR(std::log(ratio / 3), 0, 0.3) << i;
  }
  EXPECT_LT(squared_error(last.fitted, together.fitted), 0.05 * squared_error(first_start, together.fitted));
  ASSERT_TRUE(last.posterior->has_prior());
  EXPECT_NEAR(last.posterior->prior[0], first_start.values[0] / 100, 1e-9);
  options.carry.posterior = std::make_shared<Posterior>(*last.posterior);
  std::const_pointer_cast<Posterior>(options.carry.posterior)->prior.resize(0);  // as of a file of the first version
  EXPECT_THROW((void)fit(all, start, options), Error);
  options.prior = Prior::zero;
  EXPECT_NO_THROW((void)fit(all, start, options));
}

// Six generations of the same truth: what is carried on with strengths from the data is at least as near to it as a fit
// to the last three together.
TEST(Evidence, CarriedOnIsNoWorseThanAWindow) {
  double carried = 0, window = 0;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const Weights planted = wide_and_narrow(seed), first_start = zero_weights(planted.schema);
    FitOptions options = by_group();
    options.carry.keep = true;
    Weights start = first_start;
    RowSet last_three;
    for (std::uint64_t generation = 1; generation <= 6; ++generation) {
      const RowSet rows = reap(planted, {.games = 150, .seed = 100 * seed + generation});
      if (generation > 3) add_games(last_three, rows);
      const FitResult result = fit(rows, start, options);
      options.carry.posterior = result.posterior;
      start = result.fitted;
    }
    carried += squared_error(start, planted) / 8;
    window += squared_error(fit(last_three, first_start, by_group()).fitted, planted) / 8;
  }
  EXPECT_LT(carried, window);
  RecordProperty("squared_errors", testing::PrintToString(std::pair(carried, window)));
}

TEST(Evidence, IsMultipliedByTheFactorOfThePulls) {
  const Weights planted = wide_and_narrow(6), start = zero_weights(planted.schema);
  const RowSet rows = reap(planted, {.seed = 6});
  FitOptions options = by_group();
  const FitSummary plain = fit(rows, start, options).summary;
  options.pull_factor = 4;
  const FitSummary stronger = fit(rows, start, options).summary;
  ASSERT_EQ(stronger.pulls.size(), plain.pulls.size());
  for (std::size_t i = 0; i < plain.pulls.size(); ++i) {
    EXPECT_DOUBLE_EQ(stronger.pulls[i].ridge, 4 * plain.pulls[i].ridge);
  }
}

TEST(Evidence, LeavesGroupsWithAFactorToTheCommonRidge) {
  const Weights planted = wide_and_narrow(4);
  const RowSet rows = reap(planted, {.seed = 4});
  FitOptions options = by_group();
  options.group_ridge.push_back({"narrow", 7});
  const FitSummary summary = fit(rows, zero_weights(planted.schema), options).summary;
  EXPECT_DOUBLE_EQ(summary.pulls[1].ridge, 7e-3);
  EXPECT_NE(summary.pulls[0].ridge, 1e-3);
}

TEST(Evidence, IsTheSameForAnyThreadsAndFromAnyBeginning) {
  const Weights planted = wide_and_narrow(5), start = zero_weights(planted.schema);
  const RowSet rows = reap(planted, {.seed = 5});
  FitOptions options = by_group();
  const FitResult one = fit(rows, start, options);
  options.threads = 3;
  EXPECT_EQ(fit(rows, start, options).fitted.values, one.fitted.values);
  for (const double ridge : {1e-6, 1.0}) {
    options.ridge = ridge;
    const FitResult other = fit(rows, start, options);
    for (std::size_t i = 0; i < 2; ++i) {
      EXPECT_NEAR(std::log(other.summary.pulls[i].ridge / one.summary.pulls[i].ridge), 0, 0.3) << ridge;
    }
  }
}

// Without a matrix every weight is judged by its own curvature, which here is nearly all there is.
TEST(Evidence, ComesNearWithoutAMatrix) {
  const Weights planted = wide_and_narrow(6), start = zero_weights(planted.schema);
  const RowSet rows = reap(planted, {.seed = 6});
  FitOptions options = by_group();
  const FitResult dense = fit(rows, start, options);
  options.dense_limit = 0;
  const FitResult large = fit(rows, start, options);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_NEAR(std::log(large.summary.pulls[i].ridge / dense.summary.pulls[i].ridge), 0, std::log(2)) << i;
  }
}

TEST(Evidence, NeedsGames) {
  const Weights planted = wide_and_narrow(7), start = zero_weights(planted.schema);
  for (const std::uint32_t games : {1U, 3U}) {
    const FitSummary summary = fit(reap(planted, {.games = games}), start, by_group()).summary;
    EXPECT_TRUE(summary.pulls.empty());
    EXPECT_EQ(summary.ridge, 1e-3);
  }
}

TEST(Evidence, SaysThatGamesAreTooFew) {
  const Weights planted = planted_weights(synthetic_schema());
  const auto says = [&](std::size_t games, const FitOptions& options) {
    const RowSet rows = synthetic_rows(planted, {.rows = 5 * games, .rows_per_game = 5});
    return fit(rows, zero_weights(planted.schema), options).summary.few_for_strengths;
  };
  const FitOptions given{.k = 1, .ridge = 1e-3, .holdout = 0};
  FitOptions by_folds = given, by_group = given, smooth = given;
  by_folds.ridge = std::nullopt;
  by_group.group_ridge = {{"*", std::nullopt}};
  smooth.smooth = std::nullopt;
  for (const FitOptions& options : {by_folds, by_group, smooth}) {
    EXPECT_TRUE(says(24, options));
    EXPECT_FALSE(says(25, options));
  }
  EXPECT_FALSE(says(24, given)) << "nothing was to be found";
}

// A fit that leaves nothing over has no noise, and strengths that are numbers.
TEST(Evidence, StandsPerfectTargetsAndRowsWithoutWeight) {
  const Weights planted = wide_and_narrow(8), start = zero_weights(planted.schema);
  RowSet exact, weightless;
  const RowSet rows = reap(planted, {.games = 60});
  for (std::size_t i = 0; i < rows.size(); ++i) {
    RowLabel label = rows[i].label;
    label.target = static_cast<float>(outcome_of_logit(logit_per_score(1) * row_score(rows[i], planted)));
    exact.add({rows[i].phase, rows[i].entries, label});
    label.weight = i < 100 ? 1.0F : 0.0F;
    weightless.add({rows[i].phase, rows[i].entries, label});
  }
  FitOptions options = by_group();
  options.smooth = std::nullopt;
  for (const RowSet* set : {&exact, &weightless}) {
    const FitResult result = fit(*set, start, options);
    for (const double value : result.fitted.values) EXPECT_TRUE(std::isfinite(value));
    for (const NamedPull& pull : result.summary.pulls) EXPECT_TRUE(std::isfinite(pull.ridge) && pull.ridge > 0);
  }
}

// -- Smooth lists

Schema smooth_schema() {
  return Schema("smooth", {"all"}, 1,
                std::vector<GroupSpec>{
                    {"bent", ordered(list(24)), ""}, {"rough", ordered(list(24)), ""}, {"land", board(5, 6), ""}});
}

// A list that rises and levels off, one without any order, and a hill.
Weights smooth_weights(std::uint64_t seed) {
  return sow(smooth_schema(), seed, [](const Group& group, int place, Random& random) {
    if (group.name == "rough") return 40 * normal(random);
    if (group.name == "bent") return 120 * std::log1p(place) - 250;
    const double row = place / 6 - 2, column = place % 6 - 2.5;
    return 90 - 18 * (row * row + column * column);
  });
}

FitOptions smoothed_by_group() {
  FitOptions options = by_group();
  options.smooth = std::nullopt;
  return options;
}

// How much harder neighbours of the smooth list are pulled together than those of the rough one.
double smoother(const FitResult& result) { return result.summary.pulls[0].smooth / result.summary.pulls[1].smooth; }

TEST(Evidence, SmoothsListsThatAreSmooth) {
  double plain = 0, smoothed = 0, ratio = 0;
  constexpr int experiments = 10;
  for (std::uint64_t seed = 1; seed <= experiments; ++seed) {
    const Weights planted = smooth_weights(seed), start = zero_weights(planted.schema);
    const RowSet rows = reap(planted, {.seed = seed});
    plain += squared_error(fit(rows, start, by_group()).fitted, planted) / experiments;
    const FitResult result = fit(rows, start, smoothed_by_group());
    smoothed += squared_error(result.fitted, planted) / experiments;
    ASSERT_EQ(result.summary.pulls.size(), 3U);
    ratio += std::log(smoother(result)) / experiments;
  }
  EXPECT_LT(smoothed, 0.8 * plain) << smoothed << " " << plain;
  EXPECT_GT(ratio, std::log(2));
}

TEST(Evidence, LeavesRoughListsAloneWhenGamesTell) {
  const Weights planted = smooth_weights(10);
  const RowSet rows = reap(planted, {.games = 3'000, .seed = 10});
  EXPECT_GT(smoother(fit(rows, zero_weights(planted.schema), smoothed_by_group())), 10);
}

// -- The ridge by folds

// The strength that does best on a fifth of the games, which is how a single split chooses.
double chosen_by_one_split(const RowSet& rows, const Weights& start, std::uint64_t seed) {
  FitOptions options = by_folds();
  options.holdout = 0.2;
  options.seed = seed;
  double best_loss = 1, best = 0;
  for (const double ridge : ridges_to_try()) {
    options.ridge = ridge;
    const double loss = fit(rows, start, options).summary.heldout.fitted;
    if (loss < best_loss) std::tie(best_loss, best) = std::pair(loss, ridge);
  }
  return best;
}

double spread_of(const std::vector<double>& values) {
  double mean = 0, squares = 0;
  for (const double value : values) mean += value / static_cast<double>(values.size());
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

TEST(RidgeByFolds, HardlyDependsOnTheDealing) {
  double single_squares = 0, folds_squares = 0;
  for (unsigned data = 1; data <= 6; ++data) {
    std::vector<double> single, folds;
    const Weights planted = wide_and_narrow(data), start = zero_weights(planted.schema);
    const RowSet rows = reap(planted, {.games = 200, .positions = 4, .seed = data});
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
      single.push_back(std::log10(chosen_by_one_split(rows, start, seed)));
      FitOptions options = by_folds();
      options.seed = seed;
      folds.push_back(std::log10(fit(rows, start, options).summary.ridge));
    }
    single_squares += spread_of(single) * spread_of(single);
    folds_squares += spread_of(folds) * spread_of(folds);
  }
  EXPECT_LT(folds_squares, 0.25 * single_squares) << folds_squares << " " << single_squares;
}

TEST(RidgeByFolds, ComparesThePointsGameByGame) {
  const Weights planted = wide_and_narrow(10);
  const FitSummary summary = fit(reap(planted, {.seed = 10}), zero_weights(planted.schema), by_folds()).summary;
  ASSERT_GE(summary.ridge_path.size(), 4U);
  for (const RidgePoint& point : summary.ridge_path) {
    EXPECT_GE(point.excess, 0);
    EXPECT_EQ(point.excess_error > 0, point.ridge != summary.ridge);
    EXPECT_LT(point.excess_error, 0.02);
  }
  EXPECT_GT(summary.ridge_path.front().excess, 3 * summary.ridge_path.front().excess_error);
}

// The folds fit as cross_validate does, which shares nothing between them. Both stop within their tolerance: of eight
// such data sets the losses differ by 1.3e-5 at most, of some 0.23.
TEST(RidgeByFolds, FitsEachFoldToTheEnd) {
  const Weights planted = wide_and_narrow(11), start = zero_weights(planted.schema);
  const RowSet rows = reap(planted, {.seed = 11});
  const FitOptions options = by_folds();
  const FitSetup setup(rows, start, options);
  const FitProblem problem = setup.problem(setup.split);
  const auto path = judge_path(setup, problem, {{0.1, 1e-2, 1e-3}, [](double ridge) { return PullStrengths(ridge); }});
  ASSERT_EQ(path.size(), 3U);
  FitOptions other = options;
  other.seed = options.seed ^ 0x72696467;  // as the folds that choose are dealt
  for (const RidgePoint& point : path) {
    const CrossValidation found = cross_validate(rows, start, start, point.ridge, other, 5);
    EXPECT_NEAR(found.fitted_loss, point.loss, 3e-5) << point.ridge;
  }
}

// -- The noise of games

// Of one term that is 1 in every position: the slope of a game is its number of positions times that of its outcome.
TEST(GameNoise, IsThatOfTheOutcomes) {
  const Schema schema("one", {"all"}, 1, std::vector<GroupSpec>{{"one", scalar(), ""}, {"none", scalar(), ""}});
  RowSet rows;
  for (std::uint32_t game = 0; game < 40; ++game) {
    for (int position = 0; position < 5; ++position) {
      RowSink sink;
      sink.add(0);
      rows.add(sink.finish({}), {.target = game % 2 == 0 ? 1.0F : 0.0F, .game = game});
    }
  }
  const GameNoise noise = game_noise(rows, all_rows(rows), zero_weights(schema), {0, 1}, 2, Loss::cross_entropy, {}, 2);
  const double slope = 0.5 * 5 * 100 * logit_per_score(1) / 200;  // of a game
  EXPECT_NEAR(noise.variance[0], 40.0 / 39 * 40 * slope * slope, 1e-12);
  EXPECT_EQ(noise.variance[1], 0);
  EXPECT_EQ(noise.games[0], 40);
  EXPECT_EQ(noise.games[1], 0);
  EXPECT_EQ(noise.count, 40U);
}

}  // namespace
}  // namespace hone::learn
