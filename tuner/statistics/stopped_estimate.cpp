// SPDX-License-Identifier: MIT
#include "tuner/statistics/stopped_estimate.hpp"

#include <algorithm>
#include <cmath>

#include "tuner/statistics/sample.hpp"
#include "tuner/statistics/sprt_walk.hpp"

namespace hone {
namespace {

// Where a test is: its walk, how long it has walked and where to.
struct Walked {
  SprtWalk walk;
  double time = 0;
  double place = 0;

  // How likely less would have been, were this the drift.
  [[nodiscard]] double chance_of_less(double drift) const {
    return hone::chance_of_less(walk.barriers, drift, time, place);
  }
};

double place_of(const SprtWalk& walk, SprtVerdict verdict, double straight) {
  if (verdict == SprtVerdict::accepted) return walk.barriers.upper;
  if (verdict == SprtVerdict::rejected) return walk.barriers.lower;
  return std::clamp(straight, walk.barriers.lower, walk.barriers.upper);
}

// The drift for which less is as likely as given: a chance that falls with the drift, bracketed in steps
// that double, then halved.
double drift_with(const Walked& walked, double chance) {
  const double guess = walked.place / walked.time;
  double reach = 1 / std::sqrt(walked.time);
  while (reach < 1e9 && walked.chance_of_less(guess - reach) < chance) reach *= 2;
  double low = guess - reach;
  while (reach < 1e9 && walked.chance_of_less(guess + reach) > chance) reach *= 2;
  double high = guess + reach;
  for (int i = 0; i < 60; ++i) {
    const double drift = (low + high) / 2;
    (walked.chance_of_less(drift) > chance ? low : high) = drift;
  }
  return (low + high) / 2;
}

template <class F>
Interval interval(const Walked& walked, F of_strength) {
  const auto at = [&](double chance) { return of_strength(walked.walk.strength(drift_with(walked, chance))); };
  return {.value = at(0.5), .low = at(0.975), .high = at(0.025)};
}

template <std::size_t N>
StoppedEstimate estimate_of(const Sample<N>& sample, SprtVerdict verdict, const SprtOptions& options) {
  const double sigma = std::sqrt(sample.score.variance());
  Walked walked{SprtWalk(options, sigma, sample.games_per_unit)};
  walked.time = walked.walk.time(sample.units);
  const double straight = walked.walk.drift((sample.score.mean() - 0.5) / sigma) * walked.time;
  walked.place = place_of(walked.walk, verdict, straight);
  const double per_strength = nelo_per_t / std::sqrt(sample.games_per_unit);
  return {.elo = interval(walked, [&](double strength) { return elo_of_score(0.5 + strength * sigma); }),
          .nelo = interval(walked, [&](double strength) { return strength * per_strength; }),
          .los = walked.chance_of_less(walked.walk.drift(0))};
}

}  // namespace

StoppedEstimate corrected_estimate(const Pentanomial& results, const SprtOptions& options) {
  return estimate_of(sample_of(results), sprt(results, options).verdict, options);
}

StoppedEstimate corrected_estimate(const Trinomial& results, const SprtOptions& options) {
  return estimate_of(sample_of(results), sprt(results, options).verdict, options);
}

}  // namespace hone
