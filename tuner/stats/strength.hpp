// SPDX-License-Identifier: MIT
//
// The most likely chances of a few outcomes under a constraint, given the observed shares: on their mean (tilted) or on
// their mean in units of their root mean square (Strength). Source: A. Owen, "Empirical Likelihood", 2001, chapter 2.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace hone::stats {

struct ValueAndSlope {
  double value = 0;
  double slope = 0;
};

// The place where `f` crosses 0; f is above 0 at `low` and below 0 at `high`, which are both positive. Newton's steps
// from `start`, and halving of the logarithm where they leave the bracket. A relative step of 1e-11 leaves an error of
// the order of its square.
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

// The most likely chances p with sum p_i d_i = 0, where d takes both signs. Let d_j be the value furthest from 0 on the
// side whose chances grow: with w = 1 + x d_j in (0, 1], the form 1 + x d_i = 1 - d_i / d_j + w d_i / d_j keeps its
// digits even where w is as small as the chance of an outcome that was hardly seen. As p_j <= 1, w is at least that
// chance.
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

// The mean over the observations of log(chance under one / chance under zero).
template <std::size_t N>
[[nodiscard]] double log_likelihood_ratio(const std::array<double, N>& observed, const std::array<double, N>& zero,
                                          const std::array<double, N>& one) {
  double sum = 0;
  for (std::size_t i = 0; i < N; ++i) sum += observed[i] * std::log(one[i] / zero[i]);
  return sum;
}

// The most likely chances of a given strength: mean of y = s times its root mean square, 0 < s < 1.
//
// The root mean square is the least of (size + E y^2 / size) / 2 over all sizes, reached where size^2 = E y^2. So
// E y - s sqrt(E y^2) is the largest of the means of
//
//     d(size) = y - s (size + y^2 / size) / 2,
//
// which are linear in the chances. If the observed chances are too strong, the allowed ones have E d <= 0 for every
// size: a convex set with one most likely point. If they are too weak, the allowed ones have E d >= 0 for some size: a
// union of half-spaces, which may have several local maxima. Both are found among the sizes where the most likely
// chances with E d = 0 have E y^2 = size^2. As the chance of the largest y may come near 1, every strength is possible.
template <std::size_t N>
struct Strength {
  const std::array<double, N>& observed;
  const std::array<double, N>& y;  // rising or falling, with both signs; neighbours above 0 at most a factor 2 apart
  double s;

  [[nodiscard]] std::array<double, N> chances() const;

 private:
  struct Sizes {
    double low, high;
  };

  [[nodiscard]] Tilted<N> at(double size, std::array<double, N>& d) const;
  [[nodiscard]] ValueAndSlope excess(double size) const;  // E y^2 - size^2
  [[nodiscard]] std::array<double, N> solved(Sizes within, double start) const;
  [[nodiscard]] Sizes sizes_from_weak() const;
  [[nodiscard]] Sizes sizes_from_strong(double mean, double square) const;
  [[nodiscard]] Sizes sizes_as_likely(Sizes within, const std::array<double, N>& known) const;
  [[nodiscard]] std::array<double, N> best_of(Sizes within, std::array<double, N> best) const;
  [[nodiscard]] bool has_gaps() const { return N > 3 && s * s > 8.0 / 9; }
  [[nodiscard]] Sizes sizes_around(double strong) const;
  [[nodiscard]] std::array<double, N> best_around_each() const;
  [[nodiscard]] double furthest() const { return std::max(std::abs(y.front()), std::abs(y.back())); }
};

template <std::size_t N>
Tilted<N> Strength<N>::at(double size, std::array<double, N>& d) const {
  for (std::size_t i = 0; i < N; ++i) d[i] = y[i] - s * (size + y[i] * y[i] / size) / 2;
  return tilted(observed, d);
}

// The slope follows from how x and d change with the size while sum observed_i d_i / (1 + x d_i) stays 0.
template <std::size_t N>
ValueAndSlope Strength<N>::excess(double size) const {
  std::array<double, N> d;
  const auto [p, x] = at(size, d);
  const auto change = [&](std::size_t i) { return -s * (1 - y[i] * y[i] / (size * size)) / 2; };  // of d
  double changed = 0, squares = 0;
  for (std::size_t i = 0; i < N; ++i) {
    const double weight = p[i] * p[i] / observed[i];
    changed += weight * change(i);
    squares += weight * d[i] * d[i];
  }
  ValueAndSlope result{-size * size, -2 * size};
  for (std::size_t i = 0; i < N; ++i) {
    const double weight = p[i] * p[i] / observed[i];
    result.value += p[i] * y[i] * y[i];
    result.slope -= weight * y[i] * y[i] * (changed / squares * d[i] + x * change(i));
  }
  return result;
}

template <std::size_t N>
std::array<double, N> Strength<N>::solved(Sizes within, double start) const {
  std::array<double, N> d;
  return at(crossing([&](double size) { return excess(size); }, within.low, within.high, start), d).chances;
}

// The sizes for which d has a positive value. Below them not even the least positive y is strong enough, and at their
// lower end all of the chance is at that y. No root mean square is above the furthest y.
template <std::size_t N>
typename Strength<N>::Sizes Strength<N>::sizes_from_weak() const {
  double least = furthest();
  for (double value : y) least = value > 0 ? std::min(least, value) : least;
  const double just_inside = 1 + 1e-3 * s * s;  // leaves the others less than a hundredth
  return {least * s / (1 + std::sqrt(1 - s * s)) * just_inside, furthest()};
}

// The sizes for which the observed chances have E d >= 0; at both ends they need no tilting.
template <std::size_t N>
typename Strength<N>::Sizes Strength<N>::sizes_from_strong(double mean, double square) const {
  const double high = (mean + std::sqrt(std::max(0.0, mean * mean - s * s * square))) / s;
  return {square / high, std::min(high, furthest())};
}

// Chances as likely as those known have sum observed_i log(p_i / observed_i) >= -divergence, so that by Jensen's
// inequality E f >= exp(sum observed_i log f_i - divergence) for any positive f: here y^2 + c and c - y^2, which
// bound E y^2. The bounds hold for any c and are narrow for this one.
template <std::size_t N>
typename Strength<N>::Sizes Strength<N>::sizes_as_likely(Sizes within, const std::array<double, N>& known) const {
  const double divergence = std::max(1e-9, log_likelihood_ratio(observed, known, observed));
  double square = 0, fourth = 0;
  for (std::size_t i = 0; i < N; ++i) {
    square += observed[i] * y[i] * y[i];
    fourth += observed[i] * y[i] * y[i] * y[i] * y[i];
  }
  const double variance = std::max(1e-9, fourth - square * square);
  const double c = furthest() * furthest() + std::sqrt(variance / (2 * divergence));
  double above = -divergence, below = -divergence;
  for (std::size_t i = 0; i < N; ++i) {
    above += observed[i] * std::log(c + y[i] * y[i]);
    below += observed[i] * std::log(c - y[i] * y[i]);
  }
  return {std::max(within.low, std::sqrt(std::max(0.0, std::exp(above) - c))),
          std::min(within.high, std::sqrt(c - std::exp(below)))};
}

// Looks for more likely chances in each section of the sizes. In practice local maxima are well apart, because each
// rests on another value of y.
template <std::size_t N>
std::array<double, N> Strength<N>::best_of(Sizes within, std::array<double, N> best) const {
  constexpr double apart = 1.4, section = 1.15;
  if (within.high <= within.low * apart) return best;
  const int sections = 1 + static_cast<int>(std::log(within.high / within.low) / std::log(section));
  const double step = std::pow(within.high / within.low, 1.0 / sections);
  double from = within.low;
  bool below = excess(from).value > 0;
  for (int i = 0; i < sections; ++i, from *= step) {
    const bool still_below = excess(from * step).value > 0;
    if (below && !still_below) {
      const auto found = solved({from, from * step}, from * std::sqrt(step));
      if (log_likelihood_ratio(observed, best, found) > 0) best = found;
    }
    below = still_below;
  }
  return best;
}

// The sizes for which this y is strong enough, without their ends, where all of the chance is at that y. Neighbours
// that are a factor 2 apart share some of these sizes only while s^2 < 8/9 (has_gaps); beyond that each y has its own.
template <std::size_t N>
typename Strength<N>::Sizes Strength<N>::sizes_around(double strong) const {
  const double width = std::sqrt(1 - s * s), inside = 1 + 1e-3 * width;
  return {strong * s / (1 + width) * inside, strong * (1 + width) / s / inside};
}

// At the lower end the chances at the strong y have a larger root mean square than the size, at the upper a smaller.
template <std::size_t N>
std::array<double, N> Strength<N>::best_around_each() const {
  std::array<double, N> best{};
  double most = -HUGE_VAL;
  for (const double strong : y) {
    if (strong <= 0) continue;
    const Sizes sizes = sizes_around(strong);
    const auto found = solved(sizes, std::sqrt(sizes.low * sizes.high));
    const double likelihood = log_likelihood_ratio(observed, observed, found);
    if (likelihood > most) most = likelihood, best = found;
  }
  return best;
}

template <std::size_t N>
std::array<double, N> Strength<N>::chances() const {
  double mean = 0, square = 0;
  for (std::size_t i = 0; i < N; ++i) {
    mean += observed[i] * y[i];
    square += observed[i] * y[i] * y[i];
  }
  const double size = std::sqrt(square);
  if (mean > s * size) return solved(sizes_from_strong(mean, square), size);
  if (has_gaps()) return best_around_each();
  const Sizes within = sizes_from_weak();
  const auto known = solved(within, size > within.low ? size : std::sqrt(within.low * within.high));
  // With a single y above 0 the likelihood is log-concave in the size and has one maximum.
  return N == 3 ? known : best_of(sizes_as_likely(within, known), known);
}

}  // namespace hone::stats
