// SPDX-License-Identifier: MIT
//
// The passes of tuner/learn/fit/row_passes.hpp for several vectors at a time. A pass is slow because it has to fetch
// its rows and the values that they name, and eight values beside each other are fetched as one. So eight products with
// a Hessian take about as long as two. Vectors that are not needed are 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tuner/learn/fit/linear_algebra.hpp"
#include "tuner/learn/fit/packed_rows.hpp"

namespace hone::learn {

inline constexpr Eigen::Index wide_columns = 8;
// One vector a column. Values of the same number lie beside each other, in one cache line.
using WideVector = Eigen::Matrix<double, Eigen::Dynamic, wide_columns, Eigen::RowMajor>;
using WideNumbers = Eigen::Array<double, 1, wide_columns, Eigen::RowMajor>;  // one of each vector

// One number for each column of a block at each of its two phases; upper is empty where there is no upper phase.
struct WideSums {
  WideVector lower, upper;

  // Adds them to the displacements that they belong to.
  void add_to(WideVector& displacements, const RowBlock& block, std::size_t columns) const;
};

class WidePass {
 public:
  WidePass(const PackedRows& rows, const RowBlock& block) : rows_(rows), block_(block) {}

  // As BlockPass::scores and BlockPass::flow_back.
  [[nodiscard]] WideVector scores(const WideVector& displacements) const;
  [[nodiscard]] WideSums flow_back(const WideVector& values) const;

  // Every stride-th row from the first.
  struct SomeRows {
    std::size_t first = 0, stride = 1;
  };
  // Adds weight[row] times the products of the counts of some rows to the lower triangle of a matrix. places: the
  // number in it of each displacement; -1: none.
  void add_products(const Vector& weights, const std::vector<std::int32_t>& places, SomeRows rows,
                    Matrix& result) const;

 private:
  [[nodiscard]] WideVector local(const WideVector& displacements, int phase, double factor) const;
  [[nodiscard]] WideVector sum_rows_of(const WideVector& values) const;
  [[nodiscard]] WideVector sum_columns_of(const WideVector& values) const;
  [[nodiscard]] Vector shares_at(bool upper) const;

  const PackedRows& rows_;
  const RowBlock& block_;
};

}  // namespace hone::learn
