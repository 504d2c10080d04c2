// SPDX-License-Identifier: MIT
#include "tuner/learn/fit/wide_passes.hpp"

#include <cstddef>

namespace hone::learn {

namespace {

// Adds the values of the phase whose first displacement is this, row by row.
void add_rows(const WideVector& values, const RowBlock& block, std::size_t first, WideVector& displacements) {
  for (std::size_t i = 0; i < block.columns.size(); ++i) {
    displacements.row(static_cast<Eigen::Index>(first + block.columns[i])) += values.row(static_cast<Eigen::Index>(i));
  }
}

}  // namespace

void WideSums::add_to(WideVector& displacements, const RowBlock& block, std::size_t columns) const {
  const std::size_t first = static_cast<std::size_t>(block.lower) * columns;
  add_rows(lower, block, first, displacements);
  if (upper.size() > 0) add_rows(upper, block, first + columns, displacements);
}

WideVector WidePass::local(const WideVector& displacements, int phase, double factor) const {
  const std::size_t first = static_cast<std::size_t>(phase) * rows_.columns();
  WideVector result(std::ssize(block_.columns), wide_columns);
  for (Eigen::Index i = 0; i < result.rows(); ++i) {
    const std::size_t column = block_.columns[static_cast<std::size_t>(i)];
    result.row(i) = factor * displacements.row(static_cast<Eigen::Index>(first + column));
  }
  return result;
}

WideVector WidePass::sum_rows_of(const WideVector& values) const {
  WideVector sums(static_cast<Eigen::Index>(block_.last - block_.first), wide_columns);
  rows_.with_counts(block_, [&](const auto& counts) {
    for (std::size_t group = 0; group + 1 < counts.groups.size(); ++group) {
      for (std::size_t lane = 0; lane < row_lanes; ++lane) {
        WideNumbers sum = WideNumbers::Zero();
        for (std::size_t at = counts.groups[group] + lane; at < counts.groups[group + 1]; at += row_lanes) {
          if (counts.counts[at] == 0) break;
          sum += static_cast<double>(counts.counts[at]) * values.row(counts.columns[at]).array();
        }
        sums.row(static_cast<Eigen::Index>(group * row_lanes + lane)) = sum.matrix();
      }
    }
  });
  return sums;
}

WideVector WidePass::sum_columns_of(const WideVector& values) const {
  WideVector sums(std::ssize(block_.columns), wide_columns);
  rows_.with_counts(block_, [&](const auto& counts) {
    const auto& starts = block_.starts;
    for (std::size_t column = 0; column + 1 < starts.size(); ++column) {
      WideNumbers sum = WideNumbers::Zero();
      for (std::size_t at = starts[column]; at < starts[column + 1]; ++at) {
        sum += static_cast<double>(counts.row_counts[at]) * values.row(counts.rows[at]).array();
      }
      sums.row(static_cast<Eigen::Index>(column)) = sum.matrix();
    }
  });
  return sums;
}

Vector WidePass::shares_at(bool upper) const {
  const auto shares = rows_.shares(block_);
  Vector result(std::ssize(shares));
  for (Eigen::Index i = 0; i < result.size(); ++i) {
    const PhaseShares& row = shares[static_cast<std::size_t>(i)];
    result[i] = upper ? row.upper : row.lower;
  }
  return result;
}

WideVector WidePass::scores(const WideVector& displacements) const {
  const bool has_upper = block_.lower + 1 < rows_.phases();
  if (!block_.mixed) {
    const double t = block_.upper_share;
    WideVector values = local(displacements, block_.lower, 1 - t);
    if (t > 0) values += local(displacements, block_.lower + 1, t);
    return sum_rows_of(values);
  }
  WideVector sums = shares_at(false).asDiagonal() * sum_rows_of(local(displacements, block_.lower, 1));
  if (has_upper) sums += shares_at(true).asDiagonal() * sum_rows_of(local(displacements, block_.lower + 1, 1));
  return sums;
}

WideSums WidePass::flow_back(const WideVector& values) const {
  if (block_.mixed) {
    WideSums sums{sum_columns_of(shares_at(false).asDiagonal() * values), {}};
    if (block_.lower + 1 < rows_.phases()) sums.upper = sum_columns_of(shares_at(true).asDiagonal() * values);
    return sums;
  }
  const double t = block_.upper_share;
  const WideVector all = sum_columns_of(values);
  WideSums sums{(1 - t) * all, {}};
  if (t > 0) sums.upper = t * all;
  return sums;
}

void WidePass::add_products(const Vector& weights, const std::vector<std::int32_t>& places, SomeRows rows,
                            Matrix& result) const {
  struct Entry {
    std::int32_t place;
    double count;
  };
  std::vector<Entry> entries;
  const auto add_entry = [&](std::size_t column, int phase, double count) {
    const std::int32_t place = places[static_cast<std::size_t>(phase) * rows_.columns() + column];
    if (place >= 0 && count != 0) entries.push_back({place, count});
  };
  rows_.with_counts(block_, [&](const auto& counts) {
    for (std::size_t row = rows.first; row < block_.last - block_.first; row += rows.stride) {
      const double weight = weights[static_cast<Eigen::Index>(row)];
      if (weight == 0) continue;
      const PhaseShares shares =
          block_.mixed ? rows_.shares(block_)[row] : PhaseShares{1 - block_.upper_share, block_.upper_share};
      entries.clear();
      const std::size_t group = row / row_lanes;
      for (std::size_t at = counts.groups[group] + row % row_lanes; at < counts.groups[group + 1]; at += row_lanes) {
        if (counts.counts[at] == 0) break;
        const std::size_t column = block_.columns[counts.columns[at]];
        const auto count = static_cast<double>(counts.counts[at]);
        add_entry(column, block_.lower, count * shares.lower);
        if (block_.lower + 1 < rows_.phases()) add_entry(column, block_.lower + 1, count * shares.upper);
      }
      for (const Entry& one : entries) {
        for (const Entry& other : entries) {
          if (other.place >= one.place) result(other.place, one.place) += weight * one.count * other.count;
        }
      }
    }
  });
}

}  // namespace hone::learn
