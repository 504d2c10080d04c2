// SPDX-License-Identifier: MIT
#include "tuner/ratings/ratings_simulation.hpp"

#include <cmath>

#include "data/random.hpp"
#include "tuner/ratings/ratings_groups.hpp"

namespace hone {
namespace {

using Index = Eigen::Index;

Trinomial drawn(const OutcomeChances& chances, std::uint64_t games, Random& random) {
  Trinomial results;
  for (std::uint64_t i = 0; i < games; ++i) {
    const double place = random.uniform();
    ++(place < chances.win ? results.wins : place < chances.win + chances.draw ? results.draws : results.losses);
  }
  return results;
}

RatingProblem drawn(const RatingProblem& problem, const RatingFit& fit, Random& random) {
  RatingProblem other = problem;
  for (Encounter& met : other.encounters) {
    const double x = fit.strength(met.first) - fit.strength(met.second) + fit.advantage();
    met.results = drawn(outcome_chances(problem.model, x, fit.draws), met.results.count(), random);
  }
  return other;
}

bool is_linked(const RatingProblem& problem) {
  const RatingGroups found = find_groups(problem.players(), problem.encounters);
  return found.taken_out.empty() && found.groups.size() == problem.groups();
}

// Sums over the simulations of what the results are averages of.
struct Sums {
  Vector sum;
  Matrix products;

  explicit Sums(Index size) : sum(Vector::Zero(size)), products(Matrix::Zero(size, size)) {}

  void add(const Vector& parameters, const Vector& center) {
    const Vector change = parameters - center;  // small numbers: their squares keep their digits
    sum += change;
    products += change * change.transpose();
  }
};

}  // namespace

RatingSimulation simulate_ratings(const RatingProblem& problem, const RatingFit& fit,
                                  const SimulationOptions& options) {
  const auto players = static_cast<Index>(problem.players());
  Sums sums(players + 1);  // the advantage, too
  RatingSimulation result;
  Random random(options.seed);
  for (std::uint64_t i = 0; i < options.simulations; ++i) {
    const RatingProblem other = drawn(problem, fit, random);
    if (!is_linked(other)) continue;
    const RatingFit found = fit_ratings(other, &fit.parameters);
    if (found.status != RatingStatus::converged) continue;
    sums.add(found.parameters.head(players + 1), fit.parameters.head(players + 1));
    ++result.used;
  }
  if (result.used < 2) return result;
  const double used = static_cast<double>(result.used);
  const Matrix covariance = (sums.products - sums.sum * sums.sum.transpose() / used) / (used - 1);
  result.covariance = covariance.topLeftCorner(players, players);
  result.advantage_error = std::sqrt(covariance(players, players));
  return result;
}

}  // namespace hone
