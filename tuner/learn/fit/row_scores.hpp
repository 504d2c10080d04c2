// SPDX-License-Identifier: MIT
//
// Scores of training rows under real-valued weights, the losses of these scores, and their mean with an error that
// takes games as the sample, because the rows of a game are not independent of each other.
#pragma once

#include <span>
#include <vector>

#include "data/rows.hpp"
#include "data/weights.hpp"
#include "tuner/learn/fit/row_selection.hpp"
#include "tuner/learn/fit/targets.hpp"

namespace hone::learn {

// The upper phase's share of the weights at a phase point, in [0, 1].
[[nodiscard]] double upper_share(const Schema& schema, PhasePoint phase);

// Factors of a row's counts at the phase below and the phase above its phase point; 0 where that phase has no share.
struct PhaseFactors {
  double lower = 0, upper = 0;
};
[[nodiscard]] PhaseFactors phase_factors(const Schema& schema, const RowView& row);

// The score of a row in centi-units, from the first player's view, with the row's offset. Nothing is rounded, unlike in
// the engine.
[[nodiscard]] double row_score(const RowView& row, const Weights& weights);
[[nodiscard]] double row_score(const Row& row, const RowLabel& label, const Weights& weights);

// The scores of the selected rows, in the selection's order.
[[nodiscard]] std::vector<double> row_scores(const RowSet& rows, const RowSelection& selection, const Weights& weights,
                                             int threads);

// The loss of each row, in the selection's order. The scale is weights.k.
[[nodiscard]] std::vector<double> row_losses(const RowSet& rows, const RowSelection& selection, const Weights& weights,
                                             Loss loss, int threads);
// The same under each of several weights; the rows are read once.
[[nodiscard]] std::vector<std::vector<double>> row_losses(const RowSet& rows, const RowSelection& selection,
                                                          std::span<const Weights* const> weights, Loss loss,
                                                          int threads);

// The same against the targets of a fit instead of the outcomes.
[[nodiscard]] std::vector<double> target_losses(const RowSet& rows, const RowSelection& selection,
                                                const Weights& weights, Loss loss, const Targets& targets, int threads);

// Games that are worth fewer are one game, as far as an error is asked for.
inline constexpr double least_effective_games = 1.5;

// Fewer games than these, to learn from, held out or with a weight in them, tell nothing of chance: errors by game need
// a few dozen.
inline constexpr double least_games_to_judge = 30;

struct ClusteredMean {
  double mean = 0;             // weighted by the rows' weights; 0 without rows
  double error = 0;            // standard error, with games as the sample; 0 where one game alone weighs nearly all
  double effective_games = 0;  // the number of equal games that would tell as much: (sum of weights)^2 / sum of squares
};
// values: one for each selected row.
[[nodiscard]] ClusteredMean mean_over_games(const RowSet& rows, const RowSelection& selection,
                                            std::span<const double> values);
// The mean of values less that of others, paired.
[[nodiscard]] ClusteredMean mean_difference(const RowSet& rows, const RowSelection& selection,
                                            std::vector<double> values, std::span<const double> others);

}  // namespace hone::learn
