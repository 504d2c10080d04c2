// SPDX-License-Identifier: MIT
//
// Losses of rows under given weights, one by one, and what their mean is worth when the rows of a game are not
// independent of each other.
#pragma once

#include <span>
#include <vector>

#include "data/rows.hpp"
#include "data/weights.hpp"
#include "tuner/fit/loss.hpp"
#include "tuner/fit/row_scores.hpp"

namespace hone {

// In the selection's order. The scale is weights.k.
[[nodiscard]] std::vector<double> row_losses(const RowSet& rows, const RowSelection& selection, const Weights& weights,
                                             Loss loss, int threads);

struct ClusteredMean {
  double mean = 0;   // weighted by the rows' weights; 0 without rows
  double error = 0;  // standard error with games as the sample; 0 with fewer than two games
};
// One value for each selected row.
[[nodiscard]] ClusteredMean mean_over_games(const RowSet& rows, const RowSelection& selection,
                                            std::span<const double> values);

}  // namespace hone
