// SPDX-License-Identifier: MIT
//
// One block of rows in the passes of an objective: its scores under given parameters, and what flows back from its
// rows to the parameters.
#pragma once

#include "tuner/fit/linear_algebra.hpp"
#include "tuner/fit/staged_rows.hpp"

namespace hone {

// One value for each column of a block at each of its two stages; upper is empty where there is no upper stage.
struct StageSums {
  Vector lower, upper;

  // Into the parameters.
  void add_to(Vector& parameters, const RowBlock& block, std::size_t columns) const;
};

// Three tables of weighted products of counts: of the lower stage with itself, of both, of the upper with itself.
// Rows that share one stage point need but one, and the shares.
struct StageGrams {
  int lower = 0;  // stage
  double upper_share = 0;
  Matrix same;          // lower triangles
  Matrix cross, upper;  // of mixed blocks alone
};

class BlockPass {
 public:
  BlockPass(const StagedRows& rows, const RowBlock& block) : rows_(rows), block_(block) {}

  // For each row the sum over its entries of count x interpolated parameter, in parameter units; no base.
  [[nodiscard]] Vector scores(const Vector& x) const;

  // For each column the sum over the rows of (count x share)^power x value[row].
  [[nodiscard]] StageSums flow_back(const Vector& values, int power = 1) const;

  // Adds weight[row] times the products of its counts.
  void add_products(const Vector& weights, StageGrams& grams) const;

 private:
  [[nodiscard]] Vector local(const Vector& x, int stage) const;
  [[nodiscard]] Vector sum_rows_of(const Vector& values) const;
  [[nodiscard]] Vector sum_columns_of(const Vector& values, int power) const;
  void add_gram_of(const Vector& weights, Matrix& gram) const;

  const StagedRows& rows_;
  const RowBlock& block_;
};

}  // namespace hone
