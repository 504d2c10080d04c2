// SPDX-License-Identifier: MIT
//
// Rows of a schema with groups that are not linear, as linear rows at given weights (data/second_order.hpp): what a fit
// solves is the loss of these, which near the weights is the loss of the rows themselves.
#pragma once

#include "data/rows.hpp"
#include "data/weights.hpp"
#include "tuner/learn/fit/fit.hpp"

namespace hone::learn {

// The rows in their order, with labels that differ in offset, factors and phase alone; of Schema::linearised(). They
// lie in memory. The same bytes for any number of threads.
[[nodiscard]] RowSet tangent_rows(const RowSet& rows, const Weights& weights, int threads);

// The same weights of the linearised schema.
[[nodiscard]] Weights linearised(Weights weights);

// A fit as a fit to the rows at its tangent, for everything that studies fits. Of a linear schema it is the fit itself.
struct TangentFit {
  RowSet rows;
  Weights start;
  FitResult result;
  FitOptions options;  // of a fit that is to repeat this one
};
[[nodiscard]] TangentFit at_tangent(const RowSet& rows, const Weights& start, const FitResult& result,
                                    const FitOptions& options);

}  // namespace hone::learn
