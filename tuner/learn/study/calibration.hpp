// SPDX-License-Identifier: MIT
//
// The straight line between predicted and observed log-odds: outcome = 1 / (1 + e^-(intercept + slope z)) for a
// prediction of the logit z (Cox, Biometrika 45, 1958). Intercept 0 and slope 1 where predictions come true; a
// slope below 1 says that they are too bold, as those of an overfitted model are on new games.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "data/rows.hpp"
#include "data/weights.hpp"
#include "tuner/learn/fit/row_scores.hpp"

namespace hone::learn {

struct Recalibration {
  double intercept = 0, slope = 1;
  double intercept_error = 0, slope_error = 0;  // standard errors, games as the sample
};

// By maximum likelihood, weighted by the rows' weights. Nothing where the data do not determine both numbers.
[[nodiscard]] std::optional<Recalibration> recalibrate(const RowSet& rows, const RowSelection& selection,
                                                       const Weights& weights, int threads);

// Whether predicted scores come true: of all positions that are predicted to score about 0.7, the mean outcome should
// be about 0.7. A reliability table (Murphy, Winkler, Applied Statistics 26, 1977), over all positions and by phase.

inline constexpr std::size_t calibration_bins = 10;  // [0, 0.1), [0.1, 0.2), ... [0.9, 1]

struct CalibrationBin {
  std::size_t positions = 0;
  double predicted = 0, observed = 0;  // means, weighted by the rows' weights
  double error = 0;                    // standard error of observed - predicted, games as the sample
};

struct CalibrationTable {
  std::string name;
  std::array<CalibrationBin, calibration_bins> bins;
};

// "all"; and, where there is more than one stage, the thirds of the way from the first stage to the last.
[[nodiscard]] std::vector<CalibrationTable> calibrate(const RowSet& rows, const RowSelection& selection,
                                                      const Weights& weights, int threads);

}  // namespace hone::learn
