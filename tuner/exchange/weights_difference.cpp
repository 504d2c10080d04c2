// SPDX-License-Identifier: MIT
#include "tuner/exchange/weights_difference.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "data/error.hpp"
#include "tuner/learn/weight_spelling.hpp"

namespace hone::exchange {

namespace {

constexpr double not_known = std::numeric_limits<double>::quiet_NaN();

const Group* same_group(const Schema& schema, const Group& group) {
  const Group* const other = schema.find(group.name);
  const bool same = other != nullptr && other->shape.kind == group.shape.kind &&
                    other->shape.rows == group.shape.rows && other->shape.cols == group.shape.cols;
  return same ? other : nullptr;
}

double error_of(const Weights& weights, std::size_t weight) {
  return weights.errors.empty() ? not_known : weights.errors[weight];
}

// Of the difference of two weights.
double joint_error(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) ? b : a;
  return std::hypot(a, b);
}

// Sums for the correlation of two columns, around their means.
double correlation_of(const std::vector<double>& a, const std::vector<double>& b) {
  const auto mean = [](const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values) sum += value;
    return sum / static_cast<double>(values.size());
  };
  const double mean_a = mean(a), mean_b = mean(b);
  double ab = 0, aa = 0, bb = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    ab += (a[i] - mean_a) * (b[i] - mean_b);
    aa += (a[i] - mean_a) * (a[i] - mean_a);
    bb += (b[i] - mean_b) * (b[i] - mean_b);
  }
  return aa > 0 && bb > 0 ? ab / std::sqrt(aa * bb) : not_known;
}

GroupDifference compare(const Weights& first, const Group& group, const Weights& second, const Group& other) {
  const auto phases = static_cast<std::size_t>(first.schema.phase_count());
  GroupDifference result{.group = group.name, .largest_name = {}, .largest_square = {}, .largest_in_errors = not_known};
  std::vector<double> a, b;
  for (std::size_t i = 0; i < static_cast<std::size_t>(group.shape.size()) * phases; ++i) {
    const std::size_t here = static_cast<std::size_t>(group.first) * phases + i;
    const std::size_t there = static_cast<std::size_t>(other.first) * phases + i;
    a.push_back(first.values[here]);
    b.push_back(second.values[there]);
    const double change = b.back() - a.back();
    result.mean += std::abs(change);
    if (change == 0) continue;
    ++result.changed;
    if (std::abs(change) > std::abs(result.largest)) {
      result.largest = change;
      const int term = static_cast<int>(here / phases);
      result.largest_name = learn::weight_key(first.schema, here);
      const auto square = first.schema.square_of(term);
      result.largest_square = square ? square->name : "";
    }
    const double error = joint_error(error_of(first, here), error_of(second, there));
    if (error > 0) result.largest_in_errors = std::fmax(result.largest_in_errors, std::abs(change) / error);
  }
  result.weights = a.size();
  result.mean /= static_cast<double>(a.size());
  result.correlation = correlation_of(a, b);
  return result;
}

std::vector<std::string> groups_without_partner(const Schema& schema, const Schema& other) {
  std::vector<std::string> names;
  for (const Group& group : schema.groups()) {
    if (same_group(other, group) == nullptr) names.push_back(group.name);
  }
  return names;
}

}  // namespace

bool WeightsDifference::equal() const {
  const auto same = [](const GroupDifference& group) { return group.changed == 0; };
  return std::ranges::all_of(groups, same) && only_in_first.empty() && only_in_second.empty() && first_k == second_k;
}

WeightsDifference difference_of(const Weights& first, const Weights& second) {
  if (first.schema.phases() != second.schema.phases()) {
    throw Error(expected_found(fmt::format("weights of the stages {}", fmt::join(first.schema.phases(), ", ")),
                               fmt::format("{}", fmt::join(second.schema.phases(), ", "))));
  }
  WeightsDifference difference;
  difference.first_k = first.k;
  difference.second_k = second.k;
  for (const Group& group : first.schema.groups()) {
    const Group* const other = same_group(second.schema, group);
    if (other != nullptr) difference.groups.push_back(compare(first, group, second, *other));
  }
  difference.only_in_first = groups_without_partner(first.schema, second.schema);
  difference.only_in_second = groups_without_partner(second.schema, first.schema);
  return difference;
}

}  // namespace hone::exchange
