// SPDX-License-Identifier: MIT
#include "tuner/stats/adjudication_check.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "data/error.hpp"
#include "tuner/stats/json.hpp"
#include "tuner/stats/tally.hpp"

namespace hone::stats {
namespace {

// binom.test(3, 16) and binom.test(1, 20) of R.
TEST(AdjudicationCheck, HasTheIntervalOfClopperAndPearson) {
  const Interval three = AdjudicationCheck{16, 3}.share();
  EXPECT_NEAR(three.value, 0.1875, 1e-12);
  EXPECT_NEAR(three.low, 0.04047373, 1e-8);
  EXPECT_NEAR(three.high, 0.45645655, 1e-8);
  const Interval one = AdjudicationCheck{20, 1}.share();
  EXPECT_NEAR(one.low, 0.001265089, 1e-9);
  EXPECT_NEAR(one.high, 0.24873276, 1e-8);
}

// A share p leaves no fault in n games with the chance (1 - p)^n.
TEST(AdjudicationCheck, BoundsFromOneSideWhereNoGameOrEveryGameEndedOtherwise) {
  for (const std::uint64_t games : {1U, 7U, 20U, 10'000U}) {
    const double bound = 1 - std::pow(0.05, 1.0 / static_cast<double>(games));
    EXPECT_NEAR((AdjudicationCheck{games, 0}.share().high), bound, 1e-9) << games;
    EXPECT_NEAR((AdjudicationCheck{games, games}.share().low), 1 - bound, 1e-9) << games;
  }
  EXPECT_EQ(to_string(AdjudicationCheck{7, 0}), "0 of 7 (at most 34.8 %)");
  EXPECT_EQ(to_string(AdjudicationCheck{16, 3}), "3 of 16 (18.8 %, 4.0 to 45.6 %)");
}

TEST(AdjudicationCheck, KnowsNothingWithoutGames) {
  EXPECT_EQ(AdjudicationCheck().share().high, 1);
  EXPECT_EQ(to_string(AdjudicationCheck()), "");
}

GameRecord adjudicated(Outcome as, int then) {
  GameRecord game;
  game.outcome = {then, EndReason::win};
  game.adjudicated = as;
  return game;
}

TEST(AdjudicationCheck, LearnsNothingFromAGameThatTheBoardDidNotEnd) {
  AdjudicationChecks checks;
  for (const EndReason reason :
       {EndReason::time_forfeit, EndReason::illegal_move, EndReason::crash, EndReason::stalled, EndReason::max_plies}) {
    GameRecord game = adjudicated({1, EndReason::resign}, -1);
    game.outcome.reason = reason;
    checks.add(game);
  }
  EXPECT_EQ(checks, AdjudicationChecks());
  checks.add(adjudicated({1, EndReason::resign}, -1));
  EXPECT_EQ(checks.resignations, (AdjudicationCheck{1, 1}));
}

TEST(AdjudicationCheck, CountsResignationsAndDrawsApart) {
  PlayTally tally;
  tally.add(adjudicated({1, EndReason::resign}, 1));
  tally.add(adjudicated({-1, EndReason::resign}, 1));
  tally.add(adjudicated({0, EndReason::draw_adjudication}, -1));
  tally.add(GameRecord());
  EXPECT_EQ(tally.checks.resignations, (AdjudicationCheck{2, 1}));
  EXPECT_EQ(tally.checks.draws, (AdjudicationCheck{1, 1}));
  EXPECT_EQ(tally.verified, 3U);
  EXPECT_EQ(tally.misjudged, 2U);
  EXPECT_EQ(to_json(tally).get<PlayTally>(), tally);
}

TEST(AdjudicationCheck, IsEmptyInFilesThatDoNotKnowTheKinds) {
  nlohmann::ordered_json json = to_json(PlayTally());
  json.erase("adjudication");
  json["verified"] = 7U;
  EXPECT_EQ(json.get<PlayTally>().checks, AdjudicationChecks());
  EXPECT_EQ(json.get<PlayTally>().verified, 7U);
}

TEST(AdjudicationCheck, RefusesMoreFaultsThanGames) {
  nlohmann::ordered_json json = to_json(AdjudicationChecks{{7, 0}, {}});
  json["resign"]["ended_otherwise"] = 8;
  EXPECT_THROW((void)json.get<AdjudicationChecks>(), Error);
}

}  // namespace
}  // namespace hone::stats
