// SPDX-License-Identifier: MIT
//
// The straight line between predicted and observed log-odds: outcome = 1 / (1 + e^-(intercept + slope z)) for a
// prediction of the logit z (Cox, Biometrika 45, 1958). Intercept 0 and slope 1 where predictions come true; a
// slope below 1 says that they are too bold, as those of an overfitted model are on new games.
#pragma once

#include <optional>

#include "data/rows.hpp"
#include "data/weights.hpp"
#include "tuner/fit/row_scores.hpp"

namespace hone {

struct Recalibration {
  double intercept = 0, slope = 1;
  double intercept_error = 0, slope_error = 0;  // standard errors, games as the sample
};

// By maximum likelihood, weighted by the rows' weights. Nothing where the data do not determine both numbers.
[[nodiscard]] std::optional<Recalibration> recalibrate(const RowSet& rows, const RowSelection& selection,
                                                       const Weights& weights, int threads);

}  // namespace hone
