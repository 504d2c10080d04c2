// SPDX-License-Identifier: MIT
#include "tuner/run/gain_estimate.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace hone::run {

namespace {

// What a clean sweep leaves open is taken from the score with half a game more on either side.
MeasuredGain gain_of_sweep(const match::SideSummary& side) {
  const auto games = static_cast<double>(side.games.count());
  const double points = static_cast<double>(side.games.wins) + 0.5 * static_cast<double>(side.games.draws);
  const double elo = stats::elo_of_score((points + 0.5) / (games + 1));
  const double bound = std::isfinite(side.elo.low) ? side.elo.low : side.elo.high;
  return {elo, std::isfinite(bound) ? std::max(1.0, std::abs(elo - bound) / stats::z95_one_sided) : std::abs(elo) + 1};
}

}  // namespace

MeasuredGain gain_of(const match::MatchSummary& gate) {
  const stats::Interval elo = gate.players.empty() ? gate.elo() : gate.players.front().results.elo;
  if (!elo.is_bounded() && !gate.players.empty()) return gain_of_sweep(gate.players.front().results);
  return {elo.value, std::max(1.0, elo.error() / stats::z95)};
}

namespace {

constexpr double usual_spread = 10;  // Elo; the median of the priors of both spreads, each half a Cauchy

// What gains are like: they lie around a mean, which is itself drawn around 0.
struct Spreads {
  double of_gains = 0, of_mean = 0;  // Elo
};

// The sum under given spreads: how likely the gates are then, its mean and its variance.
struct SpreadCase {
  double log_weight = 0, mean = 0, variance = 0;
};

// On a grid of equal ratios.
double log_prior(double spread) { return std::log(spread) - std::log1p(std::pow(spread / usual_spread, 2)); }

SpreadCase under(const Spreads& spreads, const std::vector<MeasuredGain>& gains, const std::vector<bool>& chosen) {
  const auto precision = [&](const MeasuredGain& gain) {
    return 1 / (spreads.of_gains * spreads.of_gains + gain.error * gain.error);
  };
  double precisions = 1 / (spreads.of_mean * spreads.of_mean), weighted = 0;
  for (const MeasuredGain& gain : gains) {
    precisions += precision(gain);
    weighted += precision(gain) * gain.elo;
  }
  const double average = weighted / precisions;
  SpreadCase found;
  found.log_weight = log_prior(spreads.of_gains) + log_prior(spreads.of_mean) - std::log(spreads.of_mean) -
                     std::log(precisions) / 2 - std::pow(average / spreads.of_mean, 2) / 2;
  double from_average = 0;
  for (std::size_t i = 0; i < gains.size(); ++i) {
    const auto& [elo, error] = gains[i];
    const double p = precision(gains[i]);
    const double own = spreads.of_gains * spreads.of_gains * p;  // the share of the gate's own result
    found.log_weight += (std::log(p) - p * std::pow(elo - average, 2)) / 2;
    if (!chosen[i]) continue;
    found.mean += own * elo + (1 - own) * average;
    found.variance += own * error * error;
    from_average += 1 - own;
  }
  found.variance += from_average * from_average / precisions;
  return found;
}

// The mean and the variance over all cases, each as likely as it is.
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
  const double error = stats::z95 * std::sqrt(std::max(0.0, square / weights - mean * mean));
  return {.value = mean, .low = mean - error, .high = mean + error};
}

}  // namespace

stats::Interval sum_of_gains(const std::vector<MeasuredGain>& gains, const std::vector<bool>& chosen) {
  if (std::ranges::find(chosen, true) == chosen.end()) return {};
  std::vector<SpreadCase> cases;
  for (double of_gains = 0.5; of_gains < 2'000; of_gains *= std::sqrt(2.0)) {
    for (double of_mean = 2.5; of_mean < 2'000; of_mean *= 2) {
      cases.push_back(under({of_gains, of_mean}, gains, chosen));
    }
  }
  return mixed(cases);
}

}  // namespace hone::run
