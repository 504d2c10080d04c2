// SPDX-License-Identifier: MIT
//
// Weight sets as people read them.
#pragma once

#include <string>
#include <vector>

#include "data/weights.hpp"
#include "tuner/exchange/export/export_options.hpp"
#include "tuner/exchange/weights_difference.hpp"

namespace hone::cli {

// What the set is, where it comes from, what is known of it before a fit, and its groups: those that match one of the
// patterns ('*' for any text; none: all). Throws Error for a pattern that no group matches.
[[nodiscard]] std::string weights_text(const Weights& weights, const std::vector<std::string>& patterns,
                                       exchange::RowOrder order);

[[nodiscard]] std::string difference_text(const exchange::WeightsDifference& difference);

}  // namespace hone::cli
