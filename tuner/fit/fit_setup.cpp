// SPDX-License-Identifier: MIT
#include "tuner/fit/fit_setup.hpp"

#include "tuner/fit/group_patterns.hpp"
#include "tuner/fit/scale.hpp"

namespace hone {

FitSetup::FitSetup(const RowSet& rows_in, const Weights& start_in, const FitOptions& options_in)
    : rows(rows_in), options(options_in), start(start_in) {
  options.validate();
  chosen = terms_of_groups(start.schema, options.groups);
  split = split_by_game(rows, options.holdout, options.seed);
  start.k = options.k ? *options.k : fit_scale(rows, split.train, start, options.loss, options.threads);
  if (options.targets.blend > 0) score_k = fit_score_scale(rows, split.train, options.loss, options.threads);
  targets = Targets(rows, all_rows(rows), options.targets, score_k);
}

std::vector<bool> FitSetup::free_terms() const {
  std::vector<bool> result = chosen;
  for (const GroupBounds& group : options.bounds) {
    const std::vector<bool> bounded = terms_of_groups(start.schema, std::vector{group.pattern});
    for (std::size_t i = 0; i < result.size(); ++i) result[i] = result[i] && !bounded[i];
  }
  return result;
}

Vector parameters_of(const FitProblem& problem, const Weights& start, const Weights& weights) {
  Vector x(static_cast<Eigen::Index>(problem.parameters()));
  for (std::size_t i = 0; i < problem.parameters(); ++i) {
    const std::size_t weight = problem.rows().weight_of(i);
    x[static_cast<Eigen::Index>(i)] = (weights.values[weight] - start.values[weight]) / parameter_unit;
  }
  return x;
}

}  // namespace hone
