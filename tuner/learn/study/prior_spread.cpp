// SPDX-License-Identifier: MIT
#include "tuner/learn/study/prior_spread.hpp"

#include <algorithm>
#include <cmath>

namespace hone::learn {

namespace {

using Eigen::Index;

// One fitted distance: its variance is variance + reach x spread^2.
struct SeenDistance {
  double squared = 0, variance = 0, reach = 0;
};

// Spreads from scale / 2^10 to scale x 2^5, four to an octave.
constexpr int lowest_step = -40, highest_step = 20;
constexpr double steps_per_octave = 4;

// The density of half a Student distribution with two degrees of freedom, up to a factor; x: in scales.
double log_prior(double x) { return -1.5 * std::log1p(x * x / 2); }

double log_likelihood(const std::vector<SeenDistance>& seen, double spread_squared) {
  double sum = 0;
  for (const SeenDistance& one : seen) {
    const double variance = one.variance + one.reach * spread_squared;
    if (variance > 0) sum -= (std::log(variance) + one.squared / variance) / 2;
  }
  return sum;
}

// The mean of the squared spread. Steps are alike in the logarithm, so that each stands for a width that grows with x.
double mean_squared_spread(const std::vector<SeenDistance>& seen, double scale) {
  if (!(scale > 0)) return 0;
  std::vector<double> squares, logs;
  for (int step = lowest_step; step <= highest_step; ++step) {
    const double x = std::exp2(step / steps_per_octave);
    squares.push_back(scale * scale * x * x);
    logs.push_back(log_likelihood(seen, squares.back()) + log_prior(x) + std::log(x));
  }
  const double largest = *std::max_element(logs.begin(), logs.end());
  double sum = 0, weights = 0;
  for (std::size_t i = 0; i < logs.size(); ++i) {
    const double weight = std::exp(logs[i] - largest);
    sum += weight * squares[i];
    weights += weight;
  }
  return sum / weights;
}

class Spreads {
 public:
  explicit Spreads(const PriorDistances& found)
      : found_(found), squares_(Vector::Constant(found.reach.cols(), common())) {}

  [[nodiscard]] std::vector<double> all() {
    const double scale = squares_.size() > 0 ? std::sqrt(squares_[0]) : 0;
    for (int sweep = 0; sweep < sweeps; ++sweep) {
      for (Index group = 0; group < squares_.size(); ++group) {
        squares_[group] = mean_squared_spread(members(group), scale);
      }
    }
    std::vector<double> result(static_cast<std::size_t>(squares_.size()), 0.0);
    for (const std::size_t group : found_.group) result[group] = std::sqrt(squares_[static_cast<Index>(group)]);
    return result;
  }

 private:
  static constexpr int sweeps = 3;  // each group sees the spreads of the others as they were

  // The squared spread if all groups had the same. Its scale is what all the distance there is, and as much chance
  // again, would be if the fit showed it in full.
  [[nodiscard]] double common() const {
    const double reach = found_.reach.sum();
    if (!(reach > 0)) return 0;
    const double scale = (found_.distance.squaredNorm() + found_.variance.sum()) / reach;
    std::vector<SeenDistance> seen;
    for (Index i = 0; i < found_.distance.size(); ++i) {
      seen.push_back({found_.distance[i] * found_.distance[i], found_.variance[i], found_.reach.row(i).sum()});
    }
    return mean_squared_spread(seen, std::sqrt(scale));
  }

  [[nodiscard]] std::vector<SeenDistance> members(Index group) const {
    std::vector<SeenDistance> seen;
    for (Index i = 0; i < found_.distance.size(); ++i) {
      if (found_.group[static_cast<std::size_t>(i)] != static_cast<std::size_t>(group)) continue;
      const double own = found_.reach(i, group);
      const double others = found_.reach.row(i).dot(squares_) - own * squares_[group];
      seen.push_back({found_.distance[i] * found_.distance[i], found_.variance[i] + std::max(0.0, others), own});
    }
    return seen;
  }

  const PriorDistances& found_;
  Vector squares_;  // of the spreads of the groups
};

}  // namespace

std::vector<double> prior_spreads(const PriorDistances& found) { return Spreads(found).all(); }

}  // namespace hone::learn
