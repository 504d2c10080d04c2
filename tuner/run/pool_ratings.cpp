// SPDX-License-Identifier: MIT
#include "tuner/run/pool_ratings.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>
#include <set>
#include <utility>

#include <Eigen/Dense>
#include "data/error.hpp"
#include "tuner/stats/ratings.hpp"
#include "tuner/stats/sample.hpp"

namespace hone::run {

namespace {

constexpr double elo_per_strength = stats::elo_scale / std::numbers::ln10;

double pool_points(char result) { return result == 'w' ? 1 : result == 'd' ? 0.5 : 0; }

// Moves first in every other game, from the first on.
bool moves_first(std::size_t game) { return game % 2 == 0; }

// The 97.5 % quantile of Student's distribution: from a table for up to six degrees, and from seven on, where it is
// good to a thousandth, by its expansion in 1 / degrees (Abramowitz and Stegun, table 26.10 and 26.7.5).
double student_quantile(double degrees) {
  constexpr double few[] = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447};
  if (degrees < 7) return few[static_cast<std::size_t>(std::max(1.0, degrees)) - 1];
  const double z = stats::z95, z2 = z * z;
  const double first = z * (z2 + 1) / 4;
  const double second = z * (5 * z2 * z2 + 16 * z2 + 3) / 96;
  const double third = z * (3 * z2 * z2 * z2 + 19 * z2 * z2 + 17 * z2 - 15) / 384;
  return z + first / degrees + second / (degrees * degrees) + third / (degrees * degrees * degrees);
}

// -- Ratings

std::optional<stats::RatingSummary> rated(std::span<const PoolMatch> matches) {
  stats::RatedGames games;
  for (const PoolMatch& match : matches) {
    const std::string own = weights_name(match.generation);
    for (std::size_t game = 0; game < match.results.size(); ++game) {
      const stats::Trinomial result = stats::one_game(pool_points(match.results[game]));
      if (moves_first(game)) games.add(own, match.rated_as, result);
      if (!moves_first(game)) games.add(match.rated_as, own, result.reversed());
    }
  }
  try {
    return stats::rate(games, {});
  } catch (const Error&) {
    return std::nullopt;  // nobody has a finite rating
  }
}

// The players who can be rated together with the first of the run's own weights that can be rated. Player 0 is that
// one, the reference, whose strength is 0.
class PoolFit {
 public:
  explicit PoolFit(std::span<const PoolMatch> matches) : matches_(matches) {
    if (const auto summary = rated(matches)) choose(*summary);
    if (!names_.empty()) find_errors();
  }

  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  [[nodiscard]] std::optional<std::size_t> find(const std::string& name) const {
    const auto found = std::ranges::find(names_, name);
    if (found == names_.end()) return std::nullopt;
    return static_cast<std::size_t>(found - names_.begin());
  }
  // The rating of one player over that of another, with its 95 % interval.
  [[nodiscard]] stats::Interval difference(std::size_t player, std::size_t other) const {
    const double value = elo_per_strength * (strengths_[player] - strengths_[other]);
    const double error = elo_per_strength * quantile_ * std::sqrt(std::max(0.0, variance(player, other)));
    return {.value = value, .low = value - error, .high = value + error};
  }

 private:
  void choose(const stats::RatingSummary& summary);
  void find_errors();
  [[nodiscard]] Eigen::VectorXd gradient_of(const PoolMatch& match, std::size_t game, std::size_t own,
                                            std::size_t opponent);
  [[nodiscard]] double variance(std::size_t i, std::size_t j) const {
    const auto at = [this](std::size_t row, std::size_t column) {
      return covariance_(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(column));
    };
    return at(i, i) + at(j, j) - 2 * at(i, j);
  }

  std::span<const PoolMatch> matches_;
  std::vector<std::string> names_;
  std::vector<double> strengths_;  // natural logarithms of odds
  double advantage_ = 0;
  double quantile_ = 0;  // of Student's distribution, for the number of clusters
  Eigen::MatrixXd hessian_, covariance_;
};

void PoolFit::choose(const stats::RatingSummary& summary) {
  std::set<int> generations;
  for (const PoolMatch& match : matches_) generations.insert(match.generation);
  const stats::RatedPlayer* reference = nullptr;
  for (const int generation : generations) {
    const auto found = std::ranges::find(summary.players, weights_name(generation), &stats::RatedPlayer::name);
    if (reference == nullptr && found != summary.players.end()) reference = &*found;
  }
  if (reference == nullptr) return;
  advantage_ = summary.advantage / elo_per_strength;
  names_ = {reference->name};
  strengths_ = {0};
  for (const stats::RatedPlayer& player : summary.players) {
    if (player.group != reference->group || &player == reference) continue;
    names_.push_back(player.name);
    strengths_.push_back((player.rating - reference->rating) / elo_per_strength);
  }
}

// The gradient of a game's log likelihood by the strengths; adds its curvature to the Hessian.
Eigen::VectorXd PoolFit::gradient_of(const PoolMatch& match, std::size_t game, std::size_t own, std::size_t opponent) {
  const double advantage = moves_first(game) ? advantage_ : -advantage_;
  const double expected = 1 / (1 + std::exp(strengths_[opponent] - strengths_[own] - advantage));
  const auto i = static_cast<Eigen::Index>(own), j = static_cast<Eigen::Index>(opponent);
  const double curvature = expected * (1 - expected);
  hessian_(i, i) += curvature, hessian_(j, j) += curvature;
  hessian_(i, j) -= curvature, hessian_(j, i) -= curvature;
  Eigen::VectorXd gradient = Eigen::VectorXd::Zero(hessian_.rows());
  gradient(i) = pool_points(match.results[game]) - expected;
  gradient(j) = -gradient(i);
  return gradient;
}

// The reference's strength is given, so its row and column are left out of the inversion.
void PoolFit::find_errors() {
  const auto size = static_cast<Eigen::Index>(names_.size());
  hessian_ = Eigen::MatrixXd::Zero(size, size);
  covariance_ = Eigen::MatrixXd::Zero(size, size);
  std::map<std::pair<std::string, std::size_t>, Eigen::VectorXd> clusters;  // by opponent and opening
  for (const PoolMatch& match : matches_) {
    const auto own = find(weights_name(match.generation)), opponent = find(match.rated_as);
    if (!own || !opponent) continue;
    for (std::size_t game = 0; game < match.results.size(); ++game) {
      auto& cluster = clusters.try_emplace({match.opponent, game / 2}, Eigen::VectorXd::Zero(size)).first->second;
      cluster += gradient_of(match, game, *own, *opponent);
    }
  }
  const auto count = static_cast<double>(clusters.size());
  if (size < 2 || count < 2) return names_.clear();  // one pair of games has no spread
  Eigen::MatrixXd spread = Eigen::MatrixXd::Zero(size, size);
  for (const auto& [key, gradient] : clusters) spread += gradient * gradient.transpose();
  const Eigen::MatrixXd inverse =
      hessian_.bottomRightCorner(size - 1, size - 1).ldlt().solve(Eigen::MatrixXd::Identity(size - 1, size - 1));
  covariance_.bottomRightCorner(size - 1, size - 1) =
      count / (count - 1) * inverse * spread.bottomRightCorner(size - 1, size - 1) * inverse;
  quantile_ = student_quantile(count - 1);
}

PoolRating rating_of(const PoolFit& fit, std::size_t player, std::span<const PoolMatch> matches) {
  PoolRating rating{fit.names()[player], fit.difference(player, 0), 0, 0};
  for (const PoolMatch& match : matches) {
    const double points = std::accumulate(match.results.begin(), match.results.end(), 0.0,
                                          [](double sum, char result) { return sum + pool_points(result); });
    const auto games = static_cast<double>(match.results.size());
    const bool is_own = weights_name(match.generation) == rating.name, is_opponent = match.rated_as == rating.name;
    if (is_own) rating.points += points;
    if (is_opponent) rating.points += games - points;
    if (is_own || is_opponent) rating.games += match.results.size();
  }
  return rating;
}

}  // namespace

PoolTable rate_pool(std::span<const PoolMatch> matches) {
  const PoolFit fit(matches);
  PoolTable table;
  if (!fit.names().empty()) table.reference = fit.names().front();
  for (std::size_t player = 0; player < fit.names().size(); ++player) {
    table.ratings.push_back(rating_of(fit, player, matches));
  }
  std::ranges::stable_sort(table.ratings, std::greater(), [](const PoolRating& rating) { return rating.elo.value; });
  std::set<std::string> others;
  for (const PoolMatch& match : matches) others.insert({weights_name(match.generation), match.rated_as});
  for (const std::string& name : others) {
    if (!fit.find(name)) table.unrated.push_back(name);
  }
  return table;
}

// -- Comparison

namespace {

// The points of a player in each pair of games against an opponent; half of them against itself.
std::optional<std::vector<double>> pair_points(std::span<const PoolMatch> matches, int generation,
                                               const PoolMatch& with) {
  std::vector<double> pairs(with.results.size() / 2, 1.0);
  if (with.rated_as == weights_name(generation)) return pairs;
  const auto found = std::ranges::find_if(matches, [&](const PoolMatch& match) {
    return match.generation == generation && match.opponent == with.opponent && match.rated_as == with.rated_as;
  });
  if (found == matches.end() || found->results.size() != with.results.size()) return std::nullopt;
  for (std::size_t pair = 0; pair < pairs.size(); ++pair) {
    pairs[pair] = pool_points(found->results[2 * pair]) + pool_points(found->results[2 * pair + 1]);
  }
  return pairs;
}

stats::Interval mean_of(const std::vector<double>& values) {
  const auto count = static_cast<double>(values.size());
  if (values.empty()) return {};
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  const double error = count < 2 ? 1 : student_quantile(count - 1) * std::sqrt(squares / (count - 1) / count);
  return {.value = mean, .low = mean - error, .high = mean + error};
}

// Of five pairs that differ all are lost by chance once in 16 times, to one side or the other, of six once in 32. Fewer
// say nothing at 95 %, however alike they are.
bool are_enough(const std::vector<double>& gained) {
  constexpr int least = 6;
  return std::ranges::count_if(gained, [](double gain) { return gain != 0; }) >= least;
}

}  // namespace

PoolComparison compare_in_pool(std::span<const PoolMatch> matches, int candidate, int before) {
  PoolComparison result;
  result.before = before;
  std::vector<double> gained;
  double points = 0, points_before = 0;
  for (const PoolMatch& match : matches) {
    if (match.generation != candidate) continue;
    const auto after = pair_points(matches, candidate, match), earlier = pair_points(matches, before, match);
    if (!after || !earlier) continue;
    for (std::size_t pair = 0; pair < after->size(); ++pair) {
      gained.push_back(((*after)[pair] - (*earlier)[pair]) / 2);
      points += (*after)[pair], points_before += (*earlier)[pair];
    }
  }
  result.pairs = gained.size();
  if (gained.empty()) return result;
  result.score = points / (2 * static_cast<double>(gained.size()));
  result.score_before = points_before / (2 * static_cast<double>(gained.size()));
  result.gained = mean_of(gained);
  const PoolFit fit(matches);
  const auto player = fit.find(weights_name(candidate)), other = fit.find(weights_name(before));
  if (player && other) result.elo = fit.difference(*player, *other);
  result.has_fallen = (result.elo ? result.elo->high : result.gained.high) < 0 && are_enough(gained);
  return result;
}

}  // namespace hone::run
