// SPDX-License-Identifier: MIT
//
// Whether predicted scores come true: of all positions that are predicted to score about 0.7, the mean outcome should
// be about 0.7. A reliability table (Murphy, Winkler, Applied Statistics 26, 1977), over all positions and by phase.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "data/rows.hpp"
#include "data/weights.hpp"
#include "tuner/fit/row_scores.hpp"

namespace hone {

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

}  // namespace hone
