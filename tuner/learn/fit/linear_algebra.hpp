// SPDX-License-Identifier: MIT
//
// What the fit's solvers calculate with: dense vectors and matrices, bounds of the variables, and the Cholesky factor
// of a damped Hessian. Everything that includes this header includes Eigen, so fit.hpp does not.
#pragma once

#include <Eigen/Dense>
#include <span>
#include <vector>

namespace hone::learn {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

// Columns of a large matrix that are worked on at a time: few enough that a few thousand rows of them fit a cache.
inline constexpr Eigen::Index panel_columns = 64;

// Bounds of the variables of a minimisation. A variable whose bounds are equal is fixed.
struct Box {
  Vector lower = {}, upper = {};  // empty: no bounds

  [[nodiscard]] bool bounds() const { return lower.size() > 0; }
  [[nodiscard]] Vector clamp(const Vector& x) const;
  // The variables that are at a bound and that the gradient drives beyond it; they stay where they are.
  [[nodiscard]] std::vector<Eigen::Index> active(const Vector& x, const Vector& gradient) const;
};

// The Cholesky factor of a Hessian whose diagonal has been raised, for the solver's steps.
class DampedFactor {
 public:
  // Factors hessian (lower triangle) + damping * the sizes of its diagonal. Each size counts as at least 1e-12 of
  // the largest, and as 1 when all are 0, so that directions without curvature have a factor too. Steps leave the
  // fixed variables where they are, and the steps of the other variables do not depend on them. Returns false when
  // the sum is not positive definite.
  [[nodiscard]] bool compute(const Matrix& hessian, double damping, std::span<const Eigen::Index> fixed = {});

  // The inverse of the factored matrix times the vector.
  [[nodiscard]] Vector solve(const Vector& right) const { return factor_.solve(right); }

 private:
  Eigen::LLT<Matrix> factor_;
};

}  // namespace hone::learn
