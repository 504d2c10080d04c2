// SPDX-License-Identifier: MIT
//
// Generations of games whose truth stays or drifts, fitted in the ways that a run can.
#include "tuner/learn/fit/carried_share.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/tuner/learn/carry_support.hpp"
#include "tuner/learn/fit/dispersion.hpp"
#include "tuner/learn/fit/fit_problem.hpp"
#include "tuner/learn/study/study.hpp"

namespace hone::learn {
namespace {

constexpr int generations = 6;
constexpr std::uint32_t games_each = 200;

// Mean squared distances of fitted weights from the truth of the last generation, in centi-units squared.
struct Distances {
  double newest = 0, window = 0, all = 0, carry_all = 0, carry_chosen = 0, carry_from_all = 0;
};

double squared_distance(const Weights& a, const Weights& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.values.size(); ++i) sum += (a.values[i] - b.values[i]) * (a.values[i] - b.values[i]);
  return sum;
}

// 200 games have little to say, so that what came before matters.
Distances simulate(std::uint64_t seed, double drift) {
  Random random(seed);
  Weights truth{game_schema(), {20, 60, -40}, 1, {}};
  const Weights start = zero_weights(game_schema());
  PosteriorPointer whole, chosen;
  RowSet all;
  std::vector<RowSet> each;
  Distances found;
  for (int generation = 0; generation < generations; ++generation) {
    for (double& value : truth.values) value += drift * (2 * random.uniform() - 1);
    const RowSet rows = synthetic_games(
        truth, {.games = games_each, .seed = seed * generations + static_cast<std::uint64_t>(generation)});
    each.push_back(rows);
    add_games(all, rows);
    const FitResult carried = fit(rows, start, carrying(whole)), forgetful = fit(rows, start, carrying(chosen, {}));
    whole = carried.posterior;
    chosen = forgetful.posterior;
    if (generation + 1 < generations) continue;
    RowSet window;
    for (int i = generations - 3; i < generations; ++i) add_games(window, each[static_cast<std::size_t>(i)]);
    const Weights together = fit(all, start, carrying(nullptr)).fitted;
    found = {squared_distance(fit(rows, start, carrying(nullptr)).fitted, truth),
             squared_distance(fit(window, start, carrying(nullptr)).fitted, truth),
             squared_distance(together, truth),
             squared_distance(carried.fitted, truth),
             squared_distance(forgetful.fitted, truth),
             squared_distance(carried.fitted, together)};
  }
  return found;
}

Distances mean_of(int runs, double drift) {
  Distances mean;
  for (int run = 0; run < runs; ++run) {
    const Distances one = simulate(static_cast<std::uint64_t>(run) + 1, drift);
    mean.newest += one.newest / runs;
    mean.window += one.window / runs;
    mean.all += one.all / runs;
    mean.carry_all += one.carry_all / runs;
    mean.carry_chosen += one.carry_chosen / runs;
    mean.carry_from_all += one.carry_from_all / runs;
  }
  return mean;
}

std::string text_of(const Distances& found) {
  return "mean squared distance from the truth: newest games " + std::to_string(found.newest) + ", window of 3 " +
         std::to_string(found.window) + ", all games " + std::to_string(found.all) + ", carried whole " +
         std::to_string(found.carry_all) + ", carried share chosen " + std::to_string(found.carry_chosen) +
         "; carried whole from all games " + std::to_string(found.carry_from_all);
}

TEST(CarriedShare, WithoutDriftCarryingIsAsGoodAsAllGames) {
  const Distances found = mean_of(24, 0);
  SCOPED_TRACE(text_of(found));
  RecordProperty("distances", text_of(found));
  EXPECT_LT(found.carry_from_all, 0.1 * found.all);
  EXPECT_LT(found.carry_all, 1.1 * found.all);
  EXPECT_LT(found.carry_all, 0.75 * found.window);                                        // a half is to be expected
  EXPECT_GT(found.newest - found.carry_chosen, 0.75 * (found.newest - found.carry_all));  // 0.61 by the least loss
}

TEST(CarriedShare, WithDriftTheGamesChooseToForget) {
  const Distances found = mean_of(24, 60);
  SCOPED_TRACE(text_of(found));
  RecordProperty("distances", text_of(found));
  EXPECT_LT(found.carry_chosen, 0.7 * found.carry_all);
  EXPECT_LT(found.carry_chosen, 0.7 * found.all);
  EXPECT_LT(found.carry_chosen, 1.2 * found.newest);
}

TEST(CarriedShare, IsTheLargestWithinHalfAStandardErrorOfTheLeast) {
  EXPECT_EQ(best_share({}), 1);
  EXPECT_EQ(best_share({{1, 0.3, 0.1, 0.05}, {0.5, 0.2}, {0, 0.25, 0.05, 0.04}}), 0.5);
  EXPECT_EQ(best_share({{1, 0.3, 0.1, 0.21}, {0.5, 0.2}, {0, 0.25, 0.05, 0.04}}), 1);
  EXPECT_EQ(best_share({{1, 0.5, 0.3, 0.1}, {0.7, 0.3, 0.1, 0.21}, {0.5, 0.2}}), 0.7);
  EXPECT_EQ(best_share({{1, 0.2}, {0.5, 0.2}}), 1);
}

TEST(CarriedShare, IsNotChosenByAHandfulOfGames) {
  const Weights planted{game_schema(), {20, 60, -40}, 1, {}};
  const PosteriorPointer before = fit(synthetic_games(planted, {}), planted, carrying(nullptr)).posterior;
  const FitResult few = fit(synthetic_games(planted, {.games = 39, .seed = 3}), planted, carrying(before, {}));
  EXPECT_TRUE(few.summary.share_path.empty());
  EXPECT_EQ(few.summary.carried_share, 1);
  EXPECT_TRUE(few.summary.few_for_share);
  const FitResult enough = fit(synthetic_games(planted, {.games = 40, .seed = 3}), planted, carrying(before, {}));
  EXPECT_EQ(enough.summary.share_path.size(), 6U);
  EXPECT_FALSE(enough.summary.few_for_share);
}

// -- What the dispersion counts

RowSet with_bounds(const RowSet& rows, RowBound bound, float score) {
  RowSet result;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    RowLabel label = rows[i].label;
    result.add({rows[i].phase, rows[i].entries, label});
    label.bound = bound;
    label.score = score;
    result.add({rows[i].phase, rows[i].entries, label});
  }
  return result;
}

TEST(Dispersion, DoesNotSeeBoundsThatAreKept) {
  const Weights planted{game_schema(), {20, 60, -40}, 1, {}};
  const RowSet rows = synthetic_games(planted, {});
  const auto of = [&](const RowSet& some) {
    const Targets targets(some, all_rows(some), {.target = parse_target("outcome+treestrap")}, 1);
    return dispersion(some, all_rows(some), planted, targets, Loss::cross_entropy);
  };
  const double plain = of(rows);
  EXPECT_GT(plain, 2);
  EXPECT_DOUBLE_EQ(of(with_bounds(rows, RowBound::lower, -4'000)), plain);
  EXPECT_DOUBLE_EQ(of(with_bounds(rows, RowBound::upper, 4'000)), plain);
  EXPECT_GT(std::abs(of(with_bounds(rows, RowBound::upper, -400)) - plain), 0.1);
}

// Games, not positions, are the sample: the errors of a fit that carries on are those that repetitions show. One
// dispersion stands for all weights, so that of the weight whose count changes within a game more is known than is
// said.
TEST(CarriedShare, ErrorsHaveTheSizeThatTheySay) {
  const Weights planted{game_schema(), {20, 60, -40}, 1, {}};
  constexpr int runs = 60;
  double squares[3] = {};
  for (std::uint64_t run = 0; run < runs; ++run) {
    PosteriorPointer before;
    for (std::uint64_t generation = 0; generation < 3; ++generation) {
      const RowSet rows = synthetic_games(planted, {.games = 300, .seed = 1'000 + 3 * run + generation});
      const FitOptions options = carrying(before);
      const FitResult result = fit(rows, planted, options);
      before = result.posterior;
      if (generation < 2) continue;
      const FitReport report = study_fit(rows, planted, result, options);
      for (std::size_t i = 0; i < 3; ++i) {
        const double z = (result.fitted.values[i] - planted.values[i]) / report.weights[i].error;
        squares[i] += z * z / runs;
      }
    }
  }
  for (const double square : squares) {  // of 60: 1 +- 0.18
    EXPECT_GT(square, 0.3);
    EXPECT_LT(square, 1.6);
  }
}

}  // namespace
}  // namespace hone::learn
