// SPDX-License-Identifier: MIT
#include "tuner/match/schedule.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "data/error.hpp"

namespace hone::match {
namespace {

using Pairs = std::vector<std::pair<int, int>>;

// All games of a tournament in which the player named first in the list wins each game.
std::vector<ScheduledGame> games_won_by_the_better(const Plan& plan) {
  std::vector<ScheduledGame> games;
  CrossTable table(plan.players);
  for (int number = 0; number < stages_of(plan); ++number) {
    const Stage stage(plan, number, pairings_of(plan, number, table));
    for (std::uint64_t i = 0; i < stage.games(); ++i) {
      games.push_back(stage.game(i));
      table.add(games.back().first, games.back().second, games.back().first < games.back().second ? 2 : 0);
    }
  }
  return games;
}

// How often each player moves first against each other.
std::map<std::pair<int, int>, int> encounters(const std::vector<ScheduledGame>& games) {
  std::map<std::pair<int, int>, int> count;
  for (const ScheduledGame& game : games) ++count[{game.first, game.second}];
  return count;
}

Pairs pairs_of(const std::vector<Pairing>& pairings) {
  Pairs pairs;
  for (const Pairing& pairing : pairings) pairs.emplace_back(pairing.first, pairing.second);
  return pairs;
}

struct Case {
  const char* name;
  Plan plan;
};

class EverySchedule : public testing::TestWithParam<Case> {};

TEST_P(EverySchedule, HasTheGamesItPromises) {
  const Plan& plan = GetParam().plan;
  EXPECT_EQ(games_won_by_the_better(plan).size(), games_of(plan));
}

TEST_P(EverySchedule, GivesEachPairingBothColoursAlike) {
  const auto count = encounters(games_won_by_the_better(GetParam().plan));
  for (const auto& [players, games] : count) {
    const auto reversed = count.find({players.second, players.first});
    ASSERT_NE(reversed, count.end()) << players.first << " " << players.second;
    EXPECT_EQ(games, reversed->second);
  }
}

TEST_P(EverySchedule, PlaysThePairOfAPairingInOneRoundBackToBack) {
  const std::vector<ScheduledGame> games = games_won_by_the_better(GetParam().plan);
  if (!GetParam().plan.reverse) return;
  for (std::size_t i = 0; i < games.size(); i += 2) {
    EXPECT_EQ(games[i].round, games[i + 1].round);
    EXPECT_EQ(games[i].first, games[i + 1].second);
    EXPECT_EQ(games[i].second, games[i + 1].first);
  }
}

// The opening depends on the round alone, so this says that every pairing of a stage plays the same openings.
TEST_P(EverySchedule, SendsEveryPairingOfAStageThroughTheSameRounds) {
  const Plan& plan = GetParam().plan;
  std::map<std::pair<int, int>, std::multiset<std::uint64_t>> rounds;
  for (const ScheduledGame& game : games_won_by_the_better(plan)) {
    rounds[std::minmax<int>(game.first, game.second)].insert(game.round % plan.rounds);
  }
  for (const auto& [players, met] : rounds) {
    for (std::uint64_t round = 0; round < plan.rounds; ++round) EXPECT_EQ(met.count(round), met.count(0));
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, EverySchedule,
    testing::Values(Case{"Two", {.players = 2, .rounds = 7}}, Case{"RoundRobin", {.players = 6, .rounds = 5}},
                    Case{"SingleGames", {.players = 5, .rounds = 4, .reverse = false}},
                    Case{"Gauntlet", {.format = Format::gauntlet, .players = 5, .rounds = 3}},
                    Case{"Seeds", {.format = Format::gauntlet, .players = 7, .seeds = 3, .rounds = 2}},
                    Case{"Knockout", {.format = Format::knockout, .players = 8, .rounds = 2}},
                    Case{"Byes", {.format = Format::knockout, .players = 11, .rounds = 3}},
                    Case{"Swiss", {.format = Format::swiss, .players = 8, .rounds = 2}},
                    Case{"OddSwiss", {.format = Format::swiss, .players = 9, .rounds = 1, .stages = 6}}),
    [](const auto& test) { return test.param.name; });

TEST(Schedule, OfARoundRobinPlaysEachAgainstEach) {
  const auto count = encounters(games_won_by_the_better({.players = 6, .rounds = 5}));
  EXPECT_EQ(count.size(), 30U);
  for (const auto& [players, games] : count) EXPECT_EQ(games, 5);
}

TEST(Schedule, OfAGauntletNeverPairsTheSeedsNorTheOthers) {
  for (const auto& [players, games] :
       encounters(games_won_by_the_better({.format = Format::gauntlet, .players = 7, .seeds = 3, .rounds = 2}))) {
    EXPECT_NE(players.first < 3, players.second < 3);
    EXPECT_EQ(games, 2);
  }
}

TEST(Schedule, OfSingleGamesGivesEachPlayerEitherSideAsOftenInARound) {
  std::map<int, int> balance;
  for (const ScheduledGame& game : games_won_by_the_better({.players = 7, .rounds = 1, .reverse = false})) {
    ++balance[game.first];
    --balance[game.second];
  }
  for (const auto& [player, surplus] : balance) EXPECT_LE(std::abs(surplus), 1) << player;
}

// The usual bracket of eight, in which seeds 1 and 2 can only meet in the final.
TEST(Schedule, OfAKnockoutKeepsTheBestApart) {
  const Plan plan{.format = Format::knockout, .players = 8};
  CrossTable table(8);
  EXPECT_EQ(pairs_of(pairings_of(plan, 0, table)), (Pairs{{0, 7}, {3, 4}, {1, 6}, {2, 5}}));
  for (const auto& [winner, loser] : Pairs{{7, 0}, {3, 4}, {1, 6}, {5, 2}}) {
    table.add(static_cast<PlayerIndex>(winner), static_cast<PlayerIndex>(loser), 2);
  }
  EXPECT_EQ(pairs_of(pairings_of(plan, 1, table)), (Pairs{{3, 7}, {1, 5}}));
  table.add(3, 7, 1);  // tied: the player who comes first in the list goes on
  table.add(5, 1, 2);
  EXPECT_EQ(pairs_of(pairings_of(plan, 2, table)), (Pairs{{3, 5}}));
}

TEST(Schedule, OfAKnockoutGivesByesToTheFirst) {
  const Plan plan{.format = Format::knockout, .players = 5};
  EXPECT_EQ(pairs_of(pairings_of(plan, 0, CrossTable(5))), (Pairs{{3, 4}}));
  EXPECT_EQ(stages_of(plan), 3);
}

TEST(Schedule, OfASwissSystemPairsEqualPointsAndNobodyTwice) {
  const Plan plan{.format = Format::swiss, .players = 8, .stages = 7};
  for (const auto& [players, games] : encounters(games_won_by_the_better(plan))) EXPECT_EQ(games, 1);
  CrossTable table(4);
  table.add(0, 1, 2);
  table.add(2, 3, 2);
  EXPECT_EQ(pairs_of(pairings_of({.format = Format::swiss, .players = 4}, 1, table)), (Pairs{{0, 2}, {1, 3}}));
}

// The games of a Swiss system in which the player who comes first in the list always wins.
std::vector<std::vector<Pairing>> swiss_stages(std::size_t players, int stages) {
  CrossTable table(players);
  std::vector<std::vector<Pairing>> all;
  for (int stage = 0; stage < stages; ++stage) {
    all.push_back(swiss_pairings(table));
    for (const Pairing& pairing : all.back())
      table.add(pairing.first, pairing.second, pairing.first < pairing.second ? 2 : 0);
  }
  return all;
}

// Six players have 15 pairs, three a stage: whatever is played in five stages, no more than one or two need meet again.
TEST(Schedule, OfASwissSystemLetsAsFewMeetAgainAsItCan) {
  CrossTable table(6);
  // Met: a-b c-d e-f, b-c d-e a-f, b-e c-f a-d. Left: a-c a-e c-e b-d b-f d-f.
  for (const auto& [a, b] : Pairs{{0, 1}, {2, 3}, {4, 5}, {1, 2}, {3, 4}, {0, 5}, {1, 4}, {2, 5}, {0, 3}}) {
    table.add(static_cast<PlayerIndex>(a), static_cast<PlayerIndex>(b), 1);
  }
  const auto again = std::ranges::count_if(
      swiss_pairings(table), [&](const Pairing& pairing) { return table.games(pairing.first, pairing.second) > 0; });
  EXPECT_EQ(again, 1);
}

TEST(Schedule, OfALongSwissSystemLetsAllSitOutAndMeetAlike) {
  for (const std::size_t players : {3U, 5U, 6U, 7U}) {
    const int stages = 12;
    std::map<int, int> games;
    for (const auto& stage : swiss_stages(players, stages)) {
      for (const Pairing& pairing : stage) ++games[pairing.first], ++games[pairing.second];
    }
    const auto fewest = std::ranges::min_element(games, {}, [](const auto& entry) { return entry.second; });
    const auto most = std::ranges::max_element(games, {}, [](const auto& entry) { return entry.second; });
    EXPECT_EQ(games.size(), players);
    EXPECT_LE(most->second - fewest->second, 1) << players;
  }
}

TEST(Schedule, CountsTheGamesOfTheLargestPlanRightly) {
  const Plan plan{.format = Format::swiss, .players = max_players, .rounds = most_rounds, .stages = most_stages};
  plan.validate();
  EXPECT_EQ(games_of(plan), 1'000'000'000ULL * 1'000 * 128 * 2);
}

TEST(Schedule, RefusesWhatCannotBePlayed) {
  EXPECT_THROW((Plan{.players = 1}.validate()), Error);
  EXPECT_THROW((Plan{.players = 257}.validate()), Error);
  EXPECT_THROW((Plan{.players = 2, .rounds = 0}.validate()), Error);
  EXPECT_THROW((Plan{.players = 2, .rounds = most_rounds + 1}.validate()), Error);
  EXPECT_THROW((Plan{.format = Format::swiss, .players = 2, .stages = most_stages + 1}.validate()), Error);
  EXPECT_THROW((Plan{.format = Format::gauntlet, .players = 3, .seeds = 3}.validate()), Error);
}

}  // namespace
}  // namespace hone::match
