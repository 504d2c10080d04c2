// SPDX-License-Identifier: MIT
#include "tuner/report/gain_estimate.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace hone::report {

namespace {

constexpr double usual_spread = 10;   // Elo; the median of the prior of the spread, which is half a Cauchy
constexpr double widest_mean = 1000;  // Elo; the prior of the mean says next to nothing
constexpr double z95 = 1.959963984540054;

// The sum under one spread of the gains: how likely the gates are then, its mean and its variance.
struct SpreadCase {
  double log_weight = 0, mean = 0, variance = 0;
};

SpreadCase under_spread(double spread, const std::vector<MeasuredGain>& gains, const std::vector<bool>& chosen) {
  const auto precision = [&](const MeasuredGain& gain) { return 1 / (spread * spread + gain.error * gain.error); };
  double precisions = 1 / (widest_mean * widest_mean), weighted = 0;
  for (const MeasuredGain& gain : gains) {
    precisions += precision(gain);
    weighted += precision(gain) * gain.elo;
  }
  const double average = weighted / precisions;
  SpreadCase found;
  found.log_weight = std::log(spread) - std::log1p(std::pow(spread / usual_spread, 2)) - std::log(precisions) / 2 -
                     std::pow(average / widest_mean, 2) / 2;
  double from_average = 0;
  for (std::size_t i = 0; i < gains.size(); ++i) {
    const auto& [elo, error] = gains[i];
    const double p = precision(gains[i]), own = spread * spread * p;  // the share of the gate's own result
    found.log_weight += (std::log(p) - p * std::pow(elo - average, 2)) / 2;
    if (!chosen[i]) continue;
    found.mean += own * elo + (1 - own) * average;
    found.variance += own * error * error;
    from_average += 1 - own;
  }
  found.variance += from_average * from_average / precisions;
  return found;
}

// The mean and the variance over all spreads, each as likely as it is.
stats::Interval mixed(const std::vector<SpreadCase>& cases) {
  const double most = std::ranges::max_element(cases, {}, &SpreadCase::log_weight)->log_weight;
  double weights = 0, mean = 0, square = 0;
  for (const SpreadCase& one : cases) {
    const double weight = std::exp(one.log_weight - most);
    weights += weight;
    mean += weight * one.mean;
    square += weight * (one.variance + one.mean * one.mean);
  }
  mean /= weights;
  const double error = z95 * std::sqrt(std::max(0.0, square / weights - mean * mean));
  return {.value = mean, .low = mean - error, .high = mean + error};
}

}  // namespace

stats::Interval sum_of_gains(const std::vector<MeasuredGain>& gains, const std::vector<bool>& chosen) {
  if (std::ranges::find(chosen, true) == chosen.end()) return {};
  std::vector<SpreadCase> cases;
  for (double spread = 0.5; spread < 2'000; spread *= std::sqrt(2.0)) {
    cases.push_back(under_spread(spread, gains, chosen));
  }
  return mixed(cases);
}

}  // namespace hone::report
