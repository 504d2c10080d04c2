// SPDX-License-Identifier: MIT
#include "tuner/stats/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "data/error.hpp"
#include "tuner/stats/likelihood_interval.hpp"
#include "tuner/stats/sample.hpp"
#include "tuner/stats/superiority.hpp"

namespace hone::stats {

namespace {

Interval elo_of(const Interval& score) {
  return {.value = elo_of_score(score.value), .low = elo_of_score(score.low), .high = elo_of_score(score.high)};
}

template <std::size_t N>
Interval nelo_of(const Sample<N>& sample) {
  const Interval strength = strength_interval(sample);
  const double scale = nelo_per_t / std::sqrt(sample.games_per_unit);
  return {.value = scale * strength.value, .low = scale * strength.low, .high = scale * strength.high};
}

double score_of(const Pentanomial& results) {
  const auto share = [&](std::size_t outcome) { return static_cast<double>(results.pairs[outcome]); };
  return (share(1) + 2 * share(2) + 3 * share(3) + 4 * share(4)) / (4 * static_cast<double>(results.count()));
}

double score_of(const Trinomial& results) {
  return (static_cast<double>(results.wins) + static_cast<double>(results.draws) / 2) /
         static_cast<double>(results.count());
}

template <class Results>
Estimate estimate_of(const Results& results) {
  if (results.count() == 0)
    return {.score = unknown().value, .elo = unknown(), .nelo = unknown(), .los = unknown().value};
  const auto sample = sample_of(results);
  return {.score = score_of(results),
          .elo = elo_of(mean_interval(sample)),
          .nelo = nelo_of(sample),
          .los = superiority(results)};
}

template <std::size_t N>
double llr_of(const Sample<N>& sample, const SprtOptions& options) {
  const auto under = [&](double elo) {
    if (options.model == EloModel::logistic) return most_likely_with_mean(sample.score, score_of_elo(elo));
    return most_likely_with_t(sample.score, 0.5, elo / nelo_per_t * std::sqrt(sample.games_per_unit));
  };
  return sample.units * log_likelihood_ratio(sample.score, under(options.elo0), under(options.elo1));
}

template <std::size_t N>
SprtState sprt_of(const Sample<N>& sample, const SprtOptions& options) {
  options.validate();
  SprtState state{.llr = llr_of(sample, options),
                  .lower = std::log(options.beta / (1 - options.alpha)),
                  .upper = std::log((1 - options.beta) / options.alpha)};
  if (state.llr >= state.upper) state.verdict = SprtVerdict::accepted;
  if (state.llr <= state.lower) state.verdict = SprtVerdict::rejected;
  return state;
}

void require(bool holds, const char* bound) {
  if (!holds) throw Error(std::string("SPRT: ") + bound);
}

}  // namespace

std::uint64_t Pentanomial::count() const { return pairs[0] + pairs[1] + pairs[2] + pairs[3] + pairs[4]; }

Pentanomial& Pentanomial::operator+=(const Pentanomial& other) {
  for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i] += other.pairs[i];
  return *this;
}

Pentanomial Pentanomial::reversed() const {
  Pentanomial result = *this;
  std::reverse(result.pairs.begin(), result.pairs.end());
  return result;
}

Trinomial& Trinomial::operator+=(const Trinomial& other) {
  losses += other.losses;
  draws += other.draws;
  wins += other.wins;
  return *this;
}

Estimate estimate(const Pentanomial& results) { return estimate_of(results); }
Estimate estimate(const Trinomial& results) { return estimate_of(results); }

void SprtOptions::validate() const {
  require(elo0 < elo1, "elo0 must be below elo1");
  require(std::abs(elo0) <= max_elo_bound && std::abs(elo1) <= max_elo_bound, "elo0 and elo1 must be within +-400");
  require(alpha > 0 && alpha < 0.5, "alpha must be between 0 and 0.5");
  require(beta > 0 && beta < 0.5, "beta must be between 0 and 0.5");
}

const char* to_string(SprtVerdict verdict) {
  switch (verdict) {
    case SprtVerdict::undecided:
      return "undecided";
    case SprtVerdict::accepted:
      return "accepted";
    case SprtVerdict::rejected:
      return "rejected";
  }
  return "";
}

SprtState sprt(const Pentanomial& results, const SprtOptions& options) { return sprt_of(sample_of(results), options); }
SprtState sprt(const Trinomial& results, const SprtOptions& options) { return sprt_of(sample_of(results), options); }

double elo_of_score(double score) { return -400 * std::log10(1 / score - 1); }

double score_of_elo(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

}  // namespace hone::stats
