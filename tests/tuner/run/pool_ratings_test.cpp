// SPDX-License-Identifier: MIT
#include "tuner/run/pool_ratings.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "data/error.hpp"
#include "data/random.hpp"
#include "tests/normal.hpp"
#include "tuner/stats/ratings.hpp"
#include "tuner/text/json_member.hpp"

namespace hone::run {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

PoolMatch match(int generation, std::string opponent, std::string results) {
  return {generation, opponent, opponent, std::move(results), 0, {}};
}

std::string repeated(const std::string& games, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += games;
  return all;
}

// As many points with either colour, so that the first move is worth nothing: 400 log10(s / (1 - s)) over the opponent.
TEST(PoolRatings, AreTheEloOfTheScores) {
  const std::vector<PoolMatch> matches{match(0, "o", repeated("wwddllll", 25)),   // 3 of 8
                                       match(1, "o", repeated("wwwwddll", 25))};  // 5 of 8
  const double before = 400 * std::log10(3.0 / 5), after = 400 * std::log10(5.0 / 3);
  const PoolTable table = rate_pool(matches);
  EXPECT_EQ(table.reference, "start");
  ASSERT_NE(table.find("gen-001"), nullptr);
  EXPECT_NEAR(table.find("gen-001")->elo.value, after - before, 1e-6);
  EXPECT_NEAR(table.find("o")->elo.value, -before, 1e-6);
  EXPECT_EQ(table.find("o")->points, 400 - (3 + 5) * 25);
  EXPECT_EQ(table.find("o")->games, 400U);
  const PoolComparison found = compare_in_pool(matches, 1, 0);
  ASSERT_TRUE(found.elo);
  EXPECT_NEAR(found.elo->value, after - before, 1e-6);
  EXPECT_NEAR(found.gained.value, 2.0 / 8, 1e-12);
  EXPECT_EQ(found.pairs, 100U);
  EXPECT_FALSE(found.has_fallen);
}

// Games drawn from the model. Each opening is worth something to the run's weights whoever they are, which makes the
// games of different generations on it alike.
struct Truth {
  std::vector<double> generations, opponents;  // Elo
  double spread = 0;                           // of openings
};

double chance(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

std::vector<PoolMatch> drawn(const Truth& truth, int pairs, Random& random) {
  std::vector<PoolMatch> matches;
  for (std::size_t opponent = 0; opponent < truth.opponents.size(); ++opponent) {
    std::vector<double> openings(static_cast<std::size_t>(pairs));
    for (double& opening : openings) opening = truth.spread * normal(random);
    for (std::size_t generation = 0; generation < truth.generations.size(); ++generation) {
      std::string results;
      for (const double opening : openings) {
        for (int game = 0; game < 2; ++game) {
          const double elo = truth.generations[generation] - truth.opponents[opponent] + opening;
          results += random.uniform() < chance(elo) ? 'w' : 'l';
        }
      }
      matches.push_back(match(static_cast<int>(generation), "o" + std::to_string(opponent), results));
    }
  }
  return matches;
}

TEST(PoolRatings, AreThoseOfRate) {
  Random random(3);
  const std::vector<PoolMatch> matches = drawn({{0, 60, 90}, {-50, 20, 100}, 100}, 40, random);
  stats::RatedGames games;
  for (const PoolMatch& one : matches) {
    for (std::size_t game = 0; game < one.results.size(); ++game) {
      const stats::Trinomial won = stats::one_game(one.results[game] == 'w' ? 1 : 0);
      if (game % 2 == 0) games.add(weights_name(one.generation), one.opponent, won);
      if (game % 2 == 1) games.add(one.opponent, weights_name(one.generation), won.reversed());
    }
  }
  stats::RatingOptions options;
  options.anchor = stats::Anchor{"start", 0};
  const PoolTable table = rate_pool(matches);
  for (const stats::RatedPlayer& player : stats::rate(games, options).players) {
    ASSERT_NE(table.find(player.name), nullptr) << player.name;
    EXPECT_NEAR(table.find(player.name)->elo.value, player.rating, 1e-6) << player.name;
  }
}

// The points that generation 1 makes more than generation 0 in a game, over many openings.
double points_gained(const Truth& truth, Random& random) {
  constexpr int openings = 200'000;
  double sum = 0;
  for (int i = 0; i < openings; ++i) {
    for (const double opponent : truth.opponents) {
      const double elo = truth.spread * normal(random) - opponent;
      sum += chance(elo + truth.generations[1]) - chance(elo + truth.generations[0]);
    }
  }
  return sum / openings / static_cast<double>(truth.opponents.size());
}

// Openings that favour one side spread the results. As both generations play the same ones, the difference is surer
// than it would be on openings that differ, and as sure as it says.
TEST(PoolComparison, IsSurerForCommonOpenings) {
  constexpr int trials = 600;
  const Truth truth{{0, 40}, {-60, 30, 90}, 300};
  Random random(8);
  const double gained = points_gained(truth, random);
  int covered = 0;
  double width = 0, width_apart = 0;
  for (int trial = 0; trial < trials; ++trial) {
    std::vector<PoolMatch> matches = drawn(truth, 30, random);
    const PoolComparison found = compare_in_pool(matches, 1, 0);
    covered += found.gained.low <= gained && gained <= found.gained.high ? 1 : 0;
    ASSERT_TRUE(found.elo);
    width += found.elo->high - found.elo->low;
    for (PoolMatch& one : matches) {
      if (one.generation == 1) one.results = one.results.substr(2) + one.results.substr(0, 2);
    }
    const PoolComparison apart = compare_in_pool(matches, 1, 0);
    width_apart += apart.elo->high - apart.elo->low;
  }
  EXPECT_LT(width, 0.85 * width_apart);
  EXPECT_NEAR(static_cast<double>(covered) / trials, 0.95, 0.027);  // three standard errors
}

TEST(PoolComparison, CoversTheTruthOfTheModel) {
  constexpr int trials = 1'000;
  Random random(9);
  int covered = 0, fallen = 0;
  for (int trial = 0; trial < trials; ++trial) {
    const PoolComparison found = compare_in_pool(drawn({{0, 0}, {-60, 30}, 0}, 25, random), 1, 0);
    ASSERT_TRUE(found.elo);
    covered += found.elo->low <= 0 && 0 <= found.elo->high ? 1 : 0;
    fallen += found.has_fallen ? 1 : 0;
  }
  EXPECT_NEAR(static_cast<double>(covered) / trials, 0.95, 0.021);
  EXPECT_NEAR(static_cast<double>(fallen) / trials, 0.025, 0.015);  // of candidates that are as good
}

TEST(PoolComparison, SaysWhenAPlayerHasFallen) {
  const PoolMatch before = match(2, "o", repeated("wdld", 25));
  EXPECT_TRUE(compare_in_pool(std::vector{before, match(3, "o", repeated("ldld", 25))}, 3, 2).has_fallen);
  EXPECT_FALSE(compare_in_pool(std::vector{before, match(3, "o", repeated("wdld", 25))}, 3, 2).has_fallen);
  EXPECT_FALSE(compare_in_pool(std::vector{before, match(3, "o", repeated("wdwd", 25))}, 3, 2).has_fallen);
}

// A player without a point has no rating, but has fallen all the same where the other made some.
TEST(PoolComparison, GoesByPointsWhereThereIsNoRating) {
  const PoolMatch lost = match(1, "o", repeated("l", 100));
  const PoolComparison fallen = compare_in_pool(std::vector{match(0, "o", repeated("lldl", 25)), lost}, 1, 0);
  EXPECT_FALSE(fallen.elo);
  EXPECT_TRUE(fallen.has_fallen);
  const PoolComparison lucky = compare_in_pool(std::vector{match(0, "o", "d" + std::string(99, 'l')), lost}, 1, 0);
  EXPECT_FALSE(lucky.has_fallen) << "half a point may be luck";
  const PoolComparison nothing = compare_in_pool(std::vector{match(0, "o", std::string(100, 'l')), lost}, 1, 0);
  EXPECT_FALSE(nothing.has_fallen);
  EXPECT_EQ(nothing.gained.value, 0);
  EXPECT_THAT(rate_pool(std::vector{lost}).unrated, ElementsAre("gen-001", "o"));
  EXPECT_EQ(rate_pool(std::vector{lost}).reference, "");
}

// Against itself a player makes half of the points.
TEST(PoolComparison, KnowsTheStartOnBothSides) {
  PoolMatch direct = match(1, "first", repeated("wwwwddll", 12));
  direct.rated_as = "start";
  const PoolComparison found = compare_in_pool(std::vector{direct}, 1, 0);
  EXPECT_EQ(found.score_before, 0.5);
  EXPECT_EQ(found.score, 0.625);
  ASSERT_TRUE(found.elo);
  EXPECT_NEAR(found.elo->value, 400 * std::log10(5.0 / 3), 1e-6);
  EXPECT_FALSE(found.has_fallen);
}

TEST(PoolComparison, SaysLittleOfAFewGames) {
  EXPECT_FALSE(compare_in_pool({}, 1, 0).has_fallen);
  const PoolComparison one = compare_in_pool(std::vector{match(0, "o", "wd"), match(1, "o", "ld")}, 1, 0);
  EXPECT_EQ(one.pairs, 1U);
  EXPECT_FALSE(one.elo);
  EXPECT_FALSE(one.has_fallen);
  for (const int pairs : {2, 5, 6}) {
    const std::vector matches{match(0, "o", repeated("wd", pairs)), match(1, "o", repeated("ld", pairs))};
    EXPECT_EQ(compare_in_pool(matches, 1, 0).has_fallen, pairs == 6) << pairs;
  }
}

// Openings of which the later player gains 1 or 0 points a game: by hand, half the width of the interval is the
// quantile of Student's distribution (Abramowitz and Stegun, table 26.10) times the standard error of their mean.
TEST(PoolComparison, IsAsUnsureAsStudentSaysOfFewPairs) {
  const auto gained = [](const std::string& before, const std::string& after) {
    return compare_in_pool(std::vector{match(0, "o", before), match(1, "o", after)}, 1, 0).gained;
  };
  EXPECT_EQ(gained("llll", "wwll").value, 0.5);
  EXPECT_NEAR(gained("llll", "wwll").error(), 12.706 / 2, 0.001);
  EXPECT_NEAR(gained("llllll", "wwllww").error(), 4.303 / 3, 0.001);
  EXPECT_NEAR(gained("llllllll", "wwllwwll").error(), 3.182 / std::sqrt(12.0), 0.001);
  EXPECT_NEAR(gained(repeated("ll", 5), "wwllwwllww").error(), 2.776 * std::sqrt(0.06), 0.0005);
  EXPECT_NEAR(gained(repeated("ll", 6), repeated("wwll", 3)).error(), 2.571 * std::sqrt(0.05), 0.0005);
  EXPECT_NEAR(gained(repeated("ll", 8), repeated("wwll", 4)).error(), 2.365 / std::sqrt(28.0), 0.0005);
}

TEST(PoolModel, IsReadBackAsItWasWritten) {
  const std::vector<PoolMatch> matches{match(0, "o", "wdlw"), match(1, "o", "ldwd"), match(1, "x", "ll")};
  PoolMatch read;
  from_json(to_json(matches[1]), read);
  EXPECT_EQ(read, matches[1]);
  PoolTable table;
  from_json(to_json(rate_pool(matches)), table);
  EXPECT_EQ(to_json(table), to_json(rate_pool(matches)));
  PoolComparison comparison;
  from_json(to_json(compare_in_pool(matches, 1, 0)), comparison);
  EXPECT_EQ(to_json(comparison), to_json(compare_in_pool(matches, 1, 0)));
  nlohmann::ordered_json wrong = to_json(matches[0]);
  wrong["results"] = "wxl";
  try {
    from_json(wrong, read);
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("results: expected pairs of the letters w, d and l"));
  }
}

}  // namespace
}  // namespace hone::run
