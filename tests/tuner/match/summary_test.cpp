// SPDX-License-Identifier: MIT
#include "tuner/match/summary.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "tuner/match/json.hpp"

namespace hone::match {
namespace {

using Json = nlohmann::ordered_json;

// A match of pairs in which the first player made these points, 0 to 4 half points a pair.
TournamentResult match_of(const std::vector<int>& pairs) {
  TournamentResult result{.standings = Standings({"new", "old", "idle"})};
  for (const int half_points : pairs) {
    for (int game = 0; game < 2; ++game) {
      const int points = game == 0 ? (half_points + 1) / 2 : half_points / 2;  // of the first player
      GameRecord record;
      record.start = std::to_string(result.tally().games);  // no game repeats another
      record.outcome = {.utility = game == 0 ? points - 1 : 1 - points, .reason = EndReason::win};
      const PlayerIndex first = game == 0 ? 0 : 1;
      result.standings.add(
          record, {.in_pair = game, .is_paired = true, .first = first, .second = static_cast<PlayerIndex>(1 - first)});
    }
  }
  return result;
}

Json players_after(const std::vector<int>& pairs) {
  return Json::parse(to_json(match_of(pairs)).dump())["players"];  // with null for what is no number
}

TEST(MatchSummary, HasNullForWhatAPlayerWithoutGamesIsWorth) {
  const Json idle = players_after({4, 2})[2];
  for (const char* key :
       {"elo", "elo_error", "elo_low", "elo_high", "nelo", "nelo_error", "nelo_low", "nelo_high", "los"}) {
    ASSERT_TRUE(idle.contains(key)) << key;
    EXPECT_TRUE(idle[key].is_null()) << key;
  }
  EXPECT_EQ(idle["games"], 0);
}

TEST(MatchSummary, HasOneBoundAfterACleanSweep) {
  const Json players = players_after({4, 4, 4, 4, 4});
  EXPECT_TRUE(players[0]["elo"].is_null() && players[0]["elo_error"].is_null() && players[0]["elo_high"].is_null());
  EXPECT_NEAR(players[0]["elo_low"], 34.4, 0.1);  // 0.05^(1/5) points a game
  EXPECT_NEAR(players[1]["elo_high"], -34.4, 0.1);
  EXPECT_TRUE(players[1]["nelo_low"].is_null());
}

TEST(MatchSummary, ReadsBackWhatItWrote) {
  for (const auto& pairs :
       {std::vector{4, 4, 4}, std::vector{4, 3, 2, 1, 4, 4, 2}, std::vector{2, 2}, std::vector<int>{}}) {
    const Json written = Json::parse(to_json(match_of(pairs)).dump());
    const auto read = written.get<MatchSummary>();
    EXPECT_EQ(Json::parse(to_json(read).dump()), written);
    const stats::Interval elo = read.elo(), expected = match_of(pairs).player(0).results.estimate().elo;
    EXPECT_EQ(elo.low, expected.low);
    EXPECT_EQ(elo.high, expected.high);
    EXPECT_TRUE(elo.value == expected.value || std::isnan(expected.value));
  }
}

// Runs of earlier versions kept the error only.
TEST(MatchSummary, ReadsWhatEarlierVersionsWrote) {
  Json written = to_json(match_of({4, 3, 2, 1}));
  for (Json& player : written["players"]) {
    for (const char* key : {"elo_low", "elo_high", "nelo_low", "nelo_high"}) player.erase(key);
    player["elo"] = 30.0, player["elo_error"] = 10.0, player["nelo"] = 40.0, player["nelo_error"] = 12.0;
    player["los"] = 0.9;
  }
  const auto read = written.get<MatchSummary>();
  EXPECT_EQ(read.elo().low, 20);
  EXPECT_EQ(read.elo().high, 40);
  EXPECT_EQ(read.nelo()->high, 52);
}

}  // namespace
}  // namespace hone::match
