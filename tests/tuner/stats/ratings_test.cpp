// SPDX-License-Identifier: MIT
#include "tuner/stats/ratings.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "data/error.hpp"
#include "data/random.hpp"

namespace hone::stats {
namespace {

constexpr double point = std::numbers::ln10 / elo_scale;  // a rating point as a strength

// Games of every player against every other in both orders, drawn from the model.
RatedGames tournament(const std::vector<double>& ratings, double advantage, RatingModel model, double draws,
                      int games_each, Random& random) {
  RatedGames games;
  for (std::size_t i = 0; i < ratings.size(); ++i) (void)games.player("p" + std::to_string(i));
  for (std::uint32_t i = 0; i < ratings.size(); ++i) {
    for (std::uint32_t j = 0; j < ratings.size(); ++j) {
      const OutcomeChances chances = outcome_chances(model, point * (ratings[i] - ratings[j] + advantage), draws);
      for (int game = 0; game < games_each && i != j; ++game) {
        const double place = random.uniform();
        games.add(i, j, one_game(place < chances.win ? 1 : place < chances.win + chances.draw ? 0.5 : 0));
      }
    }
  }
  return games;
}

double rating_of(const RatingSummary& summary, const std::string& name) {
  const auto found = std::find_if(summary.players.begin(), summary.players.end(),
                                  [&](const RatedPlayer& player) { return player.name == name; });
  return found == summary.players.end() ? std::nan("") : found->rating;
}

const std::vector<double> planted{-180, -90, -20, 0, 40, 100, 150};  // sum 0

RatedGames some_games() {
  Random random(5);
  return tournament(planted, 35, RatingModel::logistic, 0.3, 12, random);
}

// Ordo (github.com/michiguel/Ordo, README): ratings are those for which the expected score of every player is the
// actual one. The expected score is logistic with 76 % at 202 points, and the advantage is added to White's rating.
TEST(Ratings, SolveTheConditionOfOrdo) {
  const RatedGames games = some_games();
  RatingOptions options;
  options.scale = ordo_scale();
  const RatingSummary found = rate(games, options);
  const double beta = std::log(0.76 / 0.24) / 202;
  std::vector<double> surplus(games.names().size());
  for (const auto& [first, second, results] : games.encounters()) {
    const double ahead =
        rating_of(found, games.names()[first]) + found.advantage - rating_of(found, games.names()[second]);
    const double expected = static_cast<double>(results.count()) / (1 + std::exp(-beta * ahead));
    const double points = static_cast<double>(results.wins) + 0.5 * static_cast<double>(results.draws);
    surplus[first] += points - expected;
    surplus[second] -= points - expected;
  }
  for (const double points : surplus) EXPECT_NEAR(points, 0, 1e-6);
}

// The factor given for Ordo: its differences are those of Elo divided by 0.99129.
TEST(Ratings, OnTheScaleOfOrdoAreThoseOfEloDividedByAConstant) {
  const RatedGames games = some_games();
  RatingOptions options;
  const RatingSummary elo = rate(games, options);
  options.scale = ordo_scale();
  const RatingSummary ordo = rate(games, options);
  for (const RatedPlayer& player : elo.players) {
    EXPECT_NEAR(player.rating / rating_of(ordo, player.name), 0.99129, 1e-5);
  }
}

TEST(Ratings, OfTwoPlayersAreTheScoreAsElo) {
  RatedGames games;
  const auto a = games.player("a"), b = games.player("b");
  games.add(a, b, {.losses = 10, .draws = 30, .wins = 60});
  RatingOptions options;
  options.advantage = 0;
  const RatingSummary found = rate(games, options);
  EXPECT_NEAR(found.players[0].rating - found.players[1].rating, elo_of_score(0.75), 1e-9);
  EXPECT_EQ(found.players[0].name, "a");
}

// With the same results in both orders only the advantage is left, which is the score as Elo.
TEST(Ratings, TellTheAdvantageFromTheStrength) {
  RatedGames games;
  const auto a = games.player("a"), b = games.player("b");
  games.add(a, b, {.losses = 20, .draws = 0, .wins = 80});
  games.add(b, a, {.losses = 20, .draws = 0, .wins = 80});
  const RatingSummary found = rate(games, {});
  EXPECT_NEAR(found.advantage, elo_of_score(0.8), 1e-9);
  EXPECT_NEAR(found.players[0].rating, 0, 1e-9);
}

// Davidson 1970: for two players the constant is draws / sqrt(wins * losses) and the ratio of strengths wins / losses.
TEST(Ratings, OfTwoPlayersAreDavidsonsClosedForm) {
  RatedGames games;
  const auto a = games.player("a"), b = games.player("b");
  games.add(a, b, {.losses = 20, .draws = 30, .wins = 50});
  RatingOptions options;
  options.model = RatingModel::davidson;
  options.advantage = 0;
  const RatingSummary found = rate(games, options);
  EXPECT_NEAR(found.players[0].rating - found.players[1].rating, 400 * std::log10(2.5), 1e-8);
  const double constant = 30 / std::sqrt(1000.0);
  EXPECT_NEAR(found.even_draws, constant / (2 + constant), 1e-10);
}

// For binomial results the standard error of the logarithm of the odds is 1 / sqrt(n p (1 - p)).
TEST(Ratings, HaveTheErrorsOfAProportionWhenNothingIsDrawn) {
  RatedGames games;
  const auto a = games.player("a"), b = games.player("b");
  games.add(a, b, {.losses = 3000, .draws = 0, .wins = 7000});
  RatingOptions options;
  options.advantage = 0;
  options.anchor = Anchor{"b", 0};
  const RatingSummary found = rate(games, options);
  EXPECT_NEAR(found.dispersion, 1, 1e-3);
  EXPECT_NEAR(found.players[0].error / (1.959964 / std::sqrt(10000 * 0.7 * 0.3) / point), 1, 1e-3);
  EXPECT_EQ(found.players[1].error, 0);
}

struct Coverage {
  double ratings = 0, advantage = 0;
};

// How often the truth is within the stated error.
Coverage coverage(RatingModel model, double draws) {
  constexpr int runs = 300;
  Random random(11);
  Coverage share;
  for (int run = 0; run < runs; ++run) {
    RatingOptions options;
    options.model = model;
    const RatingSummary found = rate(tournament(planted, 35, model, draws, 10, random), options);
    for (const RatedPlayer& player : found.players) {
      const double truth = planted[static_cast<std::size_t>(player.name[1] - '0')];
      share.ratings += std::abs(player.rating - truth) <= player.error ? 1.0 / (7 * runs) : 0;
    }
    share.advantage += std::abs(found.advantage - 35) <= *found.advantage_error ? 1.0 / runs : 0;
  }
  return share;
}

// 2100 ratings, where those of one run are correlated: three standard errors are about 0.02; of 300 advantages 0.04.
TEST(Ratings, AreAsFarFromTheTruthAsTheySayInTheLogisticModel) {
  const Coverage share = coverage(RatingModel::logistic, 0.3);
  EXPECT_NEAR(share.ratings, 0.95, 0.02);
  EXPECT_NEAR(share.advantage, 0.95, 0.04);
}

TEST(Ratings, AreAsFarFromTheTruthAsTheySayInDavidsonsModel) {
  const Coverage share = coverage(RatingModel::davidson, std::log(0.8));
  EXPECT_NEAR(share.ratings, 0.95, 0.02);
  EXPECT_NEAR(share.advantage, 0.95, 0.04);
}

TEST(Ratings, HaveTheSameErrorsBySimulation) {
  for (RatingModel model : {RatingModel::logistic, RatingModel::davidson}) {
    RatingOptions options;
    options.model = model;
    options.simulation = {.simulations = 1000, .seed = 3};
    const RatingSummary found = rate(some_games(), options);
    EXPECT_EQ(found.simulations, 1000U);
    // A standard deviation of 1000 numbers is known to 2.2 %.
    for (const RatedPlayer& player : found.players) EXPECT_NEAR(*player.simulated_error / player.error, 1, 0.1);
    EXPECT_NEAR(*found.simulated_advantage_error / *found.advantage_error, 1, 0.1);
  }
}

TEST(Ratings, KnowWhoIsLikelyToBeBetter) {
  RatedGames games;
  const auto a = games.player("a"), b = games.player("b");
  games.add(a, b, {.losses = 400, .draws = 0, .wins = 440});
  RatingOptions options;
  options.advantage = 0;
  const auto chance = rate(games, options).superiority;
  // For this many games the statistics of a match say the same.
  EXPECT_NEAR(chance[0][1], estimate(Trinomial{.losses = 400, .draws = 0, .wins = 440}).los, 2e-3);
  EXPECT_NEAR(chance[0][1] + chance[1][0], 1, 1e-12);
}

TEST(Ratings, FollowTheAnchorOrTheAverage) {
  const RatedGames games = some_games();
  const RatingSummary plain = rate(games, {});
  RatingOptions options;
  options.average = 2500;
  const RatingSummary average = rate(games, options);
  options.anchor = Anchor{"p3", 3000};
  const RatingSummary anchored = rate(games, options);
  double sum = 0;
  for (const RatedPlayer& player : average.players) sum += player.rating / 7;
  EXPECT_NEAR(sum, 2500, 1e-9);
  EXPECT_EQ(rating_of(anchored, "p3"), 3000);
  for (const std::string name : {"p0", "p6"}) {
    EXPECT_NEAR(rating_of(average, name) - 2500, rating_of(plain, name), 1e-9);
    EXPECT_NEAR(rating_of(anchored, name) - 3000, rating_of(plain, name) - rating_of(plain, "p3"), 1e-9);
  }
}

TEST(Ratings, RateEachGroupByItself) {
  RatedGames games;
  const auto a = games.player("a"), b = games.player("b"), x = games.player("x"), y = games.player("y");
  games.add(a, b, {.losses = 1, .draws = 1, .wins = 3});
  games.add(y, x, {.losses = 4, .draws = 1, .wins = 1});
  games.add(a, x, {.losses = 0, .draws = 0, .wins = 5});  // won all: no link
  RatingOptions options;
  options.advantage = 0;
  const RatingSummary found = rate(games, options);
  EXPECT_EQ(found.groups, 2U);
  EXPECT_EQ(found.games, 11U);
  EXPECT_EQ(found.games_between, 5U);
  EXPECT_THAT(found.links, testing::ElementsAre(GroupLink{.winner = 0, .loser = 1, .games = 5}));
  EXPECT_NEAR(rating_of(found, "a") + rating_of(found, "b"), 0, 1e-9);
  EXPECT_NEAR(rating_of(found, "x") + rating_of(found, "y"), 0, 1e-9);
  EXPECT_NEAR(rating_of(found, "a") - rating_of(found, "b"), elo_of_score(0.7), 1e-9);
}

TEST(Ratings, SayWhenTheAdvantageCannotBeKnown) {
  RatedGames games;
  const auto a = games.player("a"), b = games.player("b");
  games.add(a, b, {.losses = 1, .draws = 0, .wins = 3});  // a was always first
  const RatingSummary found = rate(games, {});
  EXPECT_TRUE(found.advantage_is_unknown);
  EXPECT_EQ(found.advantage, 0);
  EXPECT_FALSE(found.advantage_error);
  EXPECT_FALSE(found.least_advantage);
}

// 20 wins of 20 are as likely as 5 % where one is won with the chance 0.05^(1/20) = 0.8609: +316.6. With a drawn game
// besides, 20.5 of 21 points: +645.1.
TEST(Ratings, HaveABoundWhereTheFirstMoverWonAll) {
  for (const bool reversed : {false, true}) {
    RatedGames games;
    const auto a = games.player("a"), b = games.player("b");
    const Trinomial results = reversed ? Trinomial{10, 0, 0} : Trinomial{0, 0, 10};
    games.add(a, b, results);
    games.add(b, a, results);
    const RatingSummary found = rate(games, {});
    const double sign = reversed ? -1 : 1;
    const auto& bound = reversed ? found.most_advantage : found.least_advantage;
    ASSERT_TRUE(bound);
    EXPECT_NEAR(*bound, sign * 400 * std::log10(0.8608917 / 0.1391083), 0.1);
    EXPECT_NEAR(found.advantage, sign * 400 * std::log10(20.5 / 0.5), 0.1);
    EXPECT_FALSE(found.advantage_is_unknown || found.advantage_error);
    EXPECT_FALSE(reversed ? found.least_advantage : found.most_advantage);
    EXPECT_NEAR(found.players[0].rating, found.players[1].rating, 1e-6);
  }
}

TEST(Ratings, OfGamesThatWereAllDrawnAreAlikeAndFinite) {
  RatedGames games;
  const auto a = games.player("a"), b = games.player("b");
  games.add(a, b, {.losses = 0, .draws = 50, .wins = 0});
  games.add(b, a, {.losses = 0, .draws = 50, .wins = 0});
  const RatingSummary found = rate(games, {});
  EXPECT_NEAR(found.players[0].rating, 0, 1e-9);
  EXPECT_GT(found.players[0].error, 0);
  EXPECT_TRUE(std::isfinite(found.players[0].error));
}

std::string complaint(const RatedGames& games, const RatingOptions& options) {
  try {
    (void)rate(games, options);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Ratings, ComplainOfWhatCannotBeRated) {
  using testing::HasSubstr;
  RatedGames sweep;
  const auto a = sweep.player("a"), b = sweep.player("b");
  sweep.add(a, b, {.losses = 0, .draws = 0, .wins = 3});
  EXPECT_THAT(complaint({}, {}), HasSubstr("nobody can be rated"));
  EXPECT_THAT(complaint(sweep, {}), HasSubstr("nobody can be rated"));
  EXPECT_THAT(complaint(sweep, {}), HasSubstr("a won all games"));
  RatingOptions options;
  options.anchor = Anchor{"nobody", 0};
  EXPECT_THAT(complaint(some_games(), options), HasSubstr("'nobody' is not among the players"));
  options = {};
  options.scale = 0;
  EXPECT_THAT(complaint(some_games(), options), HasSubstr("scale"));
}

// Without a loss Davidson's constant and the winner's strength can grow without end.
TEST(Ratings, ComplainWhenDavidsonsMaximumIsNotFinite) {
  RatedGames games;
  const auto a = games.player("a"), b = games.player("b");
  games.add(a, b, {.losses = 0, .draws = 5, .wins = 5});
  games.add(b, a, {.losses = 5, .draws = 5, .wins = 0});
  RatingOptions options;
  options.model = RatingModel::davidson;
  EXPECT_THAT(complaint(games, options), testing::HasSubstr("no finite maximum"));
  EXPECT_EQ(complaint(games, {}), "");
}

}  // namespace
}  // namespace hone::stats
