// SPDX-License-Identifier: MIT
#include "tuner/stats/ratings_advantage.hpp"

#include <cmath>

namespace hone::stats {

namespace {

constexpr double farthest = 14;  // a chance of 1e-6 to lose; Newton's method still sees the strengths
constexpr double one_in_twenty = 0.05;

// Of the most likely strengths at that advantage; nothing where these are not finite.
std::optional<double> log_likelihood_at(const RatingProblem& problem, double advantage) {
  RatingProblem given = problem;
  given.advantage = advantage;
  given.pairs.clear();
  const RatingFit fit = fit_ratings(given);
  return fit.status == RatingStatus::converged ? std::optional(fit.log_likelihood) : std::nullopt;
}

// Between `unlikely`, where the likelihood is below the least, and `likely`.
double crossing_of(const RatingProblem& problem, double least, double unlikely, double likely) {
  for (int i = 0; i < 40; ++i) {
    const double middle = (unlikely + likely) / 2;
    const auto found = log_likelihood_at(problem, middle);
    (found && *found >= least ? likely : unlikely) = middle;
  }
  return (unlikely + likely) / 2;
}

}  // namespace

std::optional<AdvantageBound> advantage_bound(const RatingProblem& problem) {
  const auto below = log_likelihood_at(problem, -farthest), above = log_likelihood_at(problem, farthest);
  if (!below || !above) return std::nullopt;
  const bool is_least = *above > *below;
  const double least = std::max(*above, *below) + std::log(one_in_twenty);
  if (std::min(*above, *below) >= least) return std::nullopt;
  const double likely = is_least ? farthest : -farthest;
  return AdvantageBound{crossing_of(problem, least, -likely, likely), is_least};
}

}  // namespace hone::stats
