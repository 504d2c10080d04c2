// SPDX-License-Identifier: MIT
//
// The loss of a prediction, as a function of the logit z of the predicted outcome (data/outcome_model.hpp), and the
// targets that rows are fitted to: the outcome of the game, the score of a search, or a blend of both, with the same
// weight for every row, the same for every game, or more for late rows than for early ones.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "data/outcome_model.hpp"
#include "data/rows.hpp"
#include "tuner/learn/fit/row_selection.hpp"
#include "tuner/learn/target.hpp"

namespace hone::learn {

enum class Loss {
  squared,        // mean of (target - p)^2, Texel's
  cross_entropy,  // mean of -(target log p + (1 - target) log(1 - p)); convex
};

struct LossPoint {
  double value = 0;
  double slope = 0;      // dvalue / dz
  double curvature = 0;  // never negative; for the squared loss that of Gauss and Newton, 2 (dp / dz)^2
};

[[nodiscard]] inline double loss_value(Loss loss, double target, double z) {
  if (loss == Loss::cross_entropy) return std::max(z, 0.0) + std::log1p(std::exp(-std::abs(z))) - target * z;
  const double error = outcome_of_logit(z) - target;
  return error * error;
}

[[nodiscard]] inline LossPoint loss_point(Loss loss, double target, double z) {
  const double p = outcome_of_logit(z);
  const double error = p - target, dp = p * (1 - p);
  if (loss == Loss::cross_entropy) return {loss_value(loss, target, z), error, dp};
  return {error * error, 2 * error * dp, 2 * dp * dp};
}

// The least loss that any prediction has: the entropy of the target for cross-entropy.
[[nodiscard]] inline double least_loss(Loss loss, double target) {
  if (loss == Loss::squared || target <= 0 || target >= 1) return 0;
  return -target * std::log(target) - (1 - target) * std::log1p(-target);
}

// Whether a prediction keeps to a bound of the value, so that it has no loss. An exact value is no bound.
[[nodiscard]] inline bool keeps(RowBound bound, double target, double z) {
  if (bound == RowBound::lower) return outcome_of_logit(z) >= target;
  return bound == RowBound::upper && outcome_of_logit(z) <= target;
}

// The loss of a row whose target may be a bound of the value alone: 0 where the prediction keeps to it, and otherwise
// what the loss exceeds its least value by. It is convex where the loss is, and once differentiable.
[[nodiscard]] inline double loss_value(Loss loss, RowBound bound, double target, double z) {
  if (keeps(bound, target, z)) return 0;
  const bool is_bound = bound == RowBound::lower || bound == RowBound::upper;
  return loss_value(loss, target, z) - (is_bound ? least_loss(loss, target) : 0);
}

[[nodiscard]] inline LossPoint loss_point(Loss loss, RowBound bound, double target, double z) {
  if (keeps(bound, target, z)) return {};
  LossPoint point = loss_point(loss, target, z);
  if (bound == RowBound::lower || bound == RowBound::upper) point.value -= least_loss(loss, target);
  return point;
}

// What validate() functions of options of a fit demand. Throws Error that names the bound unless it holds.
void require_fit(bool holds, const char* bound);

struct TargetOptions {
  Target target = {};                            // rows without score or value keep the outcome
  std::optional<double> score_k = std::nullopt;  // scale of the searched scores; nothing: fitted to the rows
  bool equal_games = false;                      // each game weighs the same, however many rows it has
  double half_life = 0;       // positions after which one counts half as much as a later one; 0: all alike
  bool newest_first = false;  // the rows come the other way round

  void validate() const;  // throws Error naming the bound that is broken
};

class Targets {
 public:
  Targets() = default;
  // The targets of these rows. score_k: the scale K of the searched scores.
  Targets(const RowSet& rows, const RowSelection& selection, const TargetOptions& options, double score_k);

  // How often each game counts, for example in a resampled dataset.
  using Multiplicity = std::unordered_map<std::uint32_t, float>;
  void set_multiplicity(Multiplicity games) { multiplicity_ = std::move(games); }

  // Factors of the weights of all rows of the set, by their numbers.
  void set_factors(std::vector<float> factors) { factors_ = std::move(factors); }

  [[nodiscard]] float target(const RowLabel& label) const;
  // The outcome that the searched score promises; the label must have one.
  [[nodiscard]] float score_target(const RowLabel& label) const;
  // row: the row's number in the set.
  [[nodiscard]] float weight(const RowLabel& label, std::size_t row) const;

 private:
  [[nodiscard]] double outcome_of_score(float score) const;
  void count_positions(const RowSet& rows, std::size_t newest);

  bool takes_values_ = false;
  double blend_ = 0, score_scale_ = 0;
  double tree_weight_ = 0;
  double log2_decay_ = 0;                                  // per position
  std::vector<std::uint32_t> positions_before_;            // of each row of the set; empty: all count the same
  std::uint32_t newest_ = 0;                               // positions before the newest row
  std::unordered_map<std::uint32_t, float> rows_of_game_;  // empty: all rows count the same
  std::vector<float> factors_;                             // empty: all 1
  Multiplicity multiplicity_;                              // empty: every game counts once
};

}  // namespace hone::learn
