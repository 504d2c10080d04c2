// SPDX-License-Identifier: MIT
#include "tuner/learn/fit/scale.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tuner/learn/fit/row_scores.hpp"
#include "tuner/parallel/ordered_sum.hpp"

namespace hone::learn {

namespace {

constexpr std::size_t part_rows = 8192;
constexpr int grid_intervals = 24;

// The weighted sum of the losses as a function of log K.
class ScaleLoss {
 public:
  ScaleLoss(std::vector<ScoredOutcome> points, Loss loss, int threads)
      : points_(std::move(points)), loss_(loss), threads_(threads) {}

  [[nodiscard]] bool is_flat() const {
    return std::all_of(points_.begin(), points_.end(), [](const ScoredOutcome& point) { return point.score == 0; });
  }

  [[nodiscard]] double operator()(double log_k) const {
    const double scale = logit_per_score(std::exp(log_k));
    double sum = 0;
    parallel::ordered_sum((points_.size() + part_rows - 1) / part_rows, threads_,
                          [&](std::size_t i) { return part(i, scale); },
                          [&](std::size_t, double value) { sum += value; });
    return sum;
  }

 private:
  [[nodiscard]] double part(std::size_t number, double scale) const {
    const std::size_t last = std::min((number + 1) * part_rows, points_.size());
    double sum = 0;
    for (std::size_t i = number * part_rows; i < last; ++i) {
      const ScoredOutcome& point = points_[i];
      sum += point.weight * loss_value(loss_, point.target, scale * point.score);
    }
    return sum;
  }

  std::vector<ScoredOutcome> points_;
  Loss loss_;
  int threads_;
};

struct Interval {
  double low, high;
};

// The squared loss may have several minima: the best point of a grid and its neighbours bracket the deepest.
Interval bracket(const ScaleLoss& loss, Interval range) {
  const double width = (range.high - range.low) / grid_intervals;
  double best = range.low, least = loss(range.low);
  for (int i = 1; i <= grid_intervals; ++i) {
    const double x = range.low + i * width, value = loss(x);
    if (value < least) {
      least = value;
      best = x;
    }
  }
  return {std::max(best - width, range.low), std::min(best + width, range.high)};
}

// The minimum by golden-section search.
double minimum(const ScaleLoss& loss, Interval range) {
  const double ratio = (std::sqrt(5.0) - 1) / 2;
  double left = range.high - ratio * (range.high - range.low), right = range.low + ratio * (range.high - range.low);
  double at_left = loss(left), at_right = loss(right);
  while (range.high - range.low > 1e-6) {
    if (at_left <= at_right) {
      range.high = std::exchange(right, left);
      at_right = at_left;
      left = range.high - ratio * (range.high - range.low);
      at_left = loss(left);
    } else {
      range.low = std::exchange(left, right);
      at_left = at_right;
      right = range.low + ratio * (range.high - range.low);
      at_right = loss(right);
    }
  }
  return (range.low + range.high) / 2;
}

// Of all rows with one score. Both losses are their mean outcome's, but for a constant.
struct Outcomes {
  double weight = 0, target = 0;
};

}  // namespace

double fit_scale(std::vector<ScoredOutcome> scores, Loss loss, int threads) {
  const ScaleLoss at(std::move(scores), loss, threads);
  if (at.is_flat()) return 1;
  return std::exp(minimum(at, bracket(at, {std::log(min_scale), std::log(max_scale)})));
}

double fit_scale(const RowSet& rows, const RowSelection& selection, const Weights& weights, Loss loss, int threads) {
  const std::vector<double> scores = row_scores(rows, selection, weights, threads);
  std::vector<ScoredOutcome> points;
  points.reserve(scores.size());
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const RowLabel& label = rows[selection[i]].label;
    points.push_back({scores[i], label.target, label.weight});
  }
  return fit_scale(std::move(points), loss, threads);
}

double fit_score_scale(const RowSet& rows, const RowSelection& selection, Loss loss, int threads) {
  std::unordered_map<float, Outcomes> outcomes;
  for (const std::uint32_t i : selection) {
    const RowLabel& label = rows[i].label;
    if (label.score == no_row_score) continue;
    Outcomes& of_score = outcomes[label.score];
    of_score.weight += static_cast<double>(label.weight);
    of_score.target += static_cast<double>(label.weight) * static_cast<double>(label.target);
  }
  std::vector<ScoredOutcome> points;
  for (const auto& [score, sum] : outcomes) {
    if (!(sum.weight > 0)) continue;
    points.push_back(
        {static_cast<double>(score), static_cast<float>(sum.target / sum.weight), static_cast<float>(sum.weight)});
  }
  std::sort(points.begin(), points.end(),
            [](const ScoredOutcome& a, const ScoredOutcome& b) { return a.score < b.score; });
  return fit_scale(std::move(points), loss, threads);
}

}  // namespace hone::learn
