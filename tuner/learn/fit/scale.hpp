// SPDX-License-Identifier: MIT
//
// The scale K of the outcome model p = 1 / (1 + 10^(-K score / 400)): how much a centi-unit of the starting weights
// tells about the outcome of a game.
#pragma once

#include <vector>

#include "data/rows.hpp"
#include "data/weights.hpp"
#include "tuner/learn/fit/row_selection.hpp"
#include "tuner/learn/fit/targets.hpp"

namespace hone::learn {

inline constexpr double min_scale = 0.02, max_scale = 50;

// A score, in centi-units, and how the game ended.
struct ScoredOutcome {
  double score;
  float target, weight;
};

// The K within min_scale .. max_scale under which the weights predict the rows best, to six digits. When every score is
// 0, there is nothing to scale and the result is 1; the fit then finds weights in that unit.
[[nodiscard]] double fit_scale(const RowSet& rows, const RowSelection& selection, const Weights& weights, Loss loss,
                               int threads);

[[nodiscard]] double fit_scale(std::vector<ScoredOutcome> scores, Loss loss, int threads = 1);

// The same for the searched scores of those rows that have one, instead of the weights' own.
[[nodiscard]] double fit_score_scale(const RowSet& rows, const RowSelection& selection, Loss loss, int threads);

}  // namespace hone::learn
