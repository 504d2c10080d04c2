// SPDX-License-Identifier: MIT
//
// Bounds of the variables of a minimisation. A variable whose bounds are equal is fixed.
#pragma once

#include <span>
#include <vector>

#include "tuner/learn/fit/linear_algebra.hpp"

namespace hone::learn {

struct Box {
  Vector lower = {}, upper = {};  // empty: no bounds

  [[nodiscard]] bool bounds() const { return lower.size() > 0; }
  [[nodiscard]] Vector clamp(const Vector& x) const;
  // The variables that are at a bound and that the gradient drives beyond it; they stay where they are.
  [[nodiscard]] std::vector<Eigen::Index> active(const Vector& x, const Vector& gradient) const;
};

// Cholesky factor of a Hessian whose diagonal has been raised, for the solver's steps.

class DampedFactor {
 public:
  // Factors hessian (lower triangle) + damping * the sizes of its diagonal. Each size counts as at least 1e-12 of
  // the largest, and as 1 when all are 0, so that directions without curvature have a factor too.
  // Steps leave the fixed variables where they are, and other steps do not count on them.
  // False when the sum is not positive definite.
  [[nodiscard]] bool compute(const Matrix& hessian, double damping, std::span<const Eigen::Index> fixed = {});

  // The factored matrix' inverse times the vector.
  [[nodiscard]] Vector solve(const Vector& right) const { return factor_.solve(right); }

 private:
  Eigen::LLT<Matrix> factor_;
};

}  // namespace hone::learn
