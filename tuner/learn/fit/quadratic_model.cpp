// SPDX-License-Identifier: MIT
#include "tuner/learn/fit/quadratic_model.hpp"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "tuner/parallel/ordered_sum.hpp"

namespace hone::learn {

namespace {

using Eigen::Index;

// Of the largest second derivative: holds weights that neither rows nor penalty hold.
constexpr double least_share = 1e-12;

// The inverse of a Cholesky factor, a panel of columns at a time. Each panel is written by one thread, so that the
// result does not depend on the number of threads.
Matrix inverse_of_factor(const Eigen::LLT<Matrix>& factor, int threads) {
  const Matrix& lower = factor.matrixLLT();
  const Index size = lower.rows(), panels = (size + panel_columns - 1) / panel_columns;
  Matrix result = Matrix::Zero(size, size);
  parallel::thread_arena(threads).execute([&] {
    oneapi::tbb::parallel_for(Index{0}, panels, [&](Index panel) {
      const Index first = panel * panel_columns, columns = std::min(panel_columns, size - first), below = size - first;
      auto part = result.block(first, first, below, columns);
      part.topRows(columns).setIdentity();
      lower.bottomRightCorner(below, below).triangularView<Eigen::Lower>().solveInPlace(part);
    });
  });
  return result;
}

}  // namespace

Vector elements(const Vector& vector, std::span<const Index> numbers) {
  Vector result(std::ssize(numbers));
  for (Index i = 0; i < result.size(); ++i) result[i] = vector[numbers[static_cast<std::size_t>(i)]];
  return result;
}

QuadraticModel::QuadraticModel(Matrix hessian, const Vector& slope, const Vector& point, int threads)
    : hessian_(std::move(hessian)),
      diagonal_(hessian_.diagonal()),
      right_(hessian_.selfadjointView<Eigen::Lower>() * point - slope),
      threads_(threads) {}

QuadraticModel::QuadraticModel(const Vector& diagonal, const Vector& slope, const Vector& point, int threads)
    : diagonal_(diagonal), right_(diagonal.cwiseProduct(point) - slope), threads_(threads) {}

// The slope of the penalty at 0 with its sign changed, beside that of the loss.
Vector QuadraticModel::right_side(const Penalty& penalty) const {
  return right_ - penalty.gradient(Vector::Zero(right_.size()));
}

// The parameters whose minimum depends on others: all of them, or those that the penalty couples.
std::vector<Index> QuadraticModel::coupled(const Penalty& penalty) const {
  std::vector<Index> members;
  if (hessian_.size() > 0) {
    members.resize(static_cast<std::size_t>(right_.size()));
    std::iota(members.begin(), members.end(), Index{0});
    return members;
  }
  for (const NeighbourPull& pair : penalty.neighbours) {
    members.push_back(pair.first);
    members.push_back(pair.second);
  }
  std::sort(members.begin(), members.end());
  members.erase(std::unique(members.begin(), members.end()), members.end());
  return members;
}

Matrix QuadraticModel::coupled_hessian(const std::vector<Index>& members) const {
  if (hessian_.size() > 0) return hessian_;
  return Matrix(elements(diagonal_, members).asDiagonal());
}

std::optional<QuadraticMinimum> QuadraticModel::minimum(const Penalty& penalty) const {
  const Vector right = right_side(penalty);
  Vector whole = diagonal_ + penalty.diagonal();
  const double hold = least_share * std::max(whole.maxCoeff(), 1e-300);
  whole.array() += hold;
  const std::vector<Index> members = coupled(penalty);
  std::vector<Index> place(static_cast<std::size_t>(right.size()), -1);
  Penalty inner{elements(penalty.ridge, members), elements(penalty.prior, members), penalty.neighbours};
  for (std::size_t i = 0; i < members.size(); ++i) place[static_cast<std::size_t>(members[i])] = static_cast<Index>(i);
  for (NeighbourPull& pair : inner.neighbours) {
    pair.first = place[static_cast<std::size_t>(pair.first)];
    pair.second = place[static_cast<std::size_t>(pair.second)];
  }
  Matrix hessian = coupled_hessian(members);
  inner.add_hessian(hessian);
  hessian.diagonal().array() += hold;
  const Eigen::LLT<Matrix> factor(hessian);
  if (factor.info() != Eigen::Success || !(whole.minCoeff() > 0)) return std::nullopt;
  QuadraticMinimum result{right.cwiseQuotient(whole), whole.cwiseInverse(), {}};
  const Matrix inverse = inverse_of_factor(factor, threads_);
  const Vector point = factor.solve(elements(right, members));
  for (Index i = 0; i < std::ssize(members); ++i) {
    const Index parameter = members[static_cast<std::size_t>(i)];
    result.point[parameter] = point[i];
    result.spread[parameter] = inverse.col(i).squaredNorm();
  }
  for (const NeighbourPull& pair : inner.neighbours) {
    result.differences.push_back((inverse.col(pair.first) - inverse.col(pair.second)).squaredNorm());
  }
  return result;
}

}  // namespace hone::learn
