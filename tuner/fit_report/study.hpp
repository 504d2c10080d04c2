// SPDX-License-Identifier: MIT
//
// Everything that can be said of a fit, from the fit and its data.
#pragma once

#include <stop_token>
#include <vector>

#include "data/rows.hpp"
#include "data/weights.hpp"
#include "tuner/fit/fit.hpp"
#include "tuner/fit_report/fit_report.hpp"

namespace hone {

// Rows, start and options as the fit had them. Errors and relations only where the fit kept its curvature. The start
// that weights are compared with has its boards centered like theirs. Weights that a bound holds are taken as free.
// errors: of every weight, where they are known from elsewhere (tuner/fit_report/bootstrap_fit.hpp). When stopped, the
// report is worth nothing.
[[nodiscard]] FitReport study_fit(const RowSet& rows, const Weights& start, const FitResult& result,
                                  const FitOptions& options, std::vector<double> errors = {},
                                  const std::stop_token& stop = {});

}  // namespace hone
