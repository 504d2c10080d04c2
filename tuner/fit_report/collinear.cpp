// SPDX-License-Identifier: MIT
#include "tuner/fit_report/collinear.hpp"

#include <algorithm>
#include <cmath>

namespace hone {
namespace {

using Eigen::Index;

constexpr Index panel_columns = 64;  // fit a cache with the rows of a few thousand columns

// The factor L of the scaled Hessian, L L' = A, column by column from the left. The column of L below a dependent
// column is 0 and its diagonal 1: what L' c = b then says of it is c = b, which is 0 too.
class Factor {
 public:
  Factor(const Matrix& hessian, double tolerance) : tolerance_(tolerance), lower_(hessian) {
    scale();
    for (Index first = 0; first < size(); first += panel_columns) {
      const Index last = std::min(first + panel_columns, size());
      for (Index column = first; column < last; ++column) eliminate(column, last);
      update_behind(first, last);
    }
  }

  [[nodiscard]] const std::vector<Index>& unseen() const { return unseen_; }
  [[nodiscard]] const std::vector<Index>& dependent() const { return dependent_; }
  [[nodiscard]] double length(Index column) const { return lengths_[column]; }

  // One column for each dependent one: its coefficients over all columns, of unit length each.
  [[nodiscard]] Matrix coefficients() const {
    Matrix right = Matrix::Zero(size(), static_cast<Index>(dependent_.size()));
    for (Index i = 0; i < right.cols(); ++i) {
      const Index column = dependent_[static_cast<std::size_t>(i)];
      right.col(i).head(column) = lower_.row(column).head(column).transpose();
    }
    lower_.triangularView<Eigen::Lower>().transpose().solveInPlace(right);
    return right;
  }

 private:
  [[nodiscard]] Index size() const { return lower_.rows(); }

  void scale() {
    lengths_ = lower_.diagonal().cwiseMax(0).cwiseSqrt();
    const Vector inverse = lengths_.unaryExpr([](double length) { return length > 0 ? 1 / length : 0.0; });
    for (Index i = 0; i < size(); ++i) {
      lower_.col(i).tail(size() - i).array() *= inverse[i] * inverse.tail(size() - i).array();
    }
  }

  void eliminate(Index column, Index panel_end) {
    const Index below = size() - column - 1;
    const double pivot = lower_(column, column);
    if (pivot < tolerance_) return skip(column);
    lower_(column, column) = std::sqrt(pivot);
    lower_.col(column).tail(below) /= lower_(column, column);
    for (Index other = column + 1; other < panel_end; ++other) {
      lower_.col(other).tail(size() - other) -= lower_(other, column) * lower_.col(column).tail(size() - other);
    }
  }

  void skip(Index column) {
    (lengths_[column] > 0 ? dependent_ : unseen_).push_back(column);
    lower_(column, column) = 1;
    lower_.col(column).tail(size() - column - 1).setZero();
  }

  void update_behind(Index first, Index last) {
    const Index behind = size() - last;
    if (behind == 0) return;
    lower_.bottomRightCorner(behind, behind)
        .selfadjointView<Eigen::Lower>()
        .rankUpdate(lower_.block(last, first, behind, last - first), -1.0);
  }

  double tolerance_;
  Matrix lower_;
  Vector lengths_;  // of the columns, weighted as the Hessian weights rows
  std::vector<Index> unseen_, dependent_;
};

}  // namespace

Collinearity find_collinear(const Matrix& hessian, const CollinearOptions& options) {
  const Factor factor(hessian, options.tolerance);
  Collinearity result{factor.unseen(), {}};
  const Matrix coefficients = factor.coefficients();
  for (Index i = 0; i < coefficients.cols(); ++i) {
    Relation relation{factor.dependent()[static_cast<std::size_t>(i)], {}};
    for (Index part = 0; part < relation.column; ++part) {
      const double coefficient = coefficients(part, i);
      if (std::abs(coefficient) < options.smallest_part) continue;
      relation.parts.push_back({part, coefficient * factor.length(relation.column) / factor.length(part)});
    }
    result.relations.push_back(std::move(relation));
  }
  return result;
}

}  // namespace hone
