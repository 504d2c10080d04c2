// SPDX-License-Identifier: MIT
//
// The model that gates are simulated with, against what others computed, and the rule of the gate under it.
#include "tests/benchmarks/gate_model.hpp"

#include <gtest/gtest.h>

#include "tuner/stats/sample.hpp"

namespace hone::run {
namespace {

// R. Coulom's formulas by hand: at a draw Elo of 200 an equal player wins with 1 / (1 + sqrt 10) = 0.240253, and one
// with an advantage of 200 wins half of the games and loses one in eleven.
TEST(PairModel, HasTheGamesOfBayesElo) {
  const PairModel model(200, 0);
  const double win = 1 / (1 + std::sqrt(10.0));
  EXPECT_NEAR(model.chances(0)[4], win * win, 1e-12);
  EXPECT_NEAR(model.chances(0)[0], win * win, 1e-12);
  EXPECT_NEAR(model.chances(200)[4], 0.25, 1e-12);
  EXPECT_NEAR(model.chances(200)[0], 1.0 / 121, 1e-12);
}

// The chances of a pair are numbers; here they are pairs, each from an opening of its own.
TEST(PairModel, HasTheEloThatItClaims) {
  const PairModel model;
  constexpr int pairs = 100'000;
  for (const double elo : {-40.0, 0.0, 12.0, 150.0}) {
    Random random(7);
    const double advantage = model.advantage_of(elo);
    double points = 0;
    for (int pair = 0; pair < pairs; ++pair) {
      points += static_cast<double>(PairModel::drawn(model.chances_from(advantage, model.opening(random)), random)) / 4;
    }
    EXPECT_NEAR(points / pairs, 1 / (1 + std::pow(10, -elo / 400)), 4 * 0.3 / std::sqrt(pairs)) << elo;
  }
}

// Of what a lead of one player is worth, half of the openings give as much to the other.
TEST(PairModel, IsTheSameFromTheOtherSide) {
  const PairModel model;
  const PairChances ours = model.chances(model.advantage_of(30)), theirs = model.chances(model.advantage_of(-30));
  for (std::size_t k = 0; k < ours.size(); ++k) EXPECT_NEAR(ours[k], theirs[4 - k], 1e-6);
}

int promotions(const GateRule& rule, double elo, int gates) {
  const PairModel model;
  Random random(11);
  const PairChances chances = model.chances(model.advantage_of(elo));
  int promoted = 0;
  for (int gate = 0; gate < gates; ++gate) promoted += play_gate(rule, chances, random).promoted ? 1 : 0;
  return promoted;
}

// Standard deviation of a game's points between equals, were the games of a pair independent.
double spread_of_game() {
  const PairChances chances = PairModel().chances(0);
  double variance = 0;
  for (std::size_t k = 0; k < chances.size(); ++k)
    variance += chances[k] * std::pow(static_cast<double>(k) / 4 - 0.5, 2);
  return std::sqrt(2 * variance);
}

// The SPRT promises 5 % of either kind, and a likelihood of superiority of 95 % between equals the same.
TEST(ModelGate, KeepsWhatItsRulePromises) {
  const GateRule sprt{.sprt = stats::SprtOptions{.elo0 = 0, .elo1 = 60}, .games = 100'000};
  EXPECT_LE(promotions(sprt, 0, 300), 27);  // 5 % and three standard deviations
  const double stronger = stats::elo_of_score(0.5 + 60 / stats::nelo_per_t * spread_of_game());
  EXPECT_GE(promotions(sprt, stronger, 300), 300 - 27);
  const GateRule fixed{.sprt = std::nullopt, .games = 200};
  EXPECT_NEAR(promotions(fixed, 0, 1'000), 50, 21);
}

TEST(ModelGate, IsPlayedToItsEndWithoutAnSprt) {
  Random random(1);
  const GateRule rule{.sprt = std::nullopt, .games = 100};
  EXPECT_EQ(play_gate(rule, PairModel().chances(0), random).games, 100U);
  EXPECT_EQ(play_gate({.sprt = {}, .is_open = true}, PairModel().chances(0), random).games, 0U);
}

// Eight candidates, one of which is 60 Elo better, meet the best in three rounds.
TEST(ModelGate, ChoosesTheBetterOfSeveralCandidates) {
  const PairModel model;
  std::vector<double> advantages(8, model.advantage_of(0));
  advantages[5] = model.advantage_of(60);
  GateRule rule;
  rule.candidate_games = 200;
  int found = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Random random(seed);
    const Chosen chosen = choose(rule, model, advantages, random);
    EXPECT_EQ(chosen.games, 200U * (8 + 4 + 2));
    found += chosen.candidate == 5 ? 1 : 0;
  }
  EXPECT_GE(found, 34);
}

RunTally tally_of(const GateRule& rule, std::uint64_t seed) {
  const GainModel gains{.name = "", .mean = 5};
  const Costs costs{.hours = 0.5};
  return ModelRun(rule, gains, FurtherCandidates(), costs, seed).play();
}

TEST(ModelRun, DependsOnItsSeedAlone) {
  const GateRule rule{.sprt = stats::SprtOptions{.elo0 = -10, .elo1 = 20}, .games = 200};
  EXPECT_EQ(tally_of(rule, 3).gain, tally_of(rule, 3).gain);
  EXPECT_NE(tally_of(rule, 3).gain, tally_of(rule, 4).gain);
}

// Without a gate every candidate is promoted, and nothing but self-play costs time: 0.09 hours a generation.
TEST(ModelRun, PromotesEverythingWithoutAGate) {
  const RunTally tally = tally_of({.sprt = {}, .is_open = true}, 1);
  EXPECT_EQ(tally.gates, 6U);
  EXPECT_EQ(tally.promotions, 6U);
  EXPECT_EQ(tally.games, 0U);
}

}  // namespace
}  // namespace hone::run
