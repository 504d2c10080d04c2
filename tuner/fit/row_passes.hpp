// SPDX-License-Identifier: MIT
//
// What a fit does with the counts of a block, in the layout of tuner/fit/staged_rows.hpp. Every sum has a fixed order,
// so that its bits depend on nothing but its input.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tuner/fit/staged_rows.hpp"

namespace hone {

// Counts side by side as numbers to calculate with; by way of whole words, which compilers turn into few instructions.
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

// sums[i] = sum over the entries of row i of count x value[column]. values: one for each column of the block.
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

// sums[j] = sum over the entries of column j of factor(count) x value[row].
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

// Adds weight[row] x count x count for every pair of entries of every row to the lower triangle of a matrix, given by
// its column-major elements and its size; its columns are those of the whole. Rows with weight 0 are passed over.
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

}  // namespace hone
