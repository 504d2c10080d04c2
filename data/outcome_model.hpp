// SPDX-License-Identifier: MIT
//
// What a score promises: the expected outcome of the game, as a function of its logit z,
//
//   p = 1 / (1 + e^-z),   z = K ln(10) / 400 x score,
//
// which is p = 1 / (1 + 10^(-K score / 400)), with the scale K of the weights and the score in centi-units.
#pragma once

#include <cmath>
#include <numbers>

namespace hone {

// The logit of a score of one centi-unit.
[[nodiscard]] constexpr double logit_per_score(double k) { return k * std::numbers::ln10 / 400; }

[[nodiscard]] inline double outcome_of_logit(double z) { return 1 / (1 + std::exp(-z)); }

}  // namespace hone
