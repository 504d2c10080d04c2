// SPDX-License-Identifier: MIT
//
// Columns of the data that say nothing new: each is a sum of multiples of columns before it, so that no amount of such
// data can tell their weights apart. They are found while factoring the data's Hessian X'WX, the Gram matrix of the
// columns: Cholesky's pivot of a column is the square of what is left of it when all before it are taken
// out (Golub, Van Loan: Matrix Computations, 4th edition, 4.2.8 and 5.5.5).
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
  // some 1e-13; a Hessian summed in single precision needs 1e-5.
  double tolerance = 1e-9;
  // Parts of a relation that make up a smaller share of the column's length are rounding and left out. A feature of
  // one row in a hundred million still has 1e-4.
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
  std::vector<Eigen::Index> unseen;  // nothing on the diagonal: no row has them
  std::vector<Relation> relations;   // of the dependent columns, ascending

  // How many directions the data determine.
  [[nodiscard]] Eigen::Index rank(Eigen::Index columns) const {
    return columns - static_cast<Eigen::Index>(unseen.size() + relations.size());
  }
};

// hessian: the lower triangle, of the data alone (without a ridge). n^3 / 3 multiplications.
[[nodiscard]] Collinearity find_collinear(const Matrix& hessian, const CollinearOptions& options = {});

// Collinear columns in words: "material.knight (mg) is the sum of psqt.knight (mg)".
// One phrase a relation, in their order. Columns of a group and stage that enter with one coefficient are called their
// sum, and what is said last is left out where there are many parts. weights: for every column its index in
// Weights::values.
[[nodiscard]] std::vector<std::string> describe_relations(const Collinearity& collinearity, const Schema& schema,
                                                          std::span<const std::size_t> weights);

}  // namespace hone::learn
