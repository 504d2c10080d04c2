// SPDX-License-Identifier: MIT
//
// Ratings of players from their games: which players can be rated, their maximum-likelihood ratings with errors, and
// how likely each is to be better than each other.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tuner/stats/ratings_groups.hpp"
#include "tuner/stats/ratings_model.hpp"

namespace hone::stats {

inline constexpr double elo_scale = 400;  // rating points for odds of 10 to 1
// The scale of Ordo: 202 points for an expected score of 76 %; differences are those of Elo divided by 0.99129.
[[nodiscard]] double ordo_scale();

// Errors of ratings without the help of the Hessian: the same games are drawn again and again from the fitted model,
// and rated each time.
struct SimulationOptions {
  std::uint64_t simulations = 0;
  std::uint64_t seed = 1;
};

struct Anchor {
  std::string player;
  double rating = 0;
};

struct RatingOptions {
  RatingModel model = RatingModel::logistic;
  double scale = elo_scale;
  double average = 0;               // of each group's ratings ...
  std::optional<Anchor> anchor;     // ... but of this player's group, whose ratings follow from it
  std::optional<double> advantage;  // of the first mover, in rating points; nothing: fitted
  SimulationOptions simulation;

  void validate() const;  // throws Error naming the bound that is broken
};

struct RatedPlayer {
  std::string name;
  std::size_t group = 0;
  double rating = 0;
  double error = 0;  // half-width of the 95 % interval, with the anchor or the group's average taken as exact
  std::optional<double> simulated_error;
  Trinomial results;  // of the games that were rated, from the player's view

  [[nodiscard]] double points() const;
};

struct UnratedPlayer {
  std::string name;
  TakenOut reason = TakenOut::no_games;
  std::uint64_t games = 0;  // that the reason speaks of
};

struct RatingSummary {
  std::vector<RatedPlayer> players;  // by group, the best first
  // superiority[i][j]: the chance that players[i] is better than players[j]; a half across groups.
  std::vector<std::vector<double>> superiority;
  std::vector<UnratedPlayer> unrated;
  std::size_t groups = 0;
  std::vector<GroupLink> links;  // groups that met; the numbers are those of RatedPlayer::group

  double advantage = 0;                   // of the first mover, in rating points
  std::optional<double> advantage_error;  // 95 %; nothing: the advantage was not fitted
  std::optional<double> simulated_advantage_error;
  bool advantage_is_unknown = false;  // it was to be fitted, but the games do not tell it, so 0 was taken
  // At 95 %, where the games tell only that it is larger, or smaller: the first mover won them all, say. The value is
  // then that which is most likely after another drawn game between equals.
  std::optional<double> least_advantage, most_advantage;
  double even_draws = 0;  // the chance of a draw between equal players without an advantage
  double dispersion = 1;  // of scores, as a share of what wins and losses alone would have

  std::uint64_t games = 0;          // that were rated
  std::uint64_t pairs = 0;          // of two of these games each, from which their errors were taken
  std::uint64_t games_between = 0;  // between groups, left out
  std::uint64_t simulations = 0;    // that had finite ratings
  int iterations = 0;
  double log_likelihood = 0;
};

// Throws Error when nobody can be rated, the anchor is not among those who can, or the ratings have no finite maximum.
[[nodiscard]] RatingSummary rate(const RatedGames& games, const RatingOptions& options);

}  // namespace hone::stats
