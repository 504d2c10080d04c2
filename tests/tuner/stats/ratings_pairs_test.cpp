// SPDX-License-Identifier: MIT
//
// Ratings from games in pairs: what an opening gives to the side that moves first it gives to both players.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "data/random.hpp"
#include "tests/normal.hpp"
#include "tuner/stats/ratings.hpp"

namespace hone::stats {
namespace {

constexpr double rating_point = std::numbers::ln10 / elo_scale;  // as a strength
constexpr double opening_deviation = 250;                        // of what openings give to the first mover, in Elo
constexpr double average_advantage = 30, even_draw_share = 0.25;
const std::vector<double> planted_ratings{-120, -60, 0, 20, 60, 100};

OutcomeChances chances_at(double elo) {
  return outcome_chances(RatingModel::logistic, rating_point * elo, even_draw_share);
}

int half_points(double elo, Random& random) {
  const OutcomeChances chances = chances_at(elo);
  const double place = random.uniform();
  return place < chances.win ? 2 : place < chances.win + chances.draw ? 1 : 0;
}

void name_players(RatedGames& games) {
  for (std::size_t i = 0; i < planted_ratings.size(); ++i) (void)games.player("p" + std::to_string(i));
}

// Each plays each in `pairs` pairs.
RatedGames play_pairs(int pairs, bool as_pairs, Random& random) {
  RatedGames games;
  name_players(games);
  for (std::uint32_t i = 0; i < planted_ratings.size(); ++i) {
    for (std::uint32_t j = i + 1; j < planted_ratings.size(); ++j) {
      for (int pair = 0; pair < pairs; ++pair) {
        const double opening = average_advantage + opening_deviation * normal(random);
        const double lead = planted_ratings[i] - planted_ratings[j];
        const int one = half_points(lead + opening, random), other = half_points(opening - lead, random);
        if (as_pairs) {
          games.add_pair(i, j, one, other);
        } else {
          games.add(i, j, one_game(one / 2.0)), games.add(j, i, one_game(other / 2.0));
        }
      }
    }
  }
  return games;
}

// What endless games would be rated at: uneven openings bring all scores nearer to a half.
RatingSummary rate_expected_games() {
  RatedGames games;
  name_players(games);
  for (std::uint32_t i = 0; i < planted_ratings.size(); ++i) {
    for (std::uint32_t j = 0; j < planted_ratings.size(); ++j) {
      if (i == j) continue;
      double win = 0, draw = 0;
      for (int k = -400; k <= 400; ++k) {
        const double z = k / 80.0;
        const OutcomeChances chances =
            chances_at(planted_ratings[i] - planted_ratings[j] + average_advantage + opening_deviation * z);
        const double weight = std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi) / 80;
        win += weight * chances.win, draw += weight * chances.draw;
      }
      constexpr double many = 1e9;
      games.add(i, j,
                {.losses = static_cast<std::uint64_t>(many * (1 - win - draw)),
                 .draws = static_cast<std::uint64_t>(many * draw),
                 .wins = static_cast<std::uint64_t>(many * win)});
    }
  }
  return rate(games, {});
}

double rating_in(const RatingSummary& summary, const std::string& name) {
  for (const RatedPlayer& player : summary.players) {
    if (player.name == name) return player.rating;
  }
  return std::nan("");
}

struct PairCoverage {
  double ratings = 0, advantage = 0;
};

PairCoverage pair_coverage(bool as_pairs) {
  constexpr int runs = 400;
  const RatingSummary truth = rate_expected_games();
  Random random(12);
  PairCoverage share;
  for (int run = 0; run < runs; ++run) {
    const RatingSummary found = rate(play_pairs(10, as_pairs, random), {});
    for (const RatedPlayer& player : found.players) {
      const bool holds = std::abs(player.rating - rating_in(truth, player.name)) <= player.error;
      share.ratings += holds ? 1.0 / (6 * runs) : 0;
    }
    share.advantage += std::abs(found.advantage - truth.advantage) <= *found.advantage_error ? 1.0 / runs : 0;
  }
  return share;
}

// 2400 ratings, correlated within a run: three standard errors are about 0.018. Of 400 advantages 0.033.
TEST(RatingsOfPairs, AreAsFarFromTheTruthAsTheySayWithUnevenOpenings) {
  const PairCoverage share = pair_coverage(true);
  EXPECT_GE(share.ratings, 0.93);
  EXPECT_LE(share.ratings, 0.97);
  EXPECT_NEAR(share.advantage, 0.95, 0.033);
}

// Single games of the same kind are said to scatter more than they do.
TEST(RatingsOfPairs, HaveSmallerErrorsThanTheGamesOneByOne) {
  Random one(5), other(5);
  const RatingSummary pairs = rate(play_pairs(40, true, one), {}), games = rate(play_pairs(40, false, other), {});
  EXPECT_EQ(pairs.pairs, 600U);
  EXPECT_EQ(games.pairs, 0U);
  for (const RatedPlayer& player : pairs.players) {
    EXPECT_NEAR(player.rating, rating_in(games, player.name), 1e-9);  // the ratings themselves are the same
  }
  EXPECT_LT(pairs.players[0].error, 0.9 * games.players[0].error);
  EXPECT_GT(*pairs.advantage_error, 1.05 * *games.advantage_error);
}

// One game of 25 is won, always by the same player: a fifth of all matches of 20 pairs are drawn throughout.
TEST(RatingsOfPairs, HoldSmallLeadsThatRareWinsTell) {
  Random random(3);
  constexpr double lead = 400 * 0.03474355855 / 2;  // log10(0.52 / 0.48), halved, as the average is 0
  int held = 0;
  for (int run = 0; run < 400; ++run) {
    RatedGames games;
    (void)games.player("a"), (void)games.player("b");
    for (int pair = 0; pair < 20; ++pair) {
      games.add_pair(0, 1, random.uniform() < 0.04 ? 2 : 1, random.uniform() < 0.04 ? 0 : 1);
    }
    for (const RatedPlayer& player : rate(games, {}).players) {
      held += player.name == "a" && std::abs(player.rating - lead) <= player.error ? 1 : 0;
    }
  }
  EXPECT_GE(held, 376);
}

TEST(RatingsOfPairs, OfIndependentGamesHaveTheErrorsOfGames) {
  RatedGames pairs, games;
  for (RatedGames* some : {&pairs, &games}) (void)some->player("a"), (void)some->player("b");
  Random random(8);
  for (int i = 0; i < 3000; ++i) {
    const int one = half_points(60, random), other = half_points(-20, random);
    pairs.add_pair(0, 1, one, other);
    games.add(0U, 1U, one_game(one / 2.0)), games.add(1U, 0U, one_game(other / 2.0));
  }
  EXPECT_NEAR(rate(pairs, {}).players[0].error / rate(games, {}).players[0].error, 1, 0.04);
}

// Three pairs that were all shared leave no scatter at all to see, and are no proof of equality.
TEST(RatingsOfPairs, ThatWereAllSharedAreNotCertain) {
  RatedGames games;
  const auto a = games.player("a"), b = games.player("b");
  for (int i = 0; i < 3; ++i) games.add_pair(a, b, i < 2 ? 2 : 0, i < 2 ? 2 : 0);
  const RatingSummary found = rate(games, {});
  EXPECT_GT(found.players[0].error, 60);
  EXPECT_TRUE(std::isfinite(found.players[0].error));
}

// Of 20 such pairs a match says +0.0 +- 48.6 Elo, exactly; a rating is half of the difference.
TEST(RatingsOfPairs, ThatWereAllSharedSayNoMoreThanAMatchDoes) {
  RatedGames games;
  const auto a = games.player("a"), b = games.player("b");
  for (int i = 0; i < 20; ++i) games.add_pair(a, b, i % 2 == 0 ? 2 : 0, i % 2 == 0 ? 2 : 0);
  const double difference = 2 * rate(games, {}).players[0].error;
  const double of_match = estimate(Pentanomial{{0, 0, 20, 0, 0}}).elo.error();
  EXPECT_GT(difference, 0.9 * of_match);
  EXPECT_LT(difference, 1.3 * of_match);
}

TEST(RatingsOfPairs, AreTheSameWhoeverIsNamedFirst) {
  RatedGames one, other;
  const auto a = one.player("a"), b = one.player("b");
  const auto y = other.player("b"), x = other.player("a");
  for (const auto& [points, points_of_other] : {std::pair(2, 1), std::pair(0, 2), std::pair(1, 1), std::pair(2, 0)}) {
    one.add_pair(a, b, points, points_of_other);
    other.add_pair(y, x, points_of_other, points);
  }
  const RatingSummary here = rate(one, {}), there = rate(other, {});
  EXPECT_NEAR(here.players[0].error, there.players[0].error, 1e-9);
  EXPECT_EQ(here.players[0].name, there.players[0].name);
}

TEST(RatingsOfPairs, HoldInDavidsonsModelToo) {
  Random random(5);
  RatingOptions options;
  options.model = RatingModel::davidson;
  const RatingSummary found = rate(play_pairs(40, true, random), options);
  for (const RatedPlayer& player : found.players) EXPECT_TRUE(player.error > 5 && player.error < 60) << player.error;
}

}  // namespace
}  // namespace hone::stats
