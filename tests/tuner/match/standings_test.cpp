// SPDX-License-Identifier: MIT
#include "tuner/match/standings.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tuner/match/json.hpp"

namespace hone::match {
namespace {

using testing::ElementsAre;

// Single games, each with moves of its own, by half points of the first player.
class Games {
 public:
  explicit Games(std::vector<std::string> names) : standings(std::move(names)) {}

  void add(PlayerIndex first, PlayerIndex second, std::initializer_list<int> half_points) {
    for (const int points : half_points) {
      GameRecord game;
      game.number = number_++;
      game.moves.push_back({game.number, no_score});
      game.outcome = {points - 1, EndReason::win};
      standings.add(game, {.first = first, .second = second});
    }
  }

  Standings standings;

 private:
  std::uint64_t number_ = 0;
};

// The finalist has a smaller share of points than the one it knocked out.
TEST(Standings, OfAKnockoutRankByTheStageReached) {
  Games games({"a", "b", "c", "d"});
  games.add(0, 3, {2, 2, 2, 2});
  games.add(1, 2, {2, 1, 1, 1});
  games.standings.go_on_with(knockout_survivors(4, 1, games.standings.cross_table()));
  EXPECT_FALSE(games.standings.winner());
  games.add(0, 1, {2, 2, 2, 2});
  games.standings.go_on_with(knockout_survivors(4, 2, games.standings.cross_table()));
  EXPECT_THAT(games.standings.ranking(), ElementsAre(0, 1, 2, 3));
  EXPECT_EQ(games.standings.winner(), 0U);
}

TEST(Standings, OfAKnockoutKnowThatAByeIsSurvived) {
  EXPECT_THAT(knockout_survivors(5, 0, CrossTable(5)), ElementsAre(0, 3, 4, 1, 2));
  CrossTable table(5);
  table.add(4, 3, 2);
  EXPECT_THAT(knockout_survivors(5, 1, table), ElementsAre(0, 4, 1, 2));
}

TEST(Standings, HaveNoWinnerWithoutAKnockout) {
  Games games({"a", "b"});
  games.add(0, 1, {2, 2});
  EXPECT_FALSE(games.standings.winner());
}

TEST(MatchSummary, ComesBackFromJson) {
  MatchSummary summary;
  summary.players = {{.name = "a"}, {.name = "b"}};
  summary.players[0].results.pairs = {{0, 1, 2, 3, 4}};
  summary.players[0].results.distinct_pairs = {{0, 1, 1, 1, 1}};
  summary.winner = "a";
  summary.asked = 400;
  summary.planned = 24;
  summary.suite_ends = 12;
  summary.duplicates = 13;
  summary.adjudication = {{7, 0}, {3, 1}};
  const auto back = to_json(summary).get<MatchSummary>();
  EXPECT_EQ(back.players[0].results.distinct_pairs, summary.players[0].results.distinct_pairs);
  EXPECT_FALSE(back.players[1].results.distinct_pairs);
  EXPECT_EQ(back.winner, "a");
  EXPECT_EQ(back.asked, 400U);
  EXPECT_EQ(back.suite_ends, 12U);
  EXPECT_EQ(back.adjudication, summary.adjudication);
  EXPECT_EQ(back.repeated_evidence(), 1U);  // 6 pairs of 12 games are no evidence
}

TEST(MatchSummary, OfAnEarlyVersionTakesEveryRepeatForEvidence) {
  MatchSummary summary;
  summary.players = {{.name = "a"}, {.name = "b"}};
  summary.duplicates = 13;
  EXPECT_EQ(summary.repeated_evidence(), 13U);
}

}  // namespace
}  // namespace hone::match
