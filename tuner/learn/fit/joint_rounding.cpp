// SPDX-License-Identifier: MIT
#include "tuner/learn/fit/joint_rounding.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace hone::learn {

namespace {

constexpr double least_curvature = 1e-12;  // of the largest

// From the least stiff value to the stiffest.
std::vector<Eigen::Index> by_stiffness(const Matrix& curvature) {
  std::vector<Eigen::Index> order(static_cast<std::size_t>(curvature.rows()));
  std::iota(order.begin(), order.end(), Eigen::Index{0});
  std::ranges::stable_sort(order, {}, [&](Eigen::Index i) { return curvature(i, i); });
  return order;
}

Matrix in_order(const Matrix& lower, const std::vector<Eigen::Index>& order) {
  const Eigen::Index size = lower.rows();
  Matrix result(size, size);
  for (Eigen::Index column = 0; column < size; ++column) {
    for (Eigen::Index row = column; row < size; ++row) {
      const Eigen::Index i = order[static_cast<std::size_t>(row)], j = order[static_cast<std::size_t>(column)];
      result(row, column) = i >= j ? lower(i, j) : lower(j, i);
    }
  }
  return result;
}

}  // namespace

// With the factor L of the curvature, errors e cost half the sum over i of L_ii^2 (e_i + sum over j > i of
// L_ji / L_ii e_j)^2: the last error stands alone in its square, and each one before it meets those that are known
// already.
Vector round_in_turn(const Matrix& curvature, const Vector& values,
                     const std::function<double(Eigen::Index, double)>& round) {
  Vector result(values.size());
  if (values.size() == 0) return result;
  const std::vector<Eigen::Index> order = by_stiffness(curvature);
  Matrix factored = in_order(curvature, order);
  factored.diagonal().array() += least_curvature * std::max(factored.diagonal().maxCoeff(), least_curvature);
  const Eigen::LLT<Eigen::Ref<Matrix>> factor(factored);
  const bool is_sound = factor.info() == Eigen::Success;
  Vector errors = Vector::Zero(values.size());  // in that order
  for (Eigen::Index i = values.size() - 1; i >= 0; --i) {
    const Eigen::Index value = order[static_cast<std::size_t>(i)], later = values.size() - 1 - i;
    const double made_good = is_sound ? factored.col(i).tail(later).dot(errors.tail(later)) / factored(i, i) : 0;
    result[value] = round(value, values[value] - made_good);
    errors[i] = result[value] - values[value];
  }
  return result;
}

}  // namespace hone::learn
