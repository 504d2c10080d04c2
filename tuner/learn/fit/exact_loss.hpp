// SPDX-License-Identifier: MIT
//
// The loss of rows and its slope by weights that need not be linear, in double precision. Rows at a tangent
// (tangent_rows.hpp) have counts in single precision, which moves the ends of fits by some thousandths of a centi-unit
// along directions that little but the pull holds; with these slopes the ends are the same to the last digits.
#pragma once

#include "data/rows.hpp"
#include "data/weights.hpp"
#include "tuner/learn/fit/linear_algebra.hpp"
#include "tuner/learn/fit/row_selection.hpp"
#include "tuner/learn/fit/targets.hpp"

namespace hone::learn {

struct ExactLoss {
  double loss = 0;  // mean of the rows
  // By index of Weights::values, in parameter units (packed_rows.hpp): of a weight that all stages share, at the first
  // of them.
  Vector slope = {};
};

// The selected rows' weights must not sum to 0. The same to the last bit for any number of threads.
[[nodiscard]] ExactLoss exact_loss(const RowSet& rows, const RowSelection& selection, const Weights& weights,
                                   const Targets& targets, Loss loss, int threads);

}  // namespace hone::learn
