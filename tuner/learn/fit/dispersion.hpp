// SPDX-License-Identifier: MIT
//
// How much less the rows of whole games say than as many rows of different games would. With the contribution g of a
// game to the gradient of the summed loss, and the second derivatives h of that sum, the dispersion is the mean over
// the weights of
//
//   (sum over the games of (g - mean g)^2) / h
//
// taken at weights that were not fitted to these rows. It is 1 where the loss is the logarithm of a likelihood of
// independent rows; rows that share the outcome of their game raise it, and so does a loss in other units. The second
// derivatives divided by it are the inverse of the covariance of the weights, as far as one number can say (an adjusted
// composite likelihood: Pauli, Racugno, Ventura, Statistica Sinica 21, 2011).
#pragma once

#include "data/rows.hpp"
#include "data/weights.hpp"
#include "tuner/learn/fit/row_selection.hpp"
#include "tuner/learn/fit/targets.hpp"

namespace hone::learn {

// All weights count, whichever are fitted, so that fits of different groups have the same. Nothing is known, and the
// result is 1, with fewer than two games or where no row has a weight. Takes one pass over the rows.
[[nodiscard]] double dispersion(const RowSet& rows, const RowSelection& selection, const Weights& weights,
                                const Targets& targets, Loss loss);

}  // namespace hone::learn
