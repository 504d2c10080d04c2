// SPDX-License-Identifier: MIT
#include "tuner/stats/ratings_errors.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace hone::stats {

namespace {

using Index = Eigen::Index;

double games_of(const RatingProblem& problem) {
  double games = 0;
  for (const Encounter& met : problem.encounters) games += static_cast<double>(met.results.count());
  return games;
}

double pairs_of(const RatingProblem& problem) {
  double pairs = 0;
  for (const PairedEncounter& met : problem.pairs) pairs += static_cast<double>(met.count());
  return pairs;
}

// What parameters that are fitted to so many units take from their scatter.
double freedom_factor(const RatingProblem& problem, double units) {
  const double fitted = static_cast<double>(problem.players()) - problem.groups() + (problem.advantage ? 0 : 1);
  return units > fitted ? units / (units - fitted) : 1;
}

// The squared distances of the scores from their expectation, and what they would be if there were no draws.
struct Spread {
  double found = 0;
  double without_draws = 0;
};

Spread spread_of(const RatingProblem& problem, const Eigen::VectorXd& parameters) {
  Spread spread;
  for (const Encounter& met : problem.encounters) {
    const double x = problem.ahead(met.first, met.second, parameters);
    const double score = outcome_chances(RatingModel::logistic, x, 0).score();
    const auto& [losses, draws, wins] = met.results;
    spread.found += static_cast<double>(wins) * (1 - score) * (1 - score) +
                    static_cast<double>(draws) * (0.5 - score) * (0.5 - score) +
                    static_cast<double>(losses) * score * score;
    spread.without_draws += static_cast<double>(met.results.count()) * score * (1 - score);
  }
  return spread;
}

// The directions in which the games of two players pull: the difference of their strengths, the advantage, and
// Davidson's d.
using Pull = Eigen::Vector3d;
using PullMatrix = Eigen::Matrix3d;

struct PairTerms {
  std::array<Pull, 9> found;  // the gradient of a pair by its outcome
  PullMatrix expected;        // of the squares of these gradients in two independent games of the model: its Hessian
};

PairTerms terms_of(const RatingProblem& problem, const PairedEncounter& met, const Eigen::VectorXd& parameters) {
  const double d = parameters(problem.place_of_draws());
  const auto game = [&](std::uint32_t first, std::uint32_t second, int half_points) {
    return loss_terms(problem.model, one_game(half_points / 2.0), problem.ahead(first, second, parameters), d);
  };
  PairTerms terms;
  for (int outcome = 0; outcome < 9; ++outcome) {
    const LossTerms one = game(met.one, met.other, outcome / 3), other = game(met.other, met.one, outcome % 3);
    terms.found[static_cast<std::size_t>(outcome)] = {one.x - other.x, one.x + other.x, one.d + other.d};
    terms.expected << one.xx + other.xx, one.xx - other.xx, one.xd - other.xd,  //
        one.xx - other.xx, one.xx + other.xx, one.xd + other.xd,                //
        one.xd - other.xd, one.xd + other.xd, one.dd + other.dd;
  }
  return terms;
}

PullMatrix scatter_of(const PairedEncounter& met, const PairTerms& terms) {
  PullMatrix scatter = PullMatrix::Zero();
  for (std::size_t i = 0; i < met.outcomes.size(); ++i) {
    scatter += static_cast<double>(met.outcomes[i]) * terms.found[i] * terms.found[i].transpose();
  }
  return scatter;
}

// So many pairs are borrowed: for all players together, pairs of independent games, and for two players, pairs that
// scatter as those of all do.
constexpr double borrowed_pairs = 5;

// What the scatter of two players is at least: pairs that were all drawn may still hide a decided game.
constexpr double decided_game = 0.25;

// The roots of the factors by which the pairs of all players scatter more than two independent games without draws
// would. They are not taken to scatter less than independent games: that the pairs of two players must show themselves.
Pull common_scatter(const RatingProblem& problem, const Eigen::VectorXd& parameters, double dispersion) {
  constexpr double even_pair = 0.5;  // what two games between equals add to the Hessian
  Pull expected = Pull::Constant(borrowed_pairs * even_pair), found = dispersion * expected;
  for (const PairedEncounter& met : problem.pairs) {
    const PairTerms terms = terms_of(problem, met, parameters);
    found += scatter_of(met, terms).diagonal();
    expected += static_cast<double>(met.count()) * terms.expected.diagonal();
  }
  Pull roots = (found.array() / expected.array()).max(dispersion).sqrt();
  roots(2) = 1;
  return roots;
}

void add_pulls(const RatingProblem& problem, const PairedEncounter& met, const PullMatrix& pulls, Eigen::MatrixXd& to) {
  const Index edge = problem.place_of_advantage();
  const std::array<Index, 4> where{static_cast<Index>(met.one), static_cast<Index>(met.other), edge, edge + 1};
  constexpr std::array<Index, 4> pull{0, 0, 1, 2};
  constexpr std::array<double, 4> sign{1, -1, 1, 1};
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t j = 0; j < 4; ++j) to(where[i], where[j]) += sign[i] * sign[j] * pulls(pull[i], pull[j]);
  }
}

}  // namespace

// McCullagh and Nelder, Generalized Linear Models, 1989, 9.2: a draw is half a point for certain, so scores scatter
// less than wins and losses would. One decided game between equals is added, so that a set of draws alone does not give
// 0.
double dispersion_of(const RatingProblem& problem, const Eigen::VectorXd& parameters) {
  const Spread spread = spread_of(problem, parameters);
  return freedom_factor(problem, games_of(problem)) * (spread.found + 0.25) / (spread.without_draws + 0.25);
}

Eigen::MatrixXd with_errors_by_pairs(const RatingProblem& problem, const RatingFit& fit) {
  if (problem.pairs.empty()) return fit.dispersion * fit.covariance;
  const Pull common = common_scatter(problem, fit.parameters, fit.dispersion);
  const double freedom = freedom_factor(problem, games_of(problem) - pairs_of(problem));
  // The games that did not come in pairs are what is left when these are taken from all.
  Eigen::MatrixXd scatter = fit.dispersion * rating_loss(problem, fit.parameters).hessian;
  for (const PairedEncounter& met : problem.pairs) {
    const double pairs = static_cast<double>(met.count());
    const PairTerms terms = terms_of(problem, met, fit.parameters);
    const PullMatrix as_all = common.asDiagonal() * terms.expected * common.asDiagonal();
    const double weight = freedom * pairs / (pairs + borrowed_pairs);
    PullMatrix found = weight * (scatter_of(met, terms) + borrowed_pairs * as_all);
    found(0, 0) = std::max(found(0, 0), std::min(decided_game, pairs * terms.expected(0, 0)));
    add_pulls(problem, met, found - fit.dispersion * pairs * terms.expected, scatter);
  }
  return fit.covariance * scatter * fit.covariance;
}

}  // namespace hone::stats
