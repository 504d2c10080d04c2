// SPDX-License-Identifier: MIT
//
// The mean of several weight sets. Fits to other games, with other targets or of other seeds err in other ways,
// and in their mean errors by chance cancel in part.
#pragma once

#include <span>

#include "data/weights.hpp"

namespace hone::exchange {

// Weight by weight, not rounded. The scale K is that of the mean score where scores are linear in the weights: 400 / K,
// which is so many centi-units, is the mean of those of the sets. Constraints are those that all sets have; standard
// errors and provenance are left out. `sets` must not be empty. Throws Error where games, groups or stages differ.
[[nodiscard]] Weights mean_of(std::span<const Weights> sets);

}  // namespace hone::exchange
