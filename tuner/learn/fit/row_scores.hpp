// SPDX-License-Identifier: MIT
//
// Scores of training rows under real-valued weights, and the losses of these scores.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "data/rows.hpp"
#include "data/weights.hpp"
#include "tuner/learn/fit/row_selection.hpp"
#include "tuner/learn/fit/targets.hpp"

namespace hone::learn {

// The upper stage's share of the weights at a stage point, [0, 1].
[[nodiscard]] double upper_share(const Schema& schema, StagePoint stage);

// Centi-units, first player's view, the row's offset included. Not rounded anywhere, unlike the engine's.
[[nodiscard]] double row_score(const RowView& row, const Weights& weights);
[[nodiscard]] double row_score(const Row& row, const RowLabel& label, const Weights& weights);

// In the selection's order.
[[nodiscard]] std::vector<double> row_scores(const RowSet& rows, const RowSelection& selection, const Weights& weights,
                                             int threads);

// Losses of rows under given weights, one by one, and what their mean is worth when the rows of a game are not
// independent of each other.

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

}  // namespace hone::learn
