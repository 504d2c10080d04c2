// SPDX-License-Identifier: MIT
#include "tuner/stats/stopped_estimate.hpp"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>

#include "tuner/stats/sample.hpp"

namespace hone::stats {

namespace {

// A test that looks after each unit overshoots its barriers by this many standard deviations of a step on average; a
// Brownian motion with its barriers that much further out behaves alike (Siegmund 1985, X.2: 0.583).
constexpr double overshoot = 0.5826;

// The state of a test: its walk, how long it has walked, and where it is.
struct Walked {
  SprtWalk walk;
  double time = 0;
  double place = 0;

  // The chance of a lower outcome if this were the drift.
  [[nodiscard]] double chance_of_less(double drift) const {
    return hone::stats::chance_of_less(walk.barriers, drift, time, place);
  }
};

double place_of(const SprtWalk& walk, SprtVerdict verdict, double straight) {
  if (verdict == SprtVerdict::accepted) return walk.barriers.upper;
  if (verdict == SprtVerdict::rejected) return walk.barriers.lower;
  return std::clamp(straight, walk.barriers.lower, walk.barriers.upper);
}

// Whether one side is far stronger than either hypothesis says. The likelihood ratio then grows more slowly than the
// walk that stands for it between players of similar strength: 145 wins in 160 games give a log likelihood ratio
// of 2.97 in a test of 0 against 10 nElo, where the walk is at 8.4. The walk then says nothing, but no correction is
// needed either: so steep a walk stops at nearly the same time whatever happens.
bool is_beyond(const Barriers& barriers, double straight) {
  constexpr double factor = 1.5;
  return straight > factor * barriers.upper || straight < factor * barriers.lower;
}

StoppedEstimate uncorrected(const Estimate& plain) { return {.elo = plain.elo, .nelo = plain.nelo, .los = plain.los}; }

// The drift under which a lower outcome has the given chance. That chance falls as the drift rises, so the drift is
// bracketed in steps that double, and the bracket is then halved.
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

// The strength with its interval as the walk has it.
Interval walked_strength(const Walked& walked) {
  const auto at = [&](double chance) { return walked.walk.strength(drift_with(walked, chance)); };
  return {.value = at(0.5), .low = at(0.975), .high = at(0.025)};
}

// An interval around the value whose ends are as much further away than those of `plain` as the ends of `walked` are
// further away than `normal`.
Interval stretched(double value, const Interval& plain, const Interval& walked, double normal) {
  return {.value = value,
          .low = value - (plain.value - plain.low) * (walked.value - walked.low) / normal,
          .high = value + (plain.high - plain.value) * (walked.high - walked.value) / normal};
}

// A likelihood of superiority that is as much nearer to a half as `exact` is nearer than `normal`, in deviations.
double drawn_in(double los, double exact, double normal) {
  constexpr double least = 1e-15;
  const auto deviations = [least](double chance) {
    return boost::math::quantile(boost::math::normal(), std::clamp(chance, least, 1 - least));
  };
  if (deviations(normal) == 0) return los;
  return normal_cdf(deviations(los) * std::clamp(deviations(exact) / deviations(normal), 0.0, 1.0));
}

template <class Results>
StoppedEstimate point_estimate_of(const Results& results, const SprtOptions& options) {
  const Estimate plain = estimate(results);
  if (!plain.elo.is_bounded() || !plain.nelo.is_bounded()) return uncorrected(plain);
  const auto sample = sample_of(results);
  const double sigma = std::sqrt(sample.score.variance());
  const double strength = (sample.score.mean() - 0.5) / sigma;
  Walked walked{SprtWalk(options, sigma, sample.games_per_unit)};
  walked.time = walked.walk.time(sample.units);
  const double straight = walked.walk.drift(strength) * walked.time;
  const SprtVerdict verdict = sprt(results, options).verdict;
  if (verdict != SprtVerdict::undecided && is_beyond(walked.walk.barriers, straight)) return uncorrected(plain);
  walked.place = place_of(walked.walk, verdict, straight);

  const double root = std::sqrt(sample.units), per_strength = nelo_per_t / std::sqrt(sample.games_per_unit);
  const double shown = walked.walk.strength(walked.place / walked.time);
  const Interval found = walked_strength(walked);
  // Only the correction is the walk's: a likelihood ratio that grows more slowly than the walk ends at a barrier that
  // shows less than the results do.
  const double value = strength + found.value - shown;
  const double elo = elo_of_score(std::clamp(0.5 + value * sigma, 0.0, 1.0));
  return {.elo = stretched(std::clamp(elo, plain.elo.low, plain.elo.high), plain.elo, found, z95 / root),
          .nelo = stretched(value * per_strength, plain.nelo, found, z95 / root),
          .los = drawn_in(walked.chance_of_less(walked.walk.drift(0)), plain.los, normal_cdf(shown * root))};
}

}  // namespace

double unit_strength(double elo, EloModel model, double sigma, double games_per_unit) {
  if (model == EloModel::normalized) return elo / nelo_per_t * std::sqrt(games_per_unit);
  return (score_of_elo(elo) - 0.5) / sigma;
}

SprtWalk::SprtWalk(const SprtOptions& options, double sigma, double games_per_unit) {
  const double zero = unit_strength(options.elo0, options.model, sigma, games_per_unit);
  const double one = unit_strength(options.elo1, options.model, sigma, games_per_unit);
  middle = (zero + one) / 2;
  step = one - zero;
  barriers = {std::log(options.beta / (1 - options.alpha)) - overshoot * step,
              std::log((1 - options.beta) / options.alpha) + overshoot * step};
}

StoppedEstimate corrected_estimate(const Pentanomial& results, const SprtOptions& options) {
  return point_estimate_of(results, options);
}

StoppedEstimate corrected_estimate(const Trinomial& results, const SprtOptions& options) {
  return point_estimate_of(results, options);
}

}  // namespace hone::stats
