// SPDX-License-Identifier: MIT
//
// What a fit settles before it solves anything: which terms may move, which games are held out, the scale K, and what
// the rows are fitted to. Whoever fits again (other games, other groups) shares it.
#pragma once

#include <vector>

#include "data/rows.hpp"
#include "data/weights.hpp"
#include "tuner/fit/fit.hpp"
#include "tuner/fit/fit_problem.hpp"
#include "tuner/fit/holdout.hpp"
#include "tuner/fit/targets.hpp"

namespace hone {

struct FitSetup {
  // Rows and options must outlive it. Throws Error as fit() does.
  FitSetup(const RowSet& rows, const Weights& start, const FitOptions& options);

  // The problem of these rows.
  [[nodiscard]] FitProblem problem(const RowSelection& train) const {
    return {rows, train, start, chosen, options, targets};
  }
  // Terms whose weights may go anywhere.
  [[nodiscard]] std::vector<bool> free_terms() const;

  const RowSet& rows;
  const FitOptions& options;
  std::vector<bool> chosen;  // for every term
  Split split;
  Weights start;  // with the scale of this fit
  double score_k = 1;
  Targets targets;
};

// The parameters that move the problem's start to these weights.
[[nodiscard]] Vector parameters_of(const FitProblem& problem, const Weights& start, const Weights& weights);

}  // namespace hone
