// SPDX-License-Identifier: MIT
//
// What a gate of `hone run` is worth, by a model of runs. A run is a chain of generations: self-play and a fit give
// candidates whose true gain over the best weights is drawn from a normal distribution, a gate plays games by chance
// and decides, and what it promotes becomes the best. The decision is that of the run itself: stats::sprt after each
// pair of games, run::decide at the end, run::better_half among several candidates.
//
// Games come from the model of BayesElo (R. Coulom): a player with an advantage of x wins with the chance
// 1 / (1 + 10^((d - x) / 400)) and loses with 1 / (1 + 10^((d + x) / 400)), d being the draw Elo. An opening favours
// the first mover by an amount drawn from a normal distribution around 0, and each pair plays its opening with both
// colours. Gains are in logistic Elo, the one that scores are translated to.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "data/random.hpp"
#include "tests/normal.hpp"
#include "tuner/run/gate.hpp"
#include "tuner/run/halving.hpp"
#include "tuner/stats/statistics.hpp"
#include "tuner/stats/superiority.hpp"

namespace hone::run {

// -- Pairs of games

using PairChances = std::array<double, 5>;  // of 0, 1/2, 1, 3/2 and 2 points

class PairModel {
 public:
  // With these values a third of the games between equals is drawn.
  explicit PairModel(double draw_elo = 130, double opening_spread = 80)
      : draw_elo_(draw_elo), opening_spread_(opening_spread) {}

  [[nodiscard]] double opening(Random& random) const { return opening_spread_ * normal(random); }

  // Over all openings.
  [[nodiscard]] PairChances chances(double advantage) const {
    constexpr int steps = 15;
    constexpr double reach = 4.5;  // standard deviations to either side
    PairChances sum{};
    double weights = 0;
    for (int i = -steps; i <= steps; ++i) {
      const double z = reach * i / steps, weight = std::exp(-z * z / 2);
      const PairChances here = chances_from(advantage, opening_spread_ * z);
      for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += weight * here[k];
      weights += weight;
    }
    for (double& chance : sum) chance /= weights;
    return sum;
  }

  // From an opening that favours the first mover by so much.
  [[nodiscard]] PairChances chances_from(double advantage, double opening) const {
    const Game first = game(advantage + opening), second = game(advantage - opening);
    PairChances chances{};
    for (std::size_t a = 0; a < 3; ++a) {
      for (std::size_t b = 0; b < 3; ++b) chances[a + b] += first[a] * second[b];
    }
    return chances;
  }

  // The advantage with which a player scores what a lead in logistic Elo promises, by Newton's steps.
  [[nodiscard]] double advantage_of(double elo) const {
    constexpr double apart = 0.5;
    const double wanted = stats::score_of_elo(elo);
    double advantage = elo, step = 1;
    for (int i = 0; i < 50 && std::abs(step) > 1e-9; ++i) {
      const double slope = (score(chances(advantage + apart)) - score(chances(advantage - apart))) / (2 * apart);
      step = (wanted - score(chances(advantage))) / slope;
      advantage += step;
    }
    return advantage;
  }

  [[nodiscard]] static double score(const PairChances& chances) {
    double sum = 0;
    for (std::size_t k = 0; k < chances.size(); ++k) sum += static_cast<double>(k) / 4 * chances[k];
    return sum;
  }

  [[nodiscard]] static std::size_t drawn(const PairChances& chances, Random& random) {
    double rest = random.uniform();
    for (std::size_t k = 0; k + 1 < chances.size(); ++k) {
      if ((rest -= chances[k]) < 0) return k;
    }
    return chances.size() - 1;
  }

 private:
  using Game = std::array<double, 3>;  // chances of loss, draw and win

  [[nodiscard]] Game game(double advantage) const {
    const double win = 1 / (1 + std::pow(10, (draw_elo_ - advantage) / 400));
    const double loss = 1 / (1 + std::pow(10, (draw_elo_ + advantage) / 400));
    return {loss, 1 - win - loss, win};
  }

  double draw_elo_, opening_spread_;
};

// -- A gate

struct GateRule {
  std::optional<stats::SprtOptions> sprt;
  std::uint64_t games = 1'000;  // at most
  double los = 0.95;            // that promotes where the SPRT is undecided, or there is none
  std::size_t candidates = 1;
  std::uint64_t candidate_games = 100;  // of each candidate in each round of halving
  bool is_open = false;                 // promotes without a game
};

struct GateOutcome {
  bool promoted = false;
  bool decided = false;  // by the SPRT
  std::uint64_t games = 0;
};

[[nodiscard]] inline GateOutcome play_gate(const GateRule& rule, const PairChances& chances, Random& random) {
  if (rule.is_open) return {.promoted = true};
  stats::Pentanomial pairs;
  match::MatchSummary match;
  while (match.games + 2 <= rule.games && (!match.sprt || match.sprt->verdict == stats::SprtVerdict::undecided)) {
    ++pairs.pairs[PairModel::drawn(chances, random)];
    match.games += 2;
    if (rule.sprt && match.games >= least_gate_games) match.sprt = stats::sprt(pairs, *rule.sprt);
  }
  match.players.resize(2);
  match.players[0].results.pairs = match.players[0].results.distinct_pairs = pairs;
  match.players[0].results.los = stats::superiority(pairs);
  return {.promoted = decide(match, rule.los).promoted,
          .decided = match.sprt && !match.is_undecided(),
          .games = match.games};
}

// -- Several candidates

// Further candidates of a generation, against its fit.
struct FurtherCandidates {
  double handicap = 3;  // Elo that one is weaker than the fit on average
  double spread = 8;    // Elo
};

struct Chosen {
  std::size_t candidate = 0;
  std::uint64_t games = 0;
};

// In each round all candidates that are left meet the best weights from the same openings.
[[nodiscard]] inline Chosen choose(const GateRule& rule, const PairModel& model, const std::vector<double>& advantages,
                                   Random& random) {
  std::vector<std::size_t> left(advantages.size());
  for (std::size_t i = 0; i < left.size(); ++i) left[i] = i;
  std::vector<double> points(advantages.size(), 0.0);
  Chosen chosen;
  while (left.size() > 1) {
    for (std::uint64_t pair = 0; pair < rule.candidate_games / 2; ++pair) {
      const double opening = model.opening(random);
      for (const std::size_t one : left) {
        points[one] += static_cast<double>(PairModel::drawn(model.chances_from(advantages[one], opening), random)) / 2;
      }
      chosen.games += 2 * left.size();
    }
    std::vector<double> of_left;
    for (const std::size_t one : left) of_left.push_back(points[one]);
    std::vector<std::size_t> next;
    for (const std::size_t place : better_half(of_left)) next.push_back(left[place]);
    left = std::move(next);
  }
  chosen.candidate = left.front();
  return chosen;
}

// -- A run

// Where the gains of candidates come from. The best weights have a distance to what games can teach them. A fit covers
// a share of it, more or less; a candidate that is not promoted leaves the distance to the next one.
struct GainModel {
  std::string name;
  double mean = 0, spread = 8;  // Elo, of a candidate's gain apart from the distance
  double distance = 0;          // Elo, at the start
  double share = 0;             // of the distance that a fit covers
  double growth = 0;            // Elo by which a generation makes the distance longer, promoted or not
};

// What games cost. The unit is a game of the gate.
struct Costs {
  double self_play = 1'800;       // of a generation: 3,000 games at 3,000 nodes, where the gate has 5,000
  double games_an_hour = 20'000;  // of the gate
  double hours = 2;               // of a run; what was begun is finished
};

struct RunTally {
  double hours = 0, gain = 0;
  std::uint64_t gates = 0, games = 0, promotions = 0, wrong = 0, decided = 0;

  RunTally& operator+=(const RunTally& other) {
    hours += other.hours;
    gain += other.gain;
    gates += other.gates;
    games += other.games;
    promotions += other.promotions;
    wrong += other.wrong;
    decided += other.decided;
    return *this;
  }
};

class ModelRun {
 public:
  ModelRun(const GateRule& rule, const GainModel& gains, const FurtherCandidates& further, const Costs& costs,
           std::uint64_t seed)
      : rule_(rule), gains_(gains), further_(further), costs_(costs), seed_(seed), distance_(gains.distance) {}

  [[nodiscard]] RunTally play() {
    while (tally_.hours < costs_.hours) play_generation();
    return tally_;
  }

 private:
  // Candidates and games have random numbers of their own, so that two rules meet the same candidates.
  void play_generation() {
    Random fate(hash_seed(hash_seed(seed_, tally_.gates), 0)), games(hash_seed(hash_seed(seed_, tally_.gates), 1));
    const std::vector<double> gains = candidates(fate);
    std::vector<double> advantages;
    for (const double gain : gains) advantages.push_back(model_.advantage_of(gain));
    const Chosen chosen = choose(rule_, model_, advantages, games);
    const GateOutcome outcome = play_gate(rule_, model_.chances(advantages[chosen.candidate]), games);
    count(chosen, outcome, gains[chosen.candidate]);
    distance_ += gains_.growth;
  }

  [[nodiscard]] std::vector<double> candidates(Random& random) const {
    std::vector<double> gains{gains_.mean + gains_.share * distance_ + gains_.spread * normal(random)};
    for (std::size_t i = 1; i < rule_.candidates; ++i) {
      gains.push_back(gains.front() - further_.handicap + further_.spread * normal(random));
    }
    return gains;
  }

  void count(const Chosen& chosen, const GateOutcome& outcome, double gain) {
    const std::uint64_t games = chosen.games + outcome.games;
    tally_.hours += (costs_.self_play + static_cast<double>(games)) / costs_.games_an_hour;
    tally_.games += games;
    ++tally_.gates;
    tally_.decided += outcome.decided ? 1 : 0;
    if (!outcome.promoted) return;
    ++tally_.promotions;
    tally_.wrong += gain < 0 ? 1 : 0;
    tally_.gain += gain;
    distance_ -= gain;
  }

  const GateRule& rule_;
  const GainModel& gains_;
  const FurtherCandidates& further_;
  const Costs& costs_;
  std::uint64_t seed_;
  double distance_;
  PairModel model_;
  RunTally tally_;
};

}  // namespace hone::run
