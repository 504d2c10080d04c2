// SPDX-License-Identifier: MIT
//
// Errors of the weights by fitting again to games drawn again (tuner/fit_report/bootstrap.hpp): slower than
// the formula, but it knows of bounds, of rounding the boards' means away, and of weights too many for a matrix.
#pragma once

#include <functional>
#include <vector>

#include "data/rows.hpp"
#include "data/weights.hpp"
#include "tuner/fit/fit.hpp"

namespace hone {

// For every weight, as written (means of boards moved), its standard error in centi-units; 0 where it was not fitted.
// fitted and ridge: those of the fit, where each replicate begins. progress: after each replicate.
[[nodiscard]] std::vector<double> bootstrap_errors(const RowSet& rows, const Weights& start, const Weights& fitted,
                                                   double ridge, const FitOptions& options, int replicates,
                                                   const std::function<void(int)>& progress = {});

}  // namespace hone
