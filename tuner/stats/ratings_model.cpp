// SPDX-License-Identifier: MIT
#include "tuner/stats/ratings_model.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace hone::stats {

namespace {

double logistic(double x) { return x >= 0 ? 1 / (1 + std::exp(-x)) : std::exp(x) / (1 + std::exp(x)); }

// log(1 + exp(x)), for any x.
double softplus(double x) { return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x))); }

LossTerms logistic_terms(const Trinomial& games, double x) {
  const double played = static_cast<double>(games.count());
  const double points = static_cast<double>(games.wins) + static_cast<double>(games.draws) / 2;
  const double expected = logistic(x);
  LossTerms terms;
  terms.value = points * softplus(-x) + (played - points) * softplus(x);
  terms.x = played * expected - points;
  terms.xx = played * expected * logistic(-x);
  return terms;
}

OutcomeChances davidson_chances(double x, double d) {
  const double most = std::max(std::abs(x) / 2, d);  // subtracted from all exponents, so that nothing overflows
  const double win = std::exp(x / 2 - most), draw = std::exp(d - most), loss = std::exp(-x / 2 - most);
  const double sum = win + draw + loss;
  return {win / sum, draw / sum, loss / sum};
}

// Win, draw and loss have the exponents x/2, d and -x/2; the derivatives are means and variances.
LossTerms davidson_terms(const Trinomial& games, double x, double d) {
  const double played = static_cast<double>(games.count()), draws = static_cast<double>(games.draws);
  const double lead = (static_cast<double>(games.wins) - static_cast<double>(games.losses)) / 2;
  const double most = std::max(std::abs(x) / 2, d);
  const double log_sum = most + std::log(std::exp(x / 2 - most) + std::exp(d - most) + std::exp(-x / 2 - most));
  const OutcomeChances chances = davidson_chances(x, d);
  const double mean = (chances.win - chances.loss) / 2;
  LossTerms terms;
  terms.value = played * log_sum - lead * x - draws * d;
  terms.x = played * mean - lead;
  terms.d = played * chances.draw - draws;
  terms.xx = played * ((chances.win + chances.loss) / 4 - mean * mean);
  terms.xd = -played * mean * chances.draw;
  terms.dd = played * chances.draw * (1 - chances.draw);
  return terms;
}

OutcomeChances logistic_chances(double x, double even_draws) {
  const double score = logistic(x), other = logistic(-x);
  const double draw = std::min(4 * even_draws * score * other, 2 * std::min(score, other));
  return {score - draw / 2, draw, other - draw / 2};
}

}  // namespace

std::uint64_t PairedEncounter::count() const {
  return std::accumulate(outcomes.begin(), outcomes.end(), std::uint64_t{0});
}

std::uint32_t RatedGames::player(std::string_view name) {
  if (const auto found = numbers_.find(name); found != numbers_.end()) return found->second;
  const auto number = static_cast<std::uint32_t>(names_.size());
  names_.emplace_back(name);
  numbers_.emplace(name, number);
  return number;
}

void RatedGames::add(std::uint32_t first, std::uint32_t second, const Trinomial& results) {
  if (first == second) {
    with_itself_ += results.count();
    return;
  }
  results_[std::uint64_t{first} << 32 | second] += results;
  games_ += results.count();
}

void RatedGames::add(std::string_view first, std::string_view second, const Trinomial& results) {
  const std::uint32_t one = player(first);  // numbered before the second
  add(one, player(second), results);
}

void RatedGames::add_pair(std::uint32_t one, std::uint32_t other, int half_points, int other_half_points) {
  add(one, other, one_game(half_points / 2.0));
  add(other, one, one_game(other_half_points / 2.0));
  if (one == other) return;
  if (one > other) std::swap(one, other), std::swap(half_points, other_half_points);
  ++pairs_[std::uint64_t{one} << 32 | other][static_cast<std::size_t>(3 * half_points + other_half_points)];
}

std::vector<PairedEncounter> RatedGames::paired() const {
  std::vector<PairedEncounter> all;
  for (const auto& [key, outcomes] : pairs_) {
    all.push_back({static_cast<std::uint32_t>(key >> 32), static_cast<std::uint32_t>(key), outcomes});
  }
  std::ranges::sort(all, {}, [](const PairedEncounter& met) { return std::pair(met.one, met.other); });
  return all;
}

std::vector<Encounter> RatedGames::encounters() const {
  std::vector<Encounter> all;
  for (const auto& [key, results] : results_) {
    all.push_back({static_cast<std::uint32_t>(key >> 32), static_cast<std::uint32_t>(key), results});
  }
  std::sort(all.begin(), all.end(), [](const Encounter& a, const Encounter& b) {
    return std::pair(a.first, a.second) < std::pair(b.first, b.second);
  });
  return all;
}

Trinomial one_game(double points) { return {.losses = points == 0.0, .draws = points == 0.5, .wins = points == 1.0}; }

const char* to_string(RatingModel model) { return model == RatingModel::logistic ? "logistic" : "davidson"; }

LossTerms loss_terms(RatingModel model, const Trinomial& games, double x, double d) {
  return model == RatingModel::logistic ? logistic_terms(games, x) : davidson_terms(games, x, d);
}

OutcomeChances outcome_chances(RatingModel model, double x, double d) {
  return model == RatingModel::logistic ? logistic_chances(x, d) : davidson_chances(x, d);
}

}  // namespace hone::stats
