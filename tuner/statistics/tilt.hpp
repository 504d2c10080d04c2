// SPDX-License-Identifier: MIT
//
// Chances tilted as little as possible so that a linear constraint holds: those under which the observed ones are
// most likely. Source: A. Owen, "Empirical Likelihood", 2001, chapter 2.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace hone {

struct ValueAndSlope {
  double value = 0;
  double slope = 0;
};

// Where `f`, above 0 at `low` and below 0 at `high`, both positive, crosses 0. Newton's steps from `start`, halving
// (of the logarithm) where they leave the bracket; a step of 1e-11 leaves an error of the order of its square.
template <class F>
[[nodiscard]] double crossing(F f, double low, double high, double start) {
  double x = std::clamp(start, low, high);
  for (int i = 0; i < 200 && high - low > 1e-15 * high; ++i) {
    const ValueAndSlope at = f(x);
    if (at.value == 0) return x;
    (at.value > 0 ? low : high) = x;
    const double newton = x - at.value / at.slope;
    const bool inside = newton > low && newton < high;
    const double next = inside ? newton : std::sqrt(low * high);
    if (inside && std::abs(next - x) <= 1e-11 * x) return next;
    x = next;
  }
  return x;
}

template <std::size_t N>
struct Tilted {
  std::array<double, N> chances;  // observed_i / (1 + x d_i), all positive
  double x;
};

// The most likely chances p with sum p_i d_i = 0, where d takes both signs. Of the side that is to gain, let d_j be
// the furthest: with w = 1 + x d_j in (0, 1], 1 + x d_i = 1 - d_i / d_j + w d_i / d_j keeps its digits where w is as
// small as the chance of what was hardly seen. As p_j <= 1, w is at least that chance.
template <std::size_t N>
[[nodiscard]] Tilted<N> tilted(const std::array<double, N>& observed, const std::array<double, N>& d) {
  double drift = 0;
  for (std::size_t i = 0; i < N; ++i) drift += observed[i] * d[i];
  const auto side = std::minmax_element(d.begin(), d.end());
  const auto furthest = static_cast<std::size_t>((drift < 0 ? side.second : side.first) - d.begin());
  std::array<double, N> part, rest;
  for (std::size_t i = 0; i < N; ++i) {
    part[i] = d[i] / d[furthest];
    rest[i] = (d[furthest] - d[i]) / d[furthest];
  }
  const auto gain = [&](double w) {
    ValueAndSlope sum;
    for (std::size_t i = 0; i < N; ++i) {
      const double share = part[i] / (rest[i] + w * part[i]);
      sum.value += observed[i] * share;
      sum.slope -= observed[i] * share * share;
    }
    return sum;
  };
  const double w = crossing(gain, observed[furthest], 1.0, 1.0);
  Tilted<N> result{{}, (w - 1) / d[furthest]};
  for (std::size_t i = 0; i < N; ++i) result.chances[i] = observed[i] / (rest[i] + w * part[i]);
  return result;
}

// Mean over the observations of log(chance under one / chance under zero).
template <std::size_t N>
[[nodiscard]] double log_likelihood_ratio(const std::array<double, N>& observed, const std::array<double, N>& zero,
                                          const std::array<double, N>& one) {
  double sum = 0;
  for (std::size_t i = 0; i < N; ++i) sum += observed[i] * std::log(one[i] / zero[i]);
  return sum;
}

}  // namespace hone
