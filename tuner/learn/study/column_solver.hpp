// SPDX-License-Identifier: MIT
//
// Solves H u = c for a Hessian H that is too large to store, for several c at a time: conjugate gradients (Hestenes,
// Stiefel, Journal of Research of the National Bureau of Standards 49, 1952) on products with H, each system with its
// own step lengths. They are preconditioned by the block of the parameters that the rows tell most of, which depend on
// each other, and by the diagonal for all others.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "tuner/learn/fit/linear_algebra.hpp"
#include "tuner/learn/fit/objective.hpp"
#include "tuner/learn/fit/wide_passes.hpp"

namespace hone::learn {

struct ColumnSolverOptions {
  double tolerance = 1e-7;  // the residual, in the measure of the preconditioner, as a share of the first one
  int most_products = 1'000;
  std::size_t block = 1'000;  // parameters in the block of the preconditioner
};

struct SolvedColumns {
  WideVector columns;
  std::array<bool, wide_columns> converged = {};
  int products = 0;  // with H, of all systems together
};

class ColumnSolver {
 public:
  // The objective stands at a point (set_point) and must outlive the solver. pull: the diagonal of the part of its
  // Hessian that is not of the rows.
  ColumnSolver(const Objective& objective, const Vector& pull, ColumnSolverOptions options = {});

  // right: a c in each column; 0: nothing to solve. start: where to begin.
  [[nodiscard]] SolvedColumns solve(const WideVector& right, const WideVector& start) const;

 private:
  [[nodiscard]] WideVector preconditioned(const WideVector& residual) const;

  const Objective& objective_;
  ColumnSolverOptions options_;
  Vector inverse_;  // of the diagonal
  std::vector<Eigen::Index> in_block_;
  Eigen::LLT<Matrix> factor_;
};

}  // namespace hone::learn
