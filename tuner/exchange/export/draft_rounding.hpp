// SPDX-License-Identifier: MIT
//
// Rounds the values of a draft: each for itself, or those that the posterior of a fit has together
// (tuner/exchange/export/grid_rounding.hpp).
#pragma once

#include <optional>

#include "tuner/exchange/export/prepared_weights.hpp"
#include "tuner/exchange/export/weight_draft.hpp"

namespace hone::exchange {

// Throws Error when no number with these decimals lies within the bounds.
void round_each_value(Draft& draft, const std::optional<Clip>& clip, int decimals);

// `weights` are those that the draft was made of, and `factor` is what they were multiplied with since. Values that the
// posterior does not have stay as they are. Throws Error for a posterior of another game or without any of the values.
[[nodiscard]] RoundingSummary round_together(Draft& draft, const std::optional<Clip>& clip, int decimals,
                                             const Weights& weights, double factor, const learn::Posterior& posterior);

}  // namespace hone::exchange
