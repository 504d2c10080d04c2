// SPDX-License-Identifier: MIT
//
// Whether predicted scores come true, in two forms. A reliability table (Murphy, Winkler, Applied Statistics 26, 1977)
// compares predicted and mean observed scores in bins: of all positions predicted to score about 0.7, the mean outcome
// should be about 0.7. Recalibration fits a straight line between predicted and observed log-odds, outcome =
// 1 / (1 + e^-(intercept + slope z)) for a predicted logit z (Cox, Biometrika 45, 1958). The line has intercept 0 and
// slope 1 where predictions come true; a slope below 1 shows that they are too extreme, as those of an overfitted model
// are on new games.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "data/rows.hpp"
#include "data/weights.hpp"
#include "tuner/learn/fit/row_selection.hpp"

namespace hone::learn {

struct Recalibration {
  double intercept = 0, slope = 1;
  double intercept_error = 0, slope_error = 0;  // standard errors, with games as the sample
};

inline constexpr std::size_t calibration_bins = 10;  // [0, 0.1), [0.1, 0.2), ... [0.9, 1]

struct CalibrationBin {
  std::size_t positions = 0;
  double predicted = 0, observed = 0;  // means, weighted by the rows' weights
  double error = 0;                    // standard error of observed - predicted, with games as the sample
};

struct CalibrationTable {
  std::string name;
  std::array<CalibrationBin, calibration_bins> bins;
};

// The line by maximum likelihood, weighted by the rows' weights. Nothing where the data do not determine both numbers.
[[nodiscard]] std::optional<Recalibration> recalibrate(const RowSet& rows, const RowSelection& selection,
                                                       const Weights& weights, int threads);

// The table of all positions, named "all", and where there is more than one phase, a table for each third of the way
// from the first phase to the last.
[[nodiscard]] std::vector<CalibrationTable> calibrate(const RowSet& rows, const RowSelection& selection,
                                                      const Weights& weights, int threads);

}  // namespace hone::learn
