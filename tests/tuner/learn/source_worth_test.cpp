// SPDX-License-Identifier: MIT
#include "tuner/learn/study/source_worth.hpp"

#include <gmock/gmock.h>

#include "data/error.hpp"
#include "tests/tuner/learn/synthetic_games.hpp"
#include "tuner/learn/fit/fit.hpp"
#include "tuner/learn/fit/scale.hpp"

namespace hone::learn {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

FitOptions source_options() {
  FitOptions options{.loss = Loss::cross_entropy, .ridge = 1e-4, .holdout = 0.3, .decimals = 3};
  options.seed = 5;
  return options;
}

RowSet games_of(std::uint64_t seed, std::uint32_t games, bool turned_round = false,
                const std::vector<double>& values = {20, 60, 90}) {
  Weights planted = zero_weights(game_schema());
  planted.values = values;
  const RowSet rows = synthetic_games(planted, {.games = games, .seed = seed});
  if (!turned_round) return rows;
  RowSet others;
  for (std::uint32_t i = 0; i < rows.size(); ++i) {
    RowLabel label = rows[i].label;
    label.target = 1 - label.target;
    others.add({rows[i].phase, rows[i].entries, label});
  }
  return others;
}

// Two sources of the same games' kind teach each other; one whose results are turned round harms both, and they it.
TEST(SourceWorth, TellsTheSourceWhoseLabelsAreOfAnotherKind) {
  const std::vector<RowSet> sources{games_of(1, 3000), games_of(2, 3000), games_of(3, 3000, true)};
  std::size_t fits = 0;
  const SourceWorth worth =
      source_worth(sources, zero_weights(game_schema()), source_options(), [&](std::size_t done) { fits = done; });
  EXPECT_EQ(fits, 7U);
  EXPECT_EQ(worth.rows, (std::vector<std::size_t>{18000, 18000, 18000}));
  EXPECT_EQ(worth.games, (std::vector<std::size_t>{3000, 3000, 3000}));
  const auto surely = [](const SourceGain& judged) { return judged.error > 0 ? judged.gain / judged.error : 0; };
  for (const std::size_t from : {0, 1, 2}) {
    for (const std::size_t on : {0, 1, 2}) {
      const bool is_alike = (from == 2) == (on == 2);
      EXPECT_GT(is_alike ? surely(worth.gains[from][on]) : -surely(worth.gains[from][on]), 4) << from << ' ' << on;
    }
  }
  EXPECT_GT(surely(worth.adds[0][1]), 4);  // without it the two others undo each other
  for (const std::size_t i : {0, 1, 2}) EXPECT_EQ(worth.adds[i][i].error, 0);
}

// A source that agrees in part is worth something to the others alone, and harms them beside their own kind.
TEST(SourceWorth, TellsTheSourceThatAddsHarm) {
  const std::vector<RowSet> sources{games_of(1, 3000), games_of(2, 3000), games_of(3, 9000, false, {90, 20, -60})};
  const SourceWorth worth = source_worth(sources, zero_weights(game_schema()), source_options());
  for (const std::size_t on : {0, 1}) {
    EXPECT_GT(worth.gains[on][on].gain, worth.gains[2][on].gain);
    EXPECT_LT(worth.adds[on][2].gain, -4 * worth.adds[on][2].error);
  }
}

// The numbers are those of fits made by hand.
TEST(SourceWorth, IsThatOfFitsToOneAnother) {
  const std::vector<RowSet> sources{games_of(1, 200), games_of(2, 300)};
  FitOptions options = source_options();
  const Weights start = zero_weights(game_schema());
  const SourceWorth worth = source_worth(sources, start, options);
  const Split first = split_by_game(sources[0], options.holdout, options.seed);
  const Split second = split_by_game(sources[1], options.holdout, options.seed);
  RowSet learnt;
  for (const std::uint32_t i : first.train) learnt.add(sources[0][i]);
  options.holdout = 0;
  Weights fitted = fit(learnt, start, options).weights, at_start = start;
  fitted.k = fit_scale(sources[1], second.train, fitted, options.loss, 1);
  at_start.k = fit_scale(sources[1], second.train, start, options.loss, 1);
  const auto losses = [&](const Weights& weights) {
    return row_losses(sources[1], second.heldout, weights, options.loss, 1);
  };
  const ClusteredMean gain = mean_difference(sources[1], second.heldout, losses(at_start), losses(fitted));
  EXPECT_NEAR(worth.gains[0][1].gain, gain.mean, 1e-9);
  EXPECT_NEAR(worth.gains[0][1].error, gain.error, 1e-9);
}

// Rows from inside of searches that know the truth, while the outcomes are few and say little.
TEST(SourceWorth, LearnsFromTheInsidesOfSearchesAsTheFitDoes) {
  Weights planted = zero_weights(game_schema());
  planted.values = {20, 60, 90};
  std::vector<RowSet> sources;
  for (const std::uint64_t seed : {1, 2}) {
    const RowSet games = games_of(seed, 400);
    RowSet& source = sources.emplace_back();
    for (std::uint32_t i = 0; i < games.size(); ++i) {
      source.add(games[i]);
      RowLabel inside = games[i].label;
      inside.bound = RowBound::exact;
      inside.score = static_cast<float>(row_score(games[i], planted));
      source.add({games[i].phase, games[i].entries, inside});
    }
  }
  const auto gain_of = [&](const char* target) {
    FitOptions options = source_options();
    options.targets.target = parse_target(target);
    return source_worth(sources, zero_weights(game_schema()), options).gains[0][1];
  };
  const SourceGain outcome = gain_of("outcome"), both = gain_of("outcome+treestrap"), tree = gain_of("treestrap");
  EXPECT_GT(tree.error, 0);
  EXPECT_GT(tree.gain, outcome.gain);
  EXPECT_GT(both.gain, outcome.gain);
}

TEST(SourceWorth, NeedsTwoSourcesAndGamesHeldOut) {
  const std::vector<RowSet> one{games_of(1, 50)};
  const Weights start = zero_weights(game_schema());
  EXPECT_THAT([&] { (void)source_worth(one, start, source_options()); },
              ThrowsMessage<Error>(HasSubstr("two sources or more")));
  const std::vector<RowSet> two{games_of(1, 50), games_of(2, 50)};
  FitOptions options = source_options();
  options.holdout = 0;
  EXPECT_THAT([&] { (void)source_worth(two, start, options); }, ThrowsMessage<Error>(HasSubstr("--holdout above 0")));
}

}  // namespace
}  // namespace hone::learn
