// SPDX-License-Identifier: MIT
//
// The passes of an objective over one block of rows, in the layout of tuner/learn/fit/packed_rows.hpp: the scores of
// its rows under given parameters, and the sums that flow back from its rows to the parameters. Every sum has a fixed
// order, so that its bits depend on its input alone.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tuner/learn/fit/linear_algebra.hpp"
#include "tuner/learn/fit/packed_rows.hpp"

namespace hone::learn {

// Adjacent counts as doubles. The way over 32-bit integers lets compilers use few instructions.
template <std::size_t size>
[[nodiscard]] inline std::array<double, size> as_real(const std::int8_t* counts) {
  std::array<std::int32_t, size> words;
  for (std::size_t i = 0; i < size; ++i) words[i] = counts[i];
  std::array<double, size> result;
  for (std::size_t i = 0; i < size; ++i) result[i] = words[i];
  return result;
}
template <std::size_t size>
[[nodiscard]] inline std::array<double, size> as_real(const float* counts) {
  std::array<double, size> result;
  for (std::size_t i = 0; i < size; ++i) result[i] = static_cast<double>(counts[i]);
  return result;
}

// sums[i] = the sum over the entries of row i of count x value[column]. values: one for each column of the block.
template <class Count>
void sum_rows(const BlockCounts<Count>& block, const double* values, double* sums) {
  for (std::size_t group = 0; group + 1 < block.groups.size(); ++group) {
    std::array<double, row_lanes> lanes{};
    for (std::size_t at = block.groups[group]; at < block.groups[group + 1]; at += row_lanes) {
      const std::uint16_t* const columns = block.columns + at;
      const std::array<double, row_lanes> counts = as_real<row_lanes>(block.counts + at);
      for (std::size_t lane = 0; lane < row_lanes; ++lane) lanes[lane] += counts[lane] * values[columns[lane]];
    }
    for (std::size_t lane = 0; lane < row_lanes; ++lane) sums[group * row_lanes + lane] = lanes[lane];
  }
}

// sums[j] = the sum over the entries of column j of factor(count) x value[row].
template <class Count, class Factor>
void sum_columns(const BlockCounts<Count>& block, const double* values, double* sums, const Factor& factor) {
  constexpr std::size_t lanes = 8;
  const auto& starts = block.block.starts;
  for (std::size_t column = 0; column + 1 < starts.size(); ++column) {
    std::array<double, lanes> parts{};
    std::size_t at = starts[column];
    const std::size_t last = starts[column + 1];
    for (; at + lanes <= last; at += lanes) {
      const std::array<double, lanes> counts = as_real<lanes>(block.row_counts + at);
      const std::uint16_t* const rows = block.rows + at;
      for (std::size_t lane = 0; lane < lanes; ++lane) parts[lane] += factor(counts[lane]) * values[rows[lane]];
    }
    double sum = 0;
    for (; at < last; ++at) sum += factor(static_cast<double>(block.row_counts[at])) * values[block.rows[at]];
    for (const double part : parts) sum += part;
    sums[column] = sum;
  }
}

// Adds weight[row] x count x count for every pair of entries of every row to the lower triangle of a matrix, which is
// given by its column-major elements and its size. The matrix has the columns of all rows, not those of the block. Rows
// with weight 0 are passed over.
template <class Count>
void add_gram(const BlockCounts<Count>& block, const double* weights, double* gram, std::size_t size) {
  std::vector<std::uint16_t> columns;
  std::vector<double> counts;
  for (std::size_t group = 0; group + 1 < block.groups.size(); ++group) {
    const std::size_t first = block.groups[group], entries = (block.groups[group + 1] - first) / row_lanes;
    columns.resize(entries);
    counts.resize(entries);
    for (std::size_t lane = 0; lane < row_lanes; ++lane) {
      const double weight = weights[group * row_lanes + lane];
      if (weight == 0) continue;
      std::size_t own = 0;
      for (std::size_t at = first + lane; own < entries && block.counts[at] != 0; at += row_lanes, ++own) {
        columns[own] = block.block.columns[block.columns[at]];
        counts[own] = static_cast<double>(block.counts[at]);
      }
      for (std::size_t i = 0; i < own; ++i) {
        double* const column = gram + columns[i] * size;
        const double factor = weight * counts[i];
        for (std::size_t j = i; j < own; ++j) column[columns[j]] += factor * counts[j];
      }
    }
  }
}

// Calls visit(row, column, count) for the entries of all rows, row by row. Rows are numbered within the block, columns
// within all.
template <class Count, class Visit>
void for_each_entry(const BlockCounts<Count>& block, const Visit& visit) {
  for (std::size_t group = 0; group + 1 < block.groups.size(); ++group) {
    const std::size_t first = block.groups[group], last = block.groups[group + 1];
    for (std::size_t lane = 0; lane < row_lanes; ++lane) {
      for (std::size_t at = first + lane; at < last && block.counts[at] != 0; at += row_lanes) {
        visit(group * row_lanes + lane, std::size_t{block.block.columns[block.columns[at]]},
              static_cast<double>(block.counts[at]));
      }
    }
  }
}

// One value for each column of a block at each of its two phases; upper is empty where there is no upper phase.
struct PhaseSums {
  Vector lower, upper;

  // Adds the values to the parameters that they belong to.
  void add_to(Vector& parameters, const RowBlock& block, std::size_t columns) const;
};

// Tables of weighted products of counts: of the lower phase with itself, of both phases, and of the upper phase with
// itself. Rows that share one phase point need only the first table and the share.
struct PhaseGrams {
  int lower = 0;  // phase
  double upper_share = 0;
  Matrix same;          // lower triangles
  Matrix cross, upper;  // of mixed blocks alone
};

class BlockPass {
 public:
  BlockPass(const PackedRows& rows, const RowBlock& block) : rows_(rows), block_(block) {}

  // For each row the sum over its entries of count x interpolated parameter, in parameter units and without the base.
  [[nodiscard]] Vector scores(const Vector& x) const;

  // For each column the sum over the rows of (count x share)^power x value[row].
  [[nodiscard]] PhaseSums flow_back(const Vector& values, int power = 1) const;

  // For each parameter the sum over the rows of value[row] x (the sum of count x share over the entries that belong to
  // it)^2. parameters: of each column at each phase, negative for none. size: their number.
  [[nodiscard]] Vector squares(const Vector& values, std::span<const std::int32_t> parameters, Eigen::Index size) const;

  // Adds for each row weight[row] times the products of its counts.
  void add_products(const Vector& weights, PhaseGrams& grams) const;

 private:
  [[nodiscard]] Vector local(const Vector& x, int phase) const;
  [[nodiscard]] Vector sum_rows_of(const Vector& values) const;
  [[nodiscard]] Vector sum_columns_of(const Vector& values, int power) const;
  [[nodiscard]] PhaseShares shares_of_row(std::size_t row) const;
  void add_gram_of(const Vector& weights, Matrix& gram) const;

  const PackedRows& rows_;
  const RowBlock& block_;
};

}  // namespace hone::learn
