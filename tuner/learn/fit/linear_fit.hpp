// SPDX-License-Identifier: MIT
//
// A fit to linear rows, from choosing strengths to judging the result. Fits of schemas that are not linear are made of
// these (second_order_fit.hpp).
#pragma once

#include <functional>

#include "data/rows.hpp"
#include "data/weights.hpp"
#include "tuner/learn/fit/fit.hpp"
#include "tuner/learn/fit/pull_strengths.hpp"

namespace hone::learn {

// What of a fit is settled already; by default nothing is.
struct FitGuide {
  const PullStrengths* strengths = nullptr;  // instead of those of the options
  const Weights* begin = nullptr;            // where to look first, instead of the start
  bool is_solved = false;                    // `begin` is the result, which is rounded, judged and studied
  bool is_k_fitted = false;                  // K of the options was found from the data, and is to be judged as such
  // The rows and the schema that the result is judged by, instead of the linear ones.
  const RowSet* judged = nullptr;
  const Schema* judged_schema = nullptr;
};

// As fit(), for a linear schema.
[[nodiscard]] FitResult fit_linear(const RowSet& rows, const Weights& start, const FitOptions& options,
                                   const FitGuide& guide = {},
                                   const std::function<void(const FitProgress&)>& progress = {});

}  // namespace hone::learn
