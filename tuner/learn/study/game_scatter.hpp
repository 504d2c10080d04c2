// SPDX-License-Identifier: MIT
//
// u' M u for single directions u, where M is the scatter of the games' gradients (covariance.hpp): one pass over the
// rows for eight directions, without a matrix.
#pragma once

#include <vector>

#include "tuner/learn/fit/linear_algebra.hpp"
#include "tuner/learn/fit/row_selection.hpp"
#include "tuner/learn/fit/wide_passes.hpp"
#include "tuner/learn/study/covariance.hpp"

namespace hone::learn {

class GameScatter {
 public:
  // All arguments must outlive it. Of options, the loss, targets, unit and threads count.
  GameScatter(const RowSet& rows, const RowSelection& selection, const Weights& optimum,
              const ParameterOfWeight& parameters, const CovarianceOptions& options);

  // Whether there are two games, and rows that weigh something.
  [[nodiscard]] bool enough() const { return by_game_.games() >= 2 && total_weight_ > 0; }
  // directions: in the unit of the parameters, one a column.
  [[nodiscard]] WideNumbers of(const WideVector& directions) const;

 private:
  [[nodiscard]] WideNumbers along(const WideVector& directions, std::size_t game) const;
  void add_phase(const RowView& row, int phase, double factor, const WideVector& directions, WideNumbers& sum) const;

  const RowSet& rows_;
  RowsByGame by_game_;
  const Weights& weights_;
  const ParameterOfWeight& parameters_;
  const CovarianceOptions& options_;
  double logit_per_unit_ = 0;  // of one centi-unit
  double total_weight_ = 0;
  std::vector<double> slopes_;  // of the loss by the logit, with the weight, in the order of the games
};

}  // namespace hone::learn
