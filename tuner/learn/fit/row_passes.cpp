// SPDX-License-Identifier: MIT
#include "tuner/learn/fit/row_passes.hpp"

#include <cmath>

namespace hone::learn {

namespace {

Eigen::Index rows_in(const RowBlock& block) { return static_cast<Eigen::Index>(block.last - block.first); }

// Shares of a mixed block's rows at one phase, to a power.
template <class Share>
Vector shares_of(std::span<const PhaseShares> shares, int power, const Share& share) {
  Vector result(std::ssize(shares));
  for (Eigen::Index i = 0; i < result.size(); ++i) {
    const double value = share(shares[static_cast<std::size_t>(i)]);
    result[i] = power == 1 ? value : value * value;
  }
  return result;
}

double lower_of(const PhaseShares& shares) { return shares.lower; }
double upper_of(const PhaseShares& shares) { return shares.upper; }

void make_zero(Matrix& matrix, std::size_t columns) {
  const auto size = static_cast<Eigen::Index>(columns);
  if (matrix.size() == 0) matrix.setZero(size, size);
}

}  // namespace

void PhaseSums::add_to(Vector& parameters, const RowBlock& block, std::size_t columns) const {
  double* const to = parameters.data() + static_cast<std::size_t>(block.lower) * columns;
  for (std::size_t i = 0; i < block.columns.size(); ++i) to[block.columns[i]] += lower[static_cast<Eigen::Index>(i)];
  if (upper.size() == 0) return;
  for (std::size_t i = 0; i < block.columns.size(); ++i) {
    to[columns + block.columns[i]] += upper[static_cast<Eigen::Index>(i)];
  }
}

Vector BlockPass::local(const Vector& x, int phase) const {
  const double* const from = x.data() + static_cast<std::size_t>(phase) * rows_.columns();
  Vector result(std::ssize(block_.columns));
  for (Eigen::Index i = 0; i < result.size(); ++i) result[i] = from[block_.columns[static_cast<std::size_t>(i)]];
  return result;
}

Vector BlockPass::sum_rows_of(const Vector& values) const {
  Vector sums(rows_in(block_));
  rows_.with_counts(block_, [&](const auto& counts) { sum_rows(counts, values.data(), sums.data()); });
  return sums;
}

Vector BlockPass::scores(const Vector& x) const {
  const double t = block_.upper_share;
  if (!block_.mixed && t == 0) return sum_rows_of(local(x, block_.lower));
  if (!block_.mixed) return sum_rows_of((1 - t) * local(x, block_.lower) + t * local(x, block_.lower + 1));
  const auto shares = rows_.shares(block_);
  Vector sums = sum_rows_of(local(x, block_.lower)).cwiseProduct(shares_of(shares, 1, lower_of));
  if (block_.lower + 1 < rows_.phases()) {
    sums += sum_rows_of(local(x, block_.lower + 1)).cwiseProduct(shares_of(shares, 1, upper_of));
  }
  return sums;
}

Vector BlockPass::sum_columns_of(const Vector& values, int power) const {
  Vector sums(std::ssize(block_.columns));
  rows_.with_counts(block_, [&](const auto& counts) {
    if (power == 1) return sum_columns(counts, values.data(), sums.data(), [](double count) { return count; });
    sum_columns(counts, values.data(), sums.data(), [](double count) { return count * count; });
  });
  return sums;
}

PhaseSums BlockPass::flow_back(const Vector& values, int power) const {
  if (block_.mixed) {
    const auto shares = rows_.shares(block_);
    PhaseSums sums{sum_columns_of(values.cwiseProduct(shares_of(shares, power, lower_of)), power), {}};
    if (block_.lower + 1 < rows_.phases()) {
      sums.upper = sum_columns_of(values.cwiseProduct(shares_of(shares, power, upper_of)), power);
    }
    return sums;
  }
  const double t = block_.upper_share;
  const Vector all = sum_columns_of(values, power);
  PhaseSums sums{std::pow(1 - t, power) * all, {}};
  if (t > 0) sums.upper = std::pow(t, power) * all;
  return sums;
}

PhaseShares BlockPass::shares_of_row(std::size_t row) const {
  if (block_.mixed) return rows_.shares(block_)[row];
  return {1 - block_.upper_share, block_.upper_share};
}

Vector BlockPass::squares(const Vector& values, std::span<const std::int32_t> parameters, Eigen::Index size) const {
  Vector result = Vector::Zero(size), factors = Vector::Zero(size);
  std::vector<std::int32_t> touched;
  std::size_t current = 0;
  const auto close_row = [&] {
    for (const std::int32_t parameter : touched) {
      result[parameter] += values[static_cast<Eigen::Index>(current)] * factors[parameter] * factors[parameter];
      factors[parameter] = 0;  // so that a parameter that was touched twice counts once
    }
    touched.clear();
  };
  const auto add = [&](std::size_t column, int phase, double factor) {
    if (factor == 0) return;
    const std::int32_t parameter = parameters[static_cast<std::size_t>(phase) * rows_.columns() + column];
    if (parameter < 0) return;
    factors[parameter] += factor;
    touched.push_back(parameter);
  };
  rows_.with_counts(block_, [&](const auto& counts) {
    for_each_entry(counts, [&](std::size_t row, std::size_t column, double count) {
      if (row != current) close_row();
      current = row;
      const PhaseShares shares = shares_of_row(row);
      add(column, block_.lower, count * shares.lower);
      if (block_.lower + 1 < rows_.phases()) add(column, block_.lower + 1, count * shares.upper);
    });
  });
  close_row();
  return result;
}

void BlockPass::add_gram_of(const Vector& weights, Matrix& gram) const {
  make_zero(gram, rows_.columns());
  rows_.with_counts(block_,
                    [&](const auto& counts) { add_gram(counts, weights.data(), gram.data(), rows_.columns()); });
}

void BlockPass::add_products(const Vector& weights, PhaseGrams& grams) const {
  if (!block_.mixed) return add_gram_of(weights, grams.same);
  const auto shares = rows_.shares(block_);
  const Vector lower = shares_of(shares, 1, lower_of), upper = shares_of(shares, 1, upper_of);
  add_gram_of(weights.cwiseProduct(lower).cwiseProduct(lower), grams.same);
  if (block_.lower + 1 == rows_.phases()) return;
  add_gram_of(weights.cwiseProduct(lower).cwiseProduct(upper), grams.cross);
  add_gram_of(weights.cwiseProduct(upper).cwiseProduct(upper), grams.upper);
}

}  // namespace hone::learn
