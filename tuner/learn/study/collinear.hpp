// SPDX-License-Identifier: MIT
//
// Collinear columns of the data, and their description in words. Each such column is a sum of multiples of columns
// before it, so that no amount of such data can tell their weights apart. They are found while factoring the data's
// Hessian X'WX, which is the Gram matrix of the columns: Cholesky's pivot of a column is the square of what is left of
// the column when its projections on all columns before it are subtracted (Golub, Van Loan: Matrix Computations, 4th
// edition, 4.2.8 and 5.5.5).
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "data/schema.hpp"
#include "tuner/learn/fit/linear_algebra.hpp"

namespace hone::learn {

struct CollinearOptions {
  // A column is dependent when less than this share of its own curvature is left. Rounding in double precision leaves
  // about 1e-13; a Hessian summed in single precision needs 1e-5.
  double tolerance = 1e-9;
  // Parts of a relation with a smaller share of the column's length are taken for rounding errors and left out. A
  // feature of one row in a hundred million still has a share of 1e-4.
  double smallest_part = 1e-5;
};

// coefficient x column
struct ColumnMultiple {
  Eigen::Index column = 0;
  double coefficient = 0;
};

// column = the sum of the parts, which are earlier independent columns.
struct Relation {
  Eigen::Index column = 0;
  std::vector<ColumnMultiple> parts;
};

struct Collinearity {
  std::vector<Eigen::Index> unseen;  // columns that no row has, with 0 on the diagonal
  std::vector<Relation> relations;   // of the dependent columns, ascending

  // The number of directions that the data determine.
  [[nodiscard]] Eigen::Index rank(Eigen::Index columns) const {
    return columns - static_cast<Eigen::Index>(unseen.size() + relations.size());
  }
};

// hessian: the lower triangle, of the data alone, without a ridge. Takes n^3 / 3 multiplications.
[[nodiscard]] Collinearity find_collinear(const Matrix& hessian, const CollinearOptions& options = {});

// One phrase for each relation, in their order, for example "material.knight (mg) is the sum of psqt.knight (mg)".
// Columns of one group and phase that enter with the same coefficient are called their sum, and of many parts the last
// are left out. weights: for every column its index in Weights::values.
[[nodiscard]] std::vector<std::string> describe_relations(const Collinearity& collinearity, const Schema& schema,
                                                          std::span<const std::size_t> weights);

}  // namespace hone::learn
