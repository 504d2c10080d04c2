// SPDX-License-Identifier: MIT
//
// Fits of evaluations that are not linear in all weights (data/second_order.hpp), by Gauss-Newton steps: at the weights
// of the moment the rows are made linear (tangent_rows.hpp), and the linear problem, with the same pull to the same
// prior, is solved for all weights at once. So the linear part is exact at each step. A step that makes the true
// objective worse is not taken, and the next one is shorter: weights are held where they are by a share of
// their curvature (Levenberg, Marquardt), which is let go of when steps keep what they promise. It ends when no weight
// moves any more, or when steps gain nothing beside what rounding costs; where ends of several starts are compared, and
// where many decimals are kept, when no weight moves by 1e-6 of 1 + its size. A step that gains less than half of what
// it promised is also tried shorter.
//
// Gauss-Newton's steps shrink slowly where outcomes scatter widely; the last steps are Newton's, with all second
// derivatives of the objective.
//
// Strengths that are to be found from the data are found at the first tangent, and once more when the steps have ended.
// Standard errors, posteriors and the matrix are those of the last tangent, that is, those of Gauss-Newton.
//
// Zero weights of a squared unit are a saddle: the slope of v^2 at 0 is 0. Where all weights of a unit are zero the
// first tangent is taken at weights under which each term of the unit adds as much to its sums as the others, and all
// together 64 (16 centi-units) where each has its usual count. The prior stays where it was.
//
// There may be several optima. With random starts the fit takes the best end, and its summary lists where all ended.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "data/rows.hpp"
#include "data/weights.hpp"
#include "tuner/learn/fit/fit.hpp"

namespace hone::learn {

// As fit(), for a schema that is not linear.
[[nodiscard]] FitResult fit_second_order(const RowSet& rows, const Weights& start, const FitOptions& options,
                                         const std::function<void(const FitProgress&)>& progress = {});

// That options ask for random starts and fit nothing that would begin there; nothing otherwise.
[[nodiscard]] std::optional<std::string> idle_random_starts(const Schema& schema, const FitOptions& options);

}  // namespace hone::learn
