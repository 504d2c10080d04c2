// SPDX-License-Identifier: MIT
#include "tuner/stats/ratings_fit.hpp"

#include <algorithm>
#include <cmath>

#include "data/random.hpp"
#include "tuner/stats/ratings_errors.hpp"
#include "tuner/stats/ratings_groups.hpp"

namespace hone::stats {

namespace {

using Index = Eigen::Index;

constexpr int most_iterations = 100;
// Twice the log likelihood that the last step gains: a distance of 1e-7 standard errors, squared by the step.
constexpr double least_decrement = 1e-14;
// A strength or an error above these shows that the maximum is at infinity.
constexpr double largest_strength = 40;
constexpr double largest_error = 1e4;
constexpr double no_draws = -40;  // Davidson's d when there is no draw: a chance of exp(-40)

Trinomial all_results(const RatingProblem& problem) {
  Trinomial sum;
  for (const Encounter& met : problem.encounters) sum += met.results;
  return sum;
}

bool fits_draws(const RatingProblem& problem) {
  return problem.model == RatingModel::davidson && all_results(problem).draws > 0;
}

Eigen::VectorXd start_of(const RatingProblem& problem, const Eigen::VectorXd* given) {
  Eigen::VectorXd start = given != nullptr ? *given : Eigen::VectorXd::Zero(problem.place_of_draws() + 1);
  if (problem.advantage) start(problem.place_of_advantage()) = *problem.advantage;
  if (!fits_draws(problem)) start(problem.place_of_draws()) = no_draws;
  return start;
}

// Takes a parameter out of the equations: its step is 0.
void hold(RatingLoss& loss, Index parameter) {
  loss.gradient(parameter) = 0;
  loss.hessian.row(parameter).setZero();
  loss.hessian.col(parameter).setZero();
  loss.hessian(parameter, parameter) = 1;
}

void hold_what_is_given(const RatingProblem& problem, RatingLoss& loss) {
  if (problem.advantage) hold(loss, problem.place_of_advantage());
  if (!fits_draws(problem)) hold(loss, problem.place_of_draws());
}

// The games do not determine the mean of a group, and these make it 0: a column of length 1 for each group.
Eigen::MatrixXd group_means(const RatingProblem& problem) {
  Eigen::MatrixXd means = Eigen::MatrixXd::Zero(problem.place_of_draws() + 1, problem.groups());
  for (std::size_t i = 0; i < problem.players(); ++i) means(static_cast<Index>(i), problem.group[i]) = 1;
  means.colwise().normalize();
  return means;
}

struct Newton {
  const RatingProblem& problem;
  Eigen::MatrixXd means;  // of groups
  Eigen::VectorXd parameters;
  RatingLoss loss;
  Eigen::LLT<Eigen::MatrixXd> factor;

  void evaluate() {
    loss = rating_loss(problem, parameters);
    hold_what_is_given(problem, loss);
    // Weighted like the rest, so that the factor stays well scaled; it has no effect on the step.
    factor.compute(loss.hessian + scale() * means * means.transpose());
  }
  [[nodiscard]] double scale() const { return std::max(loss.hessian.diagonal().maxCoeff(), 1.0); }

  // Halves the step until the loss falls, which convexity guarantees.
  void take(Eigen::VectorXd step) {
    const double before = loss.value;
    for (int halvings = 0; halvings < 60; ++halvings, step /= 2) {
      const Eigen::VectorXd next = parameters + step;
      if (rating_loss(problem, next).value <= before + 1e-12 * std::abs(before)) {
        parameters = next;
        return;
      }
    }
  }

  // The covariance of the parameters; it is 0 for those that are held and for the means of groups.
  [[nodiscard]] Eigen::MatrixXd covariance() const {
    Eigen::MatrixXd inverse = factor.solve(Eigen::MatrixXd::Identity(parameters.size(), parameters.size()));
    inverse -= means * means.transpose() / scale();
    if (problem.advantage) inverse(problem.place_of_advantage(), problem.place_of_advantage()) = 0;
    if (!fits_draws(problem)) inverse(problem.place_of_draws(), problem.place_of_draws()) = 0;
    return inverse;
  }
};

bool is_finite(const RatingFit& fit) {
  return fit.covariance.allFinite() && fit.covariance.diagonal().maxCoeff() < largest_error * largest_error;
}

// The share of draws between equal players for which the expected number of draws is the number found.
double even_draws_of(const RatingProblem& problem, const Eigen::VectorXd& parameters) {
  const double wanted = static_cast<double>(all_results(problem).draws);
  double low = 0, high = 1;
  for (int i = 0; i < 50; ++i) {
    const double share = (low + high) / 2;
    double expected = 0;
    for (const Encounter& met : problem.encounters) {
      const double x = problem.ahead(met.first, met.second, parameters);
      expected += static_cast<double>(met.results.count()) * outcome_chances(RatingModel::logistic, x, share).draw;
    }
    (expected < wanted ? low : high) = share;
  }
  return (low + high) / 2;
}

void find_draws(const RatingProblem& problem, RatingFit& fit) {
  fit.draws = even_draws_of(problem, fit.parameters);
  fit.dispersion = dispersion_of(problem, fit.parameters);
}

void finish(const RatingProblem& problem, const Newton& newton, RatingFit& fit) {
  fit.parameters = newton.parameters;
  fit.log_likelihood = -newton.loss.value;
  fit.covariance = newton.covariance();
  if (!is_finite(fit)) fit.status = RatingStatus::not_finite;
  fit.draws = fit.parameters(problem.place_of_draws());
  if (problem.model == RatingModel::logistic) find_draws(problem, fit);
  fit.covariance = with_errors_by_pairs(problem, fit);
}

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
  other.pairs.clear();
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

// Sums over the simulations, for the covariance.
struct Sums {
  Eigen::VectorXd sum;
  Eigen::MatrixXd products;

  explicit Sums(Index size) : sum(Eigen::VectorXd::Zero(size)), products(Eigen::MatrixXd::Zero(size, size)) {}

  void add(const Eigen::VectorXd& parameters, const Eigen::VectorXd& center) {
    const Eigen::VectorXd change = parameters - center;  // small numbers, whose squares keep their digits
    sum += change;
    products += change * change.transpose();
  }
};

}  // namespace

std::uint32_t RatingProblem::groups() const {
  return group.empty() ? 0 : *std::max_element(group.begin(), group.end()) + 1;
}

double RatingFit::advantage_error() const {
  const Index at = parameters.size() - 2;
  return std::sqrt(covariance(at, at));
}

RatingLoss rating_loss(const RatingProblem& problem, const Eigen::VectorXd& parameters) {
  const Index edge = problem.place_of_advantage(), draws = problem.place_of_draws();
  RatingLoss loss{0, Eigen::VectorXd::Zero(draws + 1), Eigen::MatrixXd::Zero(draws + 1, draws + 1)};
  for (const Encounter& met : problem.encounters) {
    const double x = problem.ahead(met.first, met.second, parameters);
    const LossTerms terms = loss_terms(problem.model, met.results, x, parameters(draws));
    const Index where[] = {met.first, met.second, edge};
    constexpr double slope[] = {1, -1, 1};  // of the difference
    loss.value += terms.value;
    loss.gradient(draws) += terms.d;
    loss.hessian(draws, draws) += terms.dd;
    for (int i = 0; i < 3; ++i) {
      loss.gradient(where[i]) += slope[i] * terms.x;
      loss.hessian(where[i], draws) += slope[i] * terms.xd;
      loss.hessian(draws, where[i]) += slope[i] * terms.xd;
      for (int j = 0; j < 3; ++j) loss.hessian(where[i], where[j]) += slope[i] * slope[j] * terms.xx;
    }
  }
  if (problem.has_drawn_game) {
    const LossTerms terms = loss_terms(RatingModel::logistic, one_game(0.5), parameters(edge), 0);
    loss.value += terms.value, loss.gradient(edge) += terms.x, loss.hessian(edge, edge) += terms.xx;
  }
  return loss;
}

RatingFit fit_ratings(const RatingProblem& problem, const Eigen::VectorXd* start) {
  Newton newton{problem, group_means(problem), start_of(problem, start), {}, {}};
  RatingFit fit;
  fit.status = RatingStatus::not_finite;
  newton.evaluate();
  for (; fit.status != RatingStatus::converged && fit.iterations < most_iterations; ++fit.iterations) {
    if (newton.factor.info() != Eigen::Success) return fit;
    const Eigen::VectorXd step = -newton.factor.solve(newton.loss.gradient);
    if (-newton.loss.gradient.dot(step) < least_decrement) fit.status = RatingStatus::converged;
    newton.take(step);
    newton.evaluate();
    if (newton.parameters.head(problem.place_of_draws()).cwiseAbs().maxCoeff() > largest_strength) {
      fit.status = RatingStatus::not_finite;
      return fit;
    }
  }
  finish(problem, newton, fit);
  return fit;
}

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
  const Eigen::MatrixXd covariance = (sums.products - sums.sum * sums.sum.transpose() / used) / (used - 1);
  result.covariance = covariance.topLeftCorner(players, players);
  result.advantage_error = std::sqrt(covariance(players, players));
  return result;
}

}  // namespace hone::stats
