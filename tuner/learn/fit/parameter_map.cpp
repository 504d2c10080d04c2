// SPDX-License-Identifier: MIT
#include "tuner/learn/fit/parameter_map.hpp"

#include <algorithm>
#include <utility>

namespace hone::learn {

using Eigen::Index;

namespace {

constexpr std::int32_t none = -1;

}  // namespace

ParameterMap::ParameterMap(const PackedRows& rows, const WeightConstraints& constraints)
    : of_weights_(constraints.lead.size(), none), of_rows_(rows.parameters(), none) {
  std::vector<std::int32_t> of_class(constraints.lead.size(), none);
  for (std::size_t i = 0; i < of_rows_.size(); ++i) {
    const std::size_t weight = rows.weight_of(i);
    if (constraints.fixed[weight]) continue;
    std::int32_t& parameter = of_class[constraints.lead[weight]];
    if (parameter == none) {
      parameter = static_cast<std::int32_t>(leads_.size());
      leads_.push_back(constraints.lead[weight]);
    }
    of_rows_[i] = parameter;
  }
  is_identity_ = leads_.size() == of_rows_.size();
  for (std::size_t weight = 0; weight < of_weights_.size(); ++weight) {
    if (!constraints.fixed[weight]) of_weights_[weight] = of_class[constraints.lead[weight]];
  }
}

Vector ParameterMap::spread(const Vector& parameters) const {
  if (is_identity_) return parameters;
  Vector displacements = Vector::Zero(std::ssize(of_rows_));
  for (std::size_t i = 0; i < of_rows_.size(); ++i) {
    if (of_rows_[i] != none) displacements[static_cast<Index>(i)] = parameters[of_rows_[i]];
  }
  return displacements;
}

Vector ParameterMap::gather(const Vector& displacements) const {
  if (is_identity_) return displacements;
  Vector parameters = Vector::Zero(size());
  for (std::size_t i = 0; i < of_rows_.size(); ++i) {
    if (of_rows_[i] != none) parameters[of_rows_[i]] += displacements[static_cast<Index>(i)];
  }
  return parameters;
}

// Elements off the diagonal stand for two each, which a class with both their ends has on its diagonal.
void ParameterMap::gather(Matrix& lower) const {
  if (is_identity_) return;
  Matrix sum = Matrix::Zero(size(), size());
  for (Index column = 0; column < lower.cols(); ++column) {
    const std::int32_t to = of_rows_[static_cast<std::size_t>(column)];
    if (to == none) continue;
    for (Index row = column; row < lower.rows(); ++row) {
      const std::int32_t from = of_rows_[static_cast<std::size_t>(row)];
      if (from == none) continue;
      const double times = from == to && row != column ? 2 : 1;
      sum(std::max(from, to), std::min(from, to)) += times * lower(row, column);
    }
  }
  lower = std::move(sum);
}

std::vector<bool> ParameterMap::any(const std::vector<bool>& displacements) const {
  std::vector<bool> result(leads_.size(), false);
  for (std::size_t i = 0; i < of_rows_.size(); ++i) {
    if (of_rows_[i] != none && displacements[i]) result[static_cast<std::size_t>(of_rows_[i])] = true;
  }
  return result;
}

Vector ParameterMap::mean(const Vector& displacements, const std::vector<bool>& counted) const {
  Vector sums = Vector::Zero(size()), counts = Vector::Zero(size());
  for (std::size_t i = 0; i < of_rows_.size(); ++i) {
    if (of_rows_[i] == none || !counted[i]) continue;
    sums[of_rows_[i]] += displacements[static_cast<Index>(i)];
    counts[of_rows_[i]] += 1;
  }
  return sums.cwiseQuotient(counts.cwiseMax(1));
}

}  // namespace hone::learn
