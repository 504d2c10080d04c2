// SPDX-License-Identifier: MIT
//
// The function that a fit minimises: mean loss of the rows' predictions plus a pull towards the start,
//
//   f(x) = sum_i weight_i loss(target_i, K ln(10) / 400 x score_i(x)) / sum_i weight_i  +  ridge |x|^2
//
// with its gradient and Hessian, in the parameters x of StagedRows (x = 0 is the start). The Hessian is exact for
// cross-entropy and Gauss and Newton's for the squared loss: never negative either way. All of them are the
// same to the last bit for any number of threads.
#pragma once

#include "tuner/linear_algebra.hpp"
#include "tuner/loss.hpp"
#include "tuner/staged_rows.hpp"

namespace hone {

struct ObjectiveOptions {
  Loss loss = Loss::squared;
  double k = 1;
  double ridge = 0;  // absolute
  int threads = 1;
};

class Objective {
 public:
  // The rows must outlive the objective, and their weights must not sum to 0.
  Objective(const StagedRows& rows, const ObjectiveOptions& options);

  [[nodiscard]] Eigen::Index size() const { return static_cast<Eigen::Index>(rows_.parameters()); }

  [[nodiscard]] double value(const Vector& x) const;
  // Returns the value as well.
  double gradient(const Vector& x, Vector& result) const;
  // The lower triangle; the upper one is left undefined.
  void hessian(const Vector& x, Matrix& result) const;

 private:
  [[nodiscard]] Vector blend(const RowBlock& block, const Vector& x) const;
  [[nodiscard]] double logit(std::size_t row, const Vector& blended) const;
  [[nodiscard]] double block_value(const RowBlock& block, const Vector& x) const;
  [[nodiscard]] std::pair<double, Vector> block_gradient(const RowBlock& block, const Vector& x) const;
  [[nodiscard]] Matrix block_gram(const RowBlock& block, const Vector& x) const;

  const StagedRows& rows_;
  ObjectiveOptions options_;
  double scale_;  // logit of one parameter unit of score
  Eigen::Index columns_;
  std::vector<RowBlock> blocks_;       // of a pass
  std::vector<RowBlock> gram_blocks_;  // of a Hessian: larger, because each has a table to add up
};

}  // namespace hone
