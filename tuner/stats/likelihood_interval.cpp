// SPDX-License-Identifier: MIT
#include "tuner/stats/likelihood_interval.hpp"

#include <boost/math/distributions/students_t.hpp>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <limits>
#include <optional>

namespace hone::stats {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double tail = 0.025, one_sided = 0.05;
// Beyond these nothing is looked for: a score of 1 - 2e-15, and a deviation of a ten thousandth of the lead.
constexpr double largest_logit = 34, largest_t = 1e4;

double logit_of(double score) { return std::log(score / (1 - score)); }
double score_of_logit(double logit) { return 1 / (1 + std::exp(-logit)); }

// Of normal scores twice the logarithm of the ratio is n log(1 + T^2 / (n - 1)), with Student's T.
double largest_ratio(double units) {
  const double freedom = std::max(units, 2.0) - 1;
  const double t = boost::math::quantile(boost::math::complement(boost::math::students_t(freedom), tail));
  return (freedom + 1) * std::log1p(t * t / freedom);
}

template <std::size_t N>
double ratio_to(const Sample<N>& sample, const std::array<double, N>& chances) {
  return 2 * sample.units * log_likelihood_ratio(sample.score, chances, sample.score.chances);
}

// Where `excess`, which is below 0 at `center`, crosses 0. The search goes in steps that double; infinite if it comes
// to the limit first.
template <class F>
double end_of(F excess, double center, double step, double limit) {
  double inside = center, outside = center + step, found = excess(center);
  double reached = excess(outside);
  for (; !(reached >= 0); reached = excess(outside)) {
    const bool is_beyond_limit = std::copysign(1, step) * outside > limit;
    if (is_beyond_limit || std::isnan(reached)) return std::copysign(infinite, step);
    inside = outside, found = reached;
    outside += step *= 2;
  }
  if (reached == 0) return outside;
  const auto is_close = [](double a, double b) { return std::abs(a - b) <= 1e-10 * std::max(std::abs(a), 1e-3); };
  std::uintmax_t most = 100;
  const bool rises = inside < outside;
  const auto [low, high] =
      rises ? boost::math::tools::toms748_solve(excess, inside, outside, found, reached, is_close, most)
            : boost::math::tools::toms748_solve(excess, outside, inside, reached, found, is_close, most);
  return (low + high) / 2;
}

template <class F>
Interval interval_where(F excess, double center, double step, double limit) {
  return {.value = center, .low = end_of(excess, center, -step, limit), .high = end_of(excess, center, step, limit)};
}

// The score of all units, where it is the same.
template <std::size_t N>
std::optional<double> only_score(const Sample<N>& sample) {
  for (std::size_t i = 0; i < N; ++i) {
    if ((1 - sample.score.chances[i]) * sample.units < N * least_count) return sample.score.values[i];
  }
  return std::nullopt;
}

// The least chance of a result that was seen in all units.
template <std::size_t N>
double least_chance(const Sample<N>& sample) {
  return std::pow(one_sided, 1 / std::round(sample.units));
}

// The strength of a unit that scores `score` with the given chance and `other` else.
double strength_of_two(double score, double other, double chance) {
  const double mean = chance * score + (1 - chance) * other;
  return (mean - 0.5) / (std::abs(score - other) * std::sqrt(chance * (1 - chance)));
}

}  // namespace

template <std::size_t N>
Interval mean_interval(const Sample<N>& sample) {
  if (const auto score = only_score(sample)) {
    const double chance = least_chance(sample);
    return {.value = *score, .low = *score * chance, .high = 1 - (1 - *score) * chance};
  }
  const double mean = sample.score.mean(), most = largest_ratio(sample.units);
  const double step = std::sqrt(sample.score.variance() / sample.units) / (mean * (1 - mean));
  const auto excess = [&](double logit) {
    return ratio_to(sample, most_likely_with_mean(sample.score, score_of_logit(logit))) - most;
  };
  const Interval found = interval_where(excess, logit_of(mean), step, largest_logit);
  return {.value = mean, .low = score_of_logit(found.low), .high = score_of_logit(found.high)};
}

template <std::size_t N>
Interval strength_interval(const Sample<N>& sample) {
  if (const auto score = only_score(sample)) {
    const double chance = least_chance(sample);
    return {.value = *score == 0.5 ? 0 : std::copysign(infinite, *score - 0.5),
            .low = *score >= 0.5 ? strength_of_two(*score, 0, chance) : -infinite,
            .high = *score <= 0.5 ? strength_of_two(*score, 1, chance) : infinite};
  }
  const double t = (sample.score.mean() - 0.5) / std::sqrt(sample.score.variance());
  const double most = largest_ratio(sample.units);
  const auto excess = [&](double at) { return ratio_to(sample, most_likely_with_t(sample.score, 0.5, at)) - most; };
  return interval_where(excess, t, std::hypot(1, t) / std::sqrt(sample.units), largest_t);
}

template Interval mean_interval(const Sample<3>&);
template Interval mean_interval(const Sample<5>&);
template Interval strength_interval(const Sample<3>&);
template Interval strength_interval(const Sample<5>&);

}  // namespace hone::stats
