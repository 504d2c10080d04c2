// SPDX-License-Identifier: MIT
#include "tuner/exchange/export/draft_rounding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <unordered_map>

#include "data/constraints.hpp"
#include "data/error.hpp"
#include "tuner/exchange/export/grid_rounding.hpp"
#include "tuner/exchange/weight_scale.hpp"
#include "tuner/learn/fit/posterior.hpp"
#include "tuner/learn/weight_spelling.hpp"
#include "tuner/text/numbers.hpp"

namespace hone::exchange {

namespace {

constexpr double centi_units_of_posterior = 100;  // that its unit has

double grid_step(int decimals) { return std::pow(10.0, -decimals); }

// Values that are equal because the schema ties them: one unknown of the rounding.
struct Unknown {
  std::vector<DraftValue*> values;
  std::vector<Eigen::Index> rows;  // of the posterior
  double step = 0;                 // of the grid, in the unit of the posterior
};

std::vector<Unknown> unknowns_of(Draft& draft, const Weights& weights, const learn::Posterior& posterior) {
  std::unordered_map<std::string, Eigen::Index> row_of;
  for (std::size_t i = 0; i < posterior.weights.size(); ++i) {
    row_of.emplace(posterior.weights[i], static_cast<Eigen::Index>(i));
  }
  const Constraints known = constraints_of(weights.schema);
  std::map<std::pair<std::uint32_t, double>, std::size_t> seen;
  std::vector<Unknown> unknowns;
  for (DraftValue* const value : all_values(draft)) {
    const auto [at, is_new] =
        seen.emplace(std::pair(known.tied_to[value->sources.front()], value->value), unknowns.size());
    if (is_new) unknowns.emplace_back();
    Unknown& unknown = unknowns[at->second];
    unknown.values.push_back(value);
    for (const std::size_t source : value->sources) {
      const auto row = row_of.find(learn::weight_key(weights.schema, source));
      if (row != row_of.end()) unknown.rows.push_back(row->second);
    }
  }
  return unknowns;
}

// Of the unknowns that the posterior has, in steps of the grid.
GridProblem grid_problem(const std::vector<Unknown>& unknowns, const learn::Posterior& posterior, double step,
                         const std::optional<Clip>& clip) {
  const auto n = static_cast<Eigen::Index>(unknowns.size());
  GridProblem problem{learn::Matrix::Zero(n, n), learn::Vector(n), learn::Vector(n), learn::Vector(n)};
  for (Eigen::Index i = 0; i < n; ++i) {
    const Unknown& unknown = unknowns[static_cast<std::size_t>(i)];
    for (Eigen::Index j = 0; j <= i; ++j) {
      const Unknown& other = unknowns[static_cast<std::size_t>(j)];
      double sum = 0;
      for (const Eigen::Index a : unknown.rows) {
        for (const Eigen::Index b : other.rows) {
          sum += posterior.precision(std::max(a, b), std::min(a, b));
        }
      }
      problem.hessian(i, j) = problem.hessian(j, i) = sum * unknown.step * other.step;
    }
    problem.target[i] = unknown.values.front()->value / step;
    problem.lower[i] = clip ? std::ceil(clip->low / step) : -std::numeric_limits<double>::infinity();
    problem.upper[i] = clip ? std::floor(clip->high / step) : std::numeric_limits<double>::infinity();
  }
  return problem;
}

void require_fitting_posterior(const learn::Posterior& posterior, const Weights& weights,
                               const std::vector<Unknown>& unknowns) {
  if (posterior.game != weights.schema.game()) {
    throw Error(fmt::format("--posterior: {}", expected_found("the game " + weights.schema.game(), posterior.game)));
  }
  const bool has_some =
      std::any_of(unknowns.begin(), unknowns.end(), [](const Unknown& unknown) { return !unknown.rows.empty(); });
  if (!has_some) throw Error("--posterior: it has none of the weights that are written");
}

}  // namespace

void round_each_value(Draft& draft, const std::optional<Clip>& clip, int decimals) {
  const double step = grid_step(decimals);
  if (clip && std::ceil(clip->low / step) > std::floor(clip->high / step)) {
    throw Error(fmt::format("--clip {}:{}: no number with these --decimals lies between", clip->low, clip->high));
  }
  for (DraftValue* const value : all_values(draft)) {
    double steps = std::round(value->value / step);
    if (clip) steps = std::clamp(steps, std::ceil(clip->low / step), std::floor(clip->high / step));
    value->value = text::round_to(steps * step, decimals);
  }
}

RoundingSummary round_together(Draft& draft, const std::optional<Clip>& clip, int decimals, const Weights& weights,
                               double factor, const learn::Posterior& posterior) {
  const double step = grid_step(decimals);
  RoundingSummary summary{.is_judged = true};
  std::vector<Unknown> unknowns = unknowns_of(draft, weights, posterior);
  require_fitting_posterior(posterior, weights, unknowns);
  std::erase_if(unknowns, [&](const Unknown& unknown) {
    if (unknown.rows.empty()) summary.unknown += unknown.values.size();
    return unknown.rows.empty();
  });
  const double from_posterior = factor * posterior.k / weights.k;
  for (Unknown& unknown : unknowns) {
    const std::size_t weight = unknown.values.front()->sources.front();
    unknown.step = step / factor_of_weight(weights.schema, weight, from_posterior) / centi_units_of_posterior;
  }
  const GridProblem problem = grid_problem(unknowns, posterior, step, clip);
  const learn::Vector each = round_each(problem), together = round_together(problem);
  summary.loss_each = problem.loss(each);
  summary.loss = problem.loss(together);
  for (Eigen::Index i = 0; i < together.size(); ++i) {
    for (DraftValue* const value : unknowns[static_cast<std::size_t>(i)].values) {
      summary.moved += together[i] != each[i] ? 1 : 0;
      value->value = together[i] * step;
    }
  }
  return summary;
}

}  // namespace hone::exchange
