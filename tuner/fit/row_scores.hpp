// SPDX-License-Identifier: MIT
//
// Scores of training rows under real-valued weights.
#pragma once

#include <cstdint>
#include <vector>

#include "data/rows.hpp"
#include "data/weights.hpp"

namespace hone {

// Numbers of rows of a RowSet.
using RowSelection = std::vector<std::uint32_t>;
[[nodiscard]] RowSelection all_rows(const RowSet& rows);

// The upper stage's share of the weights at a stage point, [0, 1].
[[nodiscard]] double upper_share(const Schema& schema, StagePoint stage);

// Centi-units, first player's view, the row's offset included. Not rounded anywhere, unlike the engine's.
[[nodiscard]] double row_score(const RowView& row, const Weights& weights);
[[nodiscard]] double row_score(const Row& row, const RowLabel& label, const Weights& weights);

// In the selection's order.
[[nodiscard]] std::vector<double> row_scores(const RowSet& rows, const RowSelection& selection, const Weights& weights,
                                             int threads);

}  // namespace hone
