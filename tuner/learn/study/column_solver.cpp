// SPDX-License-Identifier: MIT
#include "tuner/learn/study/column_solver.hpp"

#include <algorithm>
#include <numeric>

namespace hone::learn {

namespace {

// The scalar product of each pair of columns.
WideNumbers dots(const WideVector& a, const WideVector& b) { return a.cwiseProduct(b).colwise().sum().array(); }

// a / b, and 0 where b is none.
WideNumbers ratios(const WideNumbers& a, const WideNumbers& b) { return (b > 0).select(a / b, 0.0); }

// The numbers of the largest values, ascending.
std::vector<Eigen::Index> largest_of(const Vector& values, std::size_t count) {
  std::vector<Eigen::Index> order(static_cast<std::size_t>(values.size()));
  std::iota(order.begin(), order.end(), Eigen::Index{0});
  count = std::min(count, order.size());
  const auto end = order.begin() + static_cast<std::ptrdiff_t>(count);
  std::ranges::nth_element(order, end, [&](Eigen::Index a, Eigen::Index b) {
    return values[a] != values[b] ? values[a] > values[b] : a < b;
  });
  order.erase(end, order.end());
  std::ranges::sort(order);
  return order;
}

constexpr std::size_t rows_per_parameter = 32, longest_stride = 16;  // of those that the block is estimated from

}  // namespace

ColumnSolver::ColumnSolver(const Objective& objective, const Vector& pull, ColumnSolverOptions options)
    : objective_(objective), options_(options) {
  const Vector diagonal = objective.diagonal();
  inverse_ = diagonal.cwiseMax(1e-12 * std::max(diagonal.maxCoeff(), 1e-300)).cwiseInverse();
  const Vector of_rows = diagonal - pull;
  in_block_ = largest_of(of_rows, options.block);
  if (in_block_.empty()) return;
  const std::size_t stride =
      std::clamp<std::size_t>(objective.rows() / (rows_per_parameter * in_block_.size()), 1, longest_stride);
  Matrix block = objective.row_block(in_block_, stride);
  block.diagonal() = block.diagonal().cwiseMax(of_rows(in_block_) / 2) + pull(in_block_);
  block.diagonal() *= 1 + 1e-9;
  factor_.compute(block);
  if (factor_.info() != Eigen::Success) in_block_.clear();
}

WideVector ColumnSolver::preconditioned(const WideVector& residual) const {
  WideVector result = inverse_.asDiagonal() * residual;
  if (in_block_.empty()) return result;
  Matrix inside = residual(in_block_, Eigen::all);
  factor_.solveInPlace(inside);
  result(in_block_, Eigen::all) = inside;
  return result;
}

SolvedColumns ColumnSolver::solve(const WideVector& right, const WideVector& start) const {
  SolvedColumns result{start};
  WideVector residual = right;
  if (!start.isZero(0)) residual -= objective_.products(start);
  WideVector z = preconditioned(residual), direction = z;
  const WideNumbers enough = options_.tolerance * options_.tolerance * dots(right, preconditioned(right));
  WideNumbers size = dots(residual, z);
  for (; result.products < options_.most_products && (size > enough).any(); ++result.products) {
    const WideVector product = objective_.products(direction);
    const WideNumbers length = (size > enough).select(ratios(size, dots(direction, product)), 0.0);
    result.columns += direction * length.matrix().asDiagonal();
    residual -= product * length.matrix().asDiagonal();
    z = preconditioned(residual);
    const WideNumbers next = dots(residual, z);
    direction = z + direction * ratios(next, size).matrix().asDiagonal();
    size = next;
  }
  for (Eigen::Index i = 0; i < wide_columns; ++i) {
    result.converged[static_cast<std::size_t>(i)] = size[i] <= enough[i];
  }
  return result;
}

}  // namespace hone::learn
