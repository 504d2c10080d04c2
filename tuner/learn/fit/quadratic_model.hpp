// SPDX-License-Identifier: MIT
//
// The mean loss of a fit as a quadratic function around a point, which can be minimised together with any penalty in a
// fraction of the time of a fit, and which says how certain the minimum is.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "tuner/learn/fit/linear_algebra.hpp"
#include "tuner/learn/fit/penalty.hpp"

namespace hone::learn {

// The elements with these numbers, in their order.
[[nodiscard]] Vector elements(const Vector& vector, std::span<const Eigen::Index> numbers);

// With H the second derivatives of loss and penalty:
struct QuadraticMinimum {
  Vector point;
  Vector spread;                    // the diagonal of H^-1
  std::vector<double> differences;  // of each pair of neighbours of the penalty: b' H^-1 b with b = first - second
};

class QuadraticModel {
 public:
  // The lower triangle of the second derivatives, and the slope, at the point.
  QuadraticModel(Matrix hessian, const Vector& slope, const Vector& point, int threads);
  // From the diagonal alone, where the whole is too large: every weight is judged as if the others were known.
  QuadraticModel(const Vector& diagonal, const Vector& slope, const Vector& point, int threads);

  // Nothing when the sum with the penalty has no one minimum.
  [[nodiscard]] std::optional<QuadraticMinimum> minimum(const Penalty& penalty) const;
  [[nodiscard]] const Vector& diagonal() const { return diagonal_; }

 private:
  [[nodiscard]] Vector right_side(const Penalty& penalty) const;
  [[nodiscard]] std::vector<Eigen::Index> coupled(const Penalty& penalty) const;
  [[nodiscard]] Matrix coupled_hessian(const std::vector<Eigen::Index>& members) const;

  Matrix hessian_;  // empty: the diagonal alone
  Vector diagonal_, right_;
  int threads_;
};

}  // namespace hone::learn
