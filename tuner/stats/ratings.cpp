// SPDX-License-Identifier: MIT
#include "tuner/stats/ratings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "data/error.hpp"
#include "tuner/stats/ratings_advantage.hpp"
#include "tuner/stats/ratings_fit.hpp"
#include "tuner/stats/ratings_groups.hpp"
#include "tuner/stats/sample.hpp"

namespace hone::stats {

namespace {

using Index = Eigen::Index;

constexpr std::size_t most_players = 4000;  // the Hessian then takes 128 MB

void require_rating(bool holds, std::string_view bound) {
  if (!holds) throw Error(fmt::format("rating: {}", bound));
}

// The games of the players who can be rated; these are numbered anew, group by group.
struct Selection {
  RatingProblem problem;
  std::vector<std::uint32_t> players;  // their numbers in the collection
};

Selection select(const RatedGames& games, const RatingGroups& groups, const RatingOptions& options) {
  Selection chosen;
  chosen.problem.model = options.model;
  if (options.advantage) chosen.problem.advantage = *options.advantage * std::numbers::ln10 / options.scale;
  std::vector<std::uint32_t> number(games.names().size(), nobody);
  for (std::uint32_t group = 0; group < groups.groups.size(); ++group) {
    for (const std::uint32_t player : groups.groups[group]) {
      number[player] = static_cast<std::uint32_t>(chosen.players.size());
      chosen.players.push_back(player);
      chosen.problem.group.push_back(group);
    }
  }
  for (Encounter met : games.encounters()) {
    met.first = number[met.first], met.second = number[met.second];
    if (met.first == nobody || met.second == nobody) continue;
    if (chosen.problem.group[met.first] != chosen.problem.group[met.second]) continue;
    chosen.problem.encounters.push_back(met);
  }
  for (PairedEncounter met : games.paired()) {
    met.one = number[met.one], met.other = number[met.other];
    if (met.one == nobody || met.other == nobody) continue;
    if (chosen.problem.group[met.one] != chosen.problem.group[met.other]) continue;
    chosen.problem.pairs.push_back(met);
  }
  return chosen;
}

// Why the first few of those who cannot be rated cannot.
std::string reasons(const RatingGroups& groups, const RatedGames& games) {
  std::string text = games.names().empty() ? ": there are no games" : "";
  for (std::size_t i = 0; i < std::min<std::size_t>(groups.taken_out.size(), 4); ++i) {
    const TakenOutPlayer& out = groups.taken_out[i];
    text += fmt::format("{} {} {}", i == 0 ? ":" : ",", games.names()[out.player], to_string(out.reason));
  }
  return groups.taken_out.size() > 4 ? text + ", ..." : text;
}

bool has_decided_games(const RatingProblem& problem) {
  return std::any_of(problem.encounters.begin(), problem.encounters.end(),
                     [](const Encounter& met) { return met.results.draws < met.results.count(); });
}

// An advantage that would be infinite is kept finite and has a bound; one that cannot be told apart from the strengths
// is left at 0. The bound is a strength.
RatingFit fit(RatingProblem& problem, RatingSummary& summary) {
  RatingFit found = fit_ratings(problem);
  if (found.status == RatingStatus::converged) return found;
  if (!problem.advantage) {
    const auto bound = advantage_bound(problem);
    problem.has_drawn_game = bound.has_value();
    if (bound) (bound->is_least ? summary.least_advantage : summary.most_advantage) = bound->bound;
    if (!bound) problem.advantage = 0;
    summary.advantage_is_unknown = !bound;
    found = fit_ratings(problem);
  }
  if (found.status == RatingStatus::converged) return found;
  throw Error(fmt::format("the ratings have no finite maximum under the {} model{}", to_string(problem.model),
                          problem.model == RatingModel::davidson ? "; the logistic model has one" : ""));
}

// Turns strengths into rating points, measured from the anchor or the average.
class Scale {
 public:
  Scale(const Selection& chosen, const RatedGames& games, const RatingFit& found, const RatingOptions& options)
      : chosen_(chosen), options_(options), points_(options.scale / std::numbers::ln10), found_(found) {
    if (options.anchor) anchor_ = find_anchor(games);
  }

  [[nodiscard]] double points() const { return points_; }  // of one unit of strength
  [[nodiscard]] double rating(std::size_t player) const {
    if (!anchored(player)) return options_.average + points_ * found_.strength(player);
    return options_.anchor->rating + points_ * (found_.strength(player) - found_.strength(*anchor_));
  }
  [[nodiscard]] double error(std::size_t player, const Eigen::MatrixXd& covariance) const {
    const auto i = static_cast<Index>(player);
    double variance = covariance(i, i);
    if (anchored(player)) variance = variance_of_difference(covariance, i, static_cast<Index>(*anchor_));
    return z95 * points_ * std::sqrt(std::max(variance, 0.0));
  }
  [[nodiscard]] static double variance_of_difference(const Eigen::MatrixXd& covariance, Index i, Index j) {
    return covariance(i, i) + covariance(j, j) - 2 * covariance(i, j);
  }

 private:
  [[nodiscard]] bool anchored(std::size_t player) const {
    return anchor_ && chosen_.problem.group[player] == chosen_.problem.group[*anchor_];
  }
  [[nodiscard]] std::size_t find_anchor(const RatedGames& games) const {
    for (std::size_t i = 0; i < chosen_.players.size(); ++i) {
      if (games.names()[chosen_.players[i]] == options_.anchor->player) return i;
    }
    throw Error(fmt::format("the anchor '{}' is not among the players who can be rated", options_.anchor->player));
  }

  const Selection& chosen_;
  const RatingOptions& options_;
  double points_;
  const RatingFit& found_;
  std::optional<std::size_t> anchor_;
};

std::vector<RatedPlayer> rated_players(const Selection& chosen, const RatedGames& games, const RatingFit& found,
                                       const Scale& scale) {
  std::vector<RatedPlayer> players(chosen.players.size());
  for (std::size_t i = 0; i < players.size(); ++i) {
    players[i].name = games.names()[chosen.players[i]];
    players[i].group = chosen.problem.group[i];
    players[i].rating = scale.rating(i);
    players[i].error = scale.error(i, found.covariance);
  }
  for (const Encounter& met : chosen.problem.encounters) {
    players[met.first].results += met.results;
    players[met.second].results += met.results.reversed();
  }
  return players;
}

// By group, then rating, then name.
std::vector<std::size_t> ranking(const std::vector<RatedPlayer>& players) {
  std::vector<std::size_t> order(players.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const RatedPlayer &one = players[a], &other = players[b];
    if (one.group != other.group) return one.group < other.group;
    if (one.rating != other.rating) return one.rating > other.rating;
    return one.name < other.name;
  });
  return order;
}

// The chance that player i is better than player j.
double superiority(const RatingProblem& problem, const RatingFit& found, std::size_t i, std::size_t j) {
  if (i == j || problem.group[i] != problem.group[j]) return 0.5;
  const double variance = Scale::variance_of_difference(found.covariance, static_cast<Index>(i), static_cast<Index>(j));
  return normal_cdf((found.strength(i) - found.strength(j)) / std::sqrt(variance));
}

std::vector<std::vector<double>> superiorities(const RatingProblem& problem, const RatingFit& found,
                                               const std::vector<std::size_t>& order) {
  std::vector<std::vector<double>> result;
  for (const std::size_t i : order) {
    std::vector<double>& row = result.emplace_back();
    for (const std::size_t j : order) row.push_back(superiority(problem, found, i, j));
  }
  return result;
}

void simulate(const Selection& chosen, const RatingFit& found, const Scale& scale, const RatingOptions& options,
              RatingSummary& summary) {
  if (options.simulation.simulations == 0) return;
  const RatingSimulation simulation = simulate_ratings(chosen.problem, found, options.simulation);
  summary.simulations = simulation.used;
  if (simulation.used < 2) return;
  for (std::size_t i = 0; i < summary.players.size(); ++i) {
    summary.players[i].simulated_error = scale.error(i, simulation.covariance);
  }
  if (chosen.problem.advantage || chosen.problem.has_drawn_game) return;
  summary.simulated_advantage_error = z95 * scale.points() * simulation.advantage_error;
}

void describe(const RatingFit& found, const RatingProblem& problem, const Scale& scale, RatingSummary& summary) {
  summary.advantage = scale.points() * found.advantage();
  for (auto* bound : {&summary.least_advantage, &summary.most_advantage}) {
    if (*bound) **bound *= scale.points();
  }
  if (!problem.advantage && !problem.has_drawn_game)
    summary.advantage_error = z95 * scale.points() * found.advantage_error();
  summary.even_draws = outcome_chances(problem.model, 0, found.draws).draw;
  summary.dispersion = found.dispersion;
  summary.iterations = found.iterations;
  summary.log_likelihood = found.log_likelihood;
  for (const Encounter& met : problem.encounters) summary.games += met.results.count();
  for (const PairedEncounter& met : problem.pairs) summary.pairs += met.count();
}

std::vector<RatedPlayer> sorted(std::vector<RatedPlayer>& players, const std::vector<std::size_t>& order) {
  std::vector<RatedPlayer> result;
  for (const std::size_t i : order) result.push_back(std::move(players[i]));
  return result;
}

}  // namespace

double ordo_scale() { return 202 / std::log10(0.76 / 0.24); }

void RatingOptions::validate() const {
  require_rating(scale > 0 && std::isfinite(scale), "the scale must be above 0");
  require_rating(std::isfinite(average), "the average must be a number");
  require_rating(!anchor || std::isfinite(anchor->rating), "the anchor's rating must be a number");
  require_rating(!advantage || std::abs(*advantage) <= 10 * scale, "the advantage must be within 10 times the scale");
  require_rating(simulation.simulations != 1, "a single simulation has no spread: take 0 or more than 1");
}

double RatedPlayer::points() const {
  return static_cast<double>(results.wins) + static_cast<double>(results.draws) / 2;
}

RatingSummary rate(const RatedGames& games, const RatingOptions& options) {
  options.validate();
  const RatingGroups groups = find_groups(games.names().size(), games.encounters());
  Selection chosen = select(games, groups, options);
  if (chosen.players.empty()) throw Error("rating: nobody can be rated" + reasons(groups, games));
  require_rating(chosen.players.size() <= most_players, "more than 4000 players");
  require_rating(options.model == RatingModel::logistic || has_decided_games(chosen.problem),
                 "Davidson's model needs a game that was decided; the logistic model does without");

  RatingSummary summary;
  summary.groups = groups.groups.size();
  summary.games_between = groups.games_between;
  summary.links = groups.links;
  for (const auto& [player, reason, count] : groups.taken_out) {
    summary.unrated.push_back({games.names()[player], reason, count});
  }
  const RatingFit found = fit(chosen.problem, summary);
  const Scale scale(chosen, games, found, options);
  summary.players = rated_players(chosen, games, found, scale);
  simulate(chosen, found, scale, options, summary);
  describe(found, chosen.problem, scale, summary);
  const std::vector<std::size_t> order = ranking(summary.players);
  summary.superiority = superiorities(chosen.problem, found, order);
  summary.players = sorted(summary.players, order);
  return summary;
}

}  // namespace hone::stats
