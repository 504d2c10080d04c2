// SPDX-License-Identifier: MIT
//
// Distributions over a few values, and the one closest to what was observed under a constraint: the heart of
// the generalised likelihood ratio. Method: M. Van den Bergh, "Comments on normalized Elo" and "A practical
// introduction to the GSPRT".
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace hone {

template <std::size_t N>
struct Distribution {
  std::array<double, N> values{};
  std::array<double, N> chances{};  // all positive, summing to 1

  [[nodiscard]] double mean() const {
    double sum = 0;
    for (std::size_t i = 0; i < N; ++i) sum += chances[i] * values[i];
    return sum;
  }
  [[nodiscard]] double variance() const {
    const double center = mean();
    double sum = 0;
    for (std::size_t i = 0; i < N; ++i) sum += chances[i] * (values[i] - center) * (values[i] - center);
    return sum;
  }
};

// The x for which sum p_i d_i / (1 + x d_i) = 0, where d takes both signs. The sum falls from +infinity to
// -infinity between its poles -1/max(d) and -1/min(d): Newton's steps, halving where they leave the bracket.
template <std::size_t N>
[[nodiscard]] double tilt(const std::array<double, N>& p, const std::array<double, N>& d) {
  double low = -1 / *std::max_element(d.begin(), d.end());
  double high = -1 / *std::min_element(d.begin(), d.end());
  const double tolerance = 1e-14 * (high - low);
  double x = 0;
  for (int i = 0; i < 200 && high - low > tolerance; ++i) {
    double sum = 0, slope = 0;
    for (std::size_t j = 0; j < N; ++j) {
      const double share = d[j] / (1 + x * d[j]);
      sum += p[j] * share;
      slope -= p[j] * share * share;
    }
    (sum > 0 ? low : high) = x;
    const double newton = x - sum / slope;
    const double next = newton > low && newton < high ? newton : (low + high) / 2;
    if (std::abs(next - x) <= tolerance) return next;
    x = next;
  }
  return x;
}

// The chances p that make the observed ones most likely while sum p_i d_i = 0. When d is of one sign no
// chances do that, and the observed ones come back.
template <std::size_t N>
[[nodiscard]] std::array<double, N> most_likely(const std::array<double, N>& observed, const std::array<double, N>& d) {
  const auto [least, most] = std::minmax_element(d.begin(), d.end());
  if (*least >= 0 || *most <= 0) return observed;
  const double x = tilt(observed, d);
  std::array<double, N> result;
  for (std::size_t i = 0; i < N; ++i) result[i] = observed[i] / (1 + x * d[i]);
  return result;
}

// Most likely with the given mean.
template <std::size_t N>
[[nodiscard]] std::array<double, N> most_likely_with_mean(const Distribution<N>& observed, double mean) {
  std::array<double, N> d;
  for (std::size_t i = 0; i < N; ++i) d[i] = observed.values[i] - mean;
  return most_likely(observed.chances, d);
}

// Most likely with (mean - center) / standard deviation = t. The constraint is not linear in the chances; it is
// linearised at the last result until that stays put.
template <std::size_t N>
[[nodiscard]] std::array<double, N> most_likely_with_t(const Distribution<N>& observed, double center, double t) {
  Distribution<N> current{observed.values, {}};
  current.chances.fill(1.0 / N);
  for (int round = 0; round < 10; ++round) {
    const double mean = current.mean(), sigma = std::sqrt(current.variance());
    std::array<double, N> d;
    for (std::size_t i = 0; i < N; ++i) {
      const double distance = (mean - observed.values[i]) / sigma;
      d[i] = observed.values[i] - center - t * sigma * (1 + distance * distance) / 2;
    }
    const auto next = most_likely(observed.chances, d);
    double change = 0;
    for (std::size_t i = 0; i < N; ++i) change = std::max(change, std::abs(next[i] - current.chances[i]));
    current.chances = next;
    if (change < 1e-9) break;
  }
  return current.chances;
}

// Mean over the observations of log(chance under one / chance under zero).
template <std::size_t N>
[[nodiscard]] double log_likelihood_ratio(const Distribution<N>& observed, const std::array<double, N>& zero,
                                          const std::array<double, N>& one) {
  double sum = 0;
  for (std::size_t i = 0; i < N; ++i) sum += observed.chances[i] * std::log(one[i] / zero[i]);
  return sum;
}

}  // namespace hone
