// SPDX-License-Identifier: MIT
//
// Standard errors of single weights of a fit that has too many weights for a matrix. They are those of
// weight_errors.hpp and covariance.hpp, weight by weight: with u = H^-1 c, where c is the weight after the move of the
// boards' means, the variance by chance is u' M u, one pass over the games, and what the prior hides is u' R S^2 R u.
// So a weight costs two systems of equations (column_solver.hpp), one with the Hessian at the fitted weights and one
// with that which stands for the prior's part, and eight weights are solved at a time.
//
// How far weights lie from their priors (S), and how much more games vary than their positions (the factor of the
// variance that is expected), are properties of groups and of the whole fit. They are found from a sample of the
// weights of each group, drawn in proportion to the share of the data in each weight: weights that the data say nothing
// of tell nothing. The weights that are asked for are no such sample where they were chosen by their values.
//
// Strengths of ridges that were found from the data (FitCurvature::found) are taken account of by the diagonal of the
// Hessian; those of smoothness are taken as known.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

#include "data/rows.hpp"
#include "data/weights.hpp"
#include "tuner/learn/fit/fit_options.hpp"
#include "tuner/learn/fit/fit_problem.hpp"
#include "tuner/learn/fit/row_selection.hpp"
#include "tuner/learn/fit/targets.hpp"
#include "tuner/learn/study/column_solver.hpp"
#include "tuner/learn/study/weight_errors.hpp"

namespace hone::learn {

// The fit that selected errors are of; all of it outlives the call.
struct SelectedFit {
  const RowSet& rows;
  const RowSelection& learnt;  // from which rows
  const Weights& fitted;       // before rounding
  const FitProblem& problem;
  const FitOptions& options;
  const Targets& targets;
};

struct SelectedErrorsOptions {
  std::size_t sample = 16;  // weights of each group that say how far its weights lie from their priors
  ColumnSolverOptions solver = {};
  std::function<void(std::size_t done, std::size_t all)> progress = {};  // systems of equations
  std::stop_token stop = {};
};

// weights: indices in Weights::values. Weights that were not fitted have no error, nor has one whose equations the
// solver did not finish, because neither the data nor a pull determine it. Nothing with fewer than two games, when the
// rows weigh nothing, or when stopped.
[[nodiscard]] std::optional<WeightErrors> selected_errors(const FitInQuestion& fit, const SelectedFit& of,
                                                          const std::vector<std::size_t>& weights,
                                                          const SelectedErrorsOptions& options = {});

}  // namespace hone::learn
