// SPDX-License-Identifier: MIT
#include "tuner/stats/brownian.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace hone::stats {

namespace {

// The chance that the motion has not stopped by then is exp(-pi^2 / 2 * 100).
constexpr double longest_time = 100;  // in squared distances of the barriers

double width(const Barriers& barriers) { return barriers.upper - barriers.lower; }
Barriers mirrored(const Barriers& barriers) { return {-barriers.upper, -barriers.lower}; }

double clipped_time(const Barriers& barriers, double time) {
  return std::min(time, longest_time * width(barriers) * width(barriers));
}

// exp(c) * normal_cdf(z), where the first factor may overflow and the second underflow; the asymptotic series of the
// error function (Abramowitz and Stegun, 7.1.23) is exact to 10 digits there.
double weighted_cdf(double c, double z) {
  if (z > -30) return std::exp(c) * std::erfc(-z / std::numbers::sqrt2) / 2;
  const double u = 1 / (z * z);
  return std::exp(c - z * z / 2) / (-z * std::sqrt(2 * std::numbers::pi)) * (1 - u * (1 - 3 * u * (1 - 5 * u)));
}

// How many mirror images of the start beyond each barrier matter; image k weighs exp(-(2 k width)^2 / 2 time).
int images(const Barriers& barriers, double time) {
  return 2 + static_cast<int>(4.5 * std::sqrt(time) / width(barriers));
}

// The chance that a motion with this drift and a single barrier at the distance hits it by the time, times exp(c).
double weighted_hit(double c, double drift, double distance, double time) {
  const double root = std::sqrt(time);
  return weighted_cdf(c - drift * distance, (drift * time - distance) / root) +
         weighted_cdf(c + drift * distance, (-drift * time - distance) / root);
}

// The chance that the motion has not stopped by the time and is then at or below the place. The drift must not be
// negative: then no weight of an image is larger than that image is unlikely.
double moving_below(const Barriers& barriers, double drift, double time, double place) {
  const double root = std::sqrt(time);
  const auto image = [&](double at) {
    const auto cdf = [&](double x) { return weighted_cdf(drift * at, (x - at - drift * time) / root); };
    return cdf(place) - cdf(barriers.lower);
  };
  double sum = 0;
  for (int k = -images(barriers, time); k <= images(barriers, time); ++k) {
    const double shift = 2 * k * width(barriers);
    sum += image(shift) - image(2 * barriers.lower + shift);
  }
  return sum;
}

}  // namespace

// From the martingale exp(-2 drift place), written so that nothing overflows.
double chance_of_upper(const Barriers& barriers, double drift) {
  if (drift == 0) return -barriers.lower / width(barriers);
  if (drift < 0) return 1 - chance_of_upper(mirrored(barriers), -drift);
  return std::expm1(2 * drift * barriers.lower) / std::expm1(-2 * drift * width(barriers));
}

// Wald's identity; for a drift near 0 its limit, because the quotient loses its digits.
double expected_time(const Barriers& barriers, double drift) {
  if (std::abs(drift) * width(barriers) < 1e-6) return -barriers.lower * barriers.upper;
  const double upper = chance_of_upper(barriers, drift);
  return (upper * barriers.upper + (1 - upper) * barriers.lower) / drift;
}

double stopped_low(const Barriers& barriers, double drift, double time) {
  if (time <= 0) return 0;
  const double until = clipped_time(barriers, time);
  double sum = 0;
  for (int k = -images(barriers, until); k <= images(barriers, until); ++k) {
    const double distance = 2 * k * width(barriers) - barriers.lower;
    const double hit = weighted_hit(drift * barriers.lower, drift, std::abs(distance), until);
    sum += distance > 0 ? hit : -hit;
  }
  return std::clamp(sum, 0.0, 1.0);
}

double stopped_high(const Barriers& barriers, double drift, double time) {
  return stopped_low(mirrored(barriers), -drift, time);
}

double stopping_quantile(const Barriers& barriers, double drift, double chance) {
  double low = 0, high = clipped_time(barriers, HUGE_VAL);
  for (int i = 0; i < 100; ++i) {
    const double time = (low + high) / 2;
    (stopped_low(barriers, drift, time) + stopped_high(barriers, drift, time) < chance ? low : high) = time;
  }
  return high;
}

double chance_of_less(const Barriers& barriers, double drift, double time, double place) {
  if (drift < 0) return 1 - chance_of_less(mirrored(barriers), -drift, time, -place);
  const double until = clipped_time(barriers, time);
  const double below = moving_below(barriers, drift, until, place);
  return std::clamp(stopped_low(barriers, drift, until) + below, 0.0, 1.0);
}

}  // namespace hone::stats
