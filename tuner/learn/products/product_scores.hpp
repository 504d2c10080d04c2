// SPDX-License-Identifier: MIT
//
// The scores of columns beside the linear terms of a fit: each column z loses the part that the linear terms x explain,
//
//   z~ = z - X (X' W X)^-1 X' W z,   W the curvatures of the losses,
//
// after which its score does not depend, to first order, on what the linear weights are: errors of theirs and the pull
// on them drop out.
#pragma once

#include <cstddef>
#include <vector>

#include "tuner/learn/fit/linear_algebra.hpp"
#include "tuner/learn/products/product_half.hpp"
#include "tuner/learn/products/score_test.hpp"

namespace hone::learn {

// The Cholesky factor of the Hessian of the linear terms. Directions that no row tells are held where they are.
class LinearPart {
 public:
  explicit LinearPart(ProductHalf::LinearTerms terms);

  [[nodiscard]] const ParameterOfWeight& parameters() const { return parameters_; }
  [[nodiscard]] Eigen::Index size() const { return factor_.rows(); }
  [[nodiscard]] Matrix solve(const Matrix& right) const { return factor_.solve(right); }

 private:
  ParameterOfWeight parameters_;
  Eigen::LLT<Matrix> factor_;
};

// What a product adds to everything that was taken out of it before.
struct ProductEstimate {
  ScoreTest test;
  std::vector<double> values, errors;  // centi-units a count, by phase; not a number where a phase tells nothing
  double gain = 0;                     // of the mean loss, were the values known exactly: an unbiased estimate
};

// Columns have a value at each phase: that of column i at phase p is the number i x phases + p.
class ProductScores {
 public:
  ProductScores(const ProductHalf& half, const LinearPart& linear, const UsedFactors& factors,
                const std::vector<ProductColumn>& columns);

  [[nodiscard]] ScoreTest test(std::size_t column) const;
  [[nodiscard]] ProductEstimate estimate(std::size_t column) const;
  // The curvature that is left of a column, of all phases together.
  [[nodiscard]] double left(std::size_t column) const;
  // Takes out of all others what this column explains.
  void take_out(std::size_t column);

 private:
  [[nodiscard]] std::vector<Eigen::Index> told(std::size_t column) const;

  Eigen::Index phases_;
  Matrix games_;  // scores: games x columns
  Matrix gram_;   // z~' W z~
  Vector whole_;  // the diagonal of z' W z
};

}  // namespace hone::learn
