// SPDX-License-Identifier: MIT
#include "tuner/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "data/error.hpp"
#include "tuner/likelihood.hpp"

namespace hone {
namespace {

constexpr double z95 = 1.959963984540054;  // two-sided 95 % of the normal distribution
constexpr double least_count = 1e-3;       // an outcome that was not seen counts this much
constexpr double least_score = 1e-3;       // Elo of a clean sweep is capped here: +-1200
constexpr double nelo_per_t = 800 / std::numbers::ln10;

// Outcomes of a unit (one game or a pair) with their chances, the score per game as value.
template <std::size_t N>
struct Sample {
  Distribution<N> score;
  double units = 0;
  double games_per_unit = 1;

  [[nodiscard]] double games() const { return units * games_per_unit; }
  // Standard deviation of one game's score, were the games of a unit independent.
  [[nodiscard]] double sigma() const { return std::sqrt(score.variance() * games_per_unit); }
};

template <std::size_t N>
Sample<N> sample_of(const std::array<std::uint64_t, N>& counts) {
  Sample<N> sample;
  sample.games_per_unit = static_cast<double>(N - 1) / 2;
  for (std::size_t i = 0; i < N; ++i) {
    sample.score.values[i] = static_cast<double>(i) / static_cast<double>(N - 1);
    sample.score.chances[i] = std::max(static_cast<double>(counts[i]), least_count);
    sample.units += sample.score.chances[i];
  }
  for (double& chance : sample.score.chances) chance /= sample.units;
  return sample;
}

Sample<5> sample_of(const Pentanomial& results) { return sample_of(results.pairs); }
Sample<3> sample_of(const Trinomial& results) {
  return sample_of(std::array{results.losses, results.draws, results.wins});
}

double normal_cdf(double x) { return std::erfc(-x / std::numbers::sqrt2) / 2; }

template <std::size_t N>
Estimate estimate_of(const Sample<N>& sample) {
  const double score = sample.score.mean();
  const double sigma = sample.sigma();
  const double error = sigma / std::sqrt(sample.games());
  return {.score = score,
          .elo = elo_of_score(score),
          .elo_error = (elo_of_score(score + z95 * error) - elo_of_score(score - z95 * error)) / 2,
          .nelo = (score - 0.5) / sigma * nelo_per_t,
          .nelo_error = z95 / std::sqrt(sample.games()) * nelo_per_t,
          .los = normal_cdf((score - 0.5) / error)};
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

Estimate estimate(const Pentanomial& results) { return estimate_of(sample_of(results)); }
Estimate estimate(const Trinomial& results) { return estimate_of(sample_of(results)); }

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

double elo_of_score(double score) {
  const double inside = std::clamp(score, least_score, 1 - least_score);
  return -400 * std::log10(1 / inside - 1);
}

double score_of_elo(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

}  // namespace hone
