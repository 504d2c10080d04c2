// SPDX-License-Identifier: MIT
//
// What a wrong prediction costs, as a function of the logit z of the predicted outcome:
//
//   p = 1 / (1 + e^-z),   z = K ln(10) / 400 x score
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

namespace hone {

enum class Loss {
  squared,        // mean of (target - p)^2, Texel's
  cross_entropy,  // mean of -(target log p + (1 - target) log(1 - p)); convex
};

// Logit of a score of one centi-unit.
[[nodiscard]] constexpr double logit_per_score(double k) { return k * std::numbers::ln10 / 400; }

[[nodiscard]] inline double outcome_of_logit(double z) { return 1 / (1 + std::exp(-z)); }

struct LossPoint {
  double value = 0;
  double slope = 0;      // dvalue / dz
  double curvature = 0;  // never negative; for the squared loss Gauss and Newton's: 2 (dp / dz)^2
};

[[nodiscard]] inline double loss_value(Loss loss, double target, double z) {
  if (loss == Loss::cross_entropy) return std::max(z, 0.0) + std::log1p(std::exp(-std::abs(z))) - target * z;
  const double error = outcome_of_logit(z) - target;
  return error * error;
}

[[nodiscard]] inline LossPoint loss_point(Loss loss, double target, double z) {
  const double p = outcome_of_logit(z);
  const double error = p - target, dp = p * (1 - p);
  if (loss == Loss::cross_entropy) return {loss_value(loss, target, z), error, dp};
  return {error * error, 2 * error * dp, 2 * dp * dp};
}

}  // namespace hone
