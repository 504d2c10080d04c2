// SPDX-License-Identifier: MIT
//
// The loss of a prediction, as a function of the logit z of the predicted outcome,
//
//   p = 1 / (1 + e^-z),   z = K ln(10) / 400 x score
//
// and the targets that rows are fitted to: the outcome of the game, the score of a search, or a blend of both, with the
// same weight for every row, the same for every game, or more for late rows than for early ones.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <unordered_map>
#include <utility>
#include <vector>

#include "data/rows.hpp"
#include "tuner/learn/fit/row_selection.hpp"

namespace hone::learn {

enum class Loss {
  squared,        // mean of (target - p)^2, Texel's
  cross_entropy,  // mean of -(target log p + (1 - target) log(1 - p)); convex
};

// The logit of a score of one centi-unit.
[[nodiscard]] constexpr double logit_per_score(double k) { return k * std::numbers::ln10 / 400; }

[[nodiscard]] inline double outcome_of_logit(double z) { return 1 / (1 + std::exp(-z)); }

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

struct TargetOptions {
  // Share of the searched score, as a probability of its own scale, in the target; rows without score keep the
  // outcome.
  double blend = 0;
  bool equal_games = false;   // each game weighs the same, however many rows it has
  double half_life = 0;       // rows after which a row counts half as much as a later one; 0: all alike
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
  // row: the row's number in the set.
  [[nodiscard]] float weight(const RowLabel& label, std::size_t row) const;

 private:
  double blend_ = 0, score_scale_ = 0;
  double log2_decay_ = 0;                                  // per row
  std::size_t newest_ = 0;                                 // row
  std::unordered_map<std::uint32_t, float> rows_of_game_;  // empty: all rows count the same
  std::vector<float> factors_;                             // empty: all 1
  Multiplicity multiplicity_;                              // empty: every game counts once
};

}  // namespace hone::learn
