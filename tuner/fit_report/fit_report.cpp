// SPDX-License-Identifier: MIT
#include "tuner/fit_report/fit_report.hpp"

#include <cmath>

namespace hone {
namespace {

// The group's weights are those from here to the end of the report.
GroupEstimate estimate_group(const FitReport& report, std::size_t first) {
  GroupEstimate group;
  group.largest = first;
  for (std::size_t i = first; i < report.weights.size(); ++i) {
    const WeightEstimate& weight = report.weights[i];
    if (weight.seen.positions == 0) {
      ++group.unseen;
      continue;
    }
    const double largest = std::abs(report.weights[group.largest].change());
    if (++group.weights == 1 || std::abs(weight.change()) > largest) group.largest = i;
    group.mean_z += std::abs(weight.z());
    group.noise_share += weight.is_noise() ? 1 : 0;
  }
  if (group.weights == 0) return group;
  group.mean_z /= static_cast<double>(group.weights);
  group.noise_share /= static_cast<double>(group.weights);
  return group;
}

}  // namespace

FitReport estimates_report(const Weights& start, const Weights& fitted, const std::vector<double>& errors,
                           const Coverage& coverage, const std::vector<bool>& chosen) {
  FitReport report;
  report.schema = fitted.schema;
  report.data = coverage.all;
  const auto stages = static_cast<std::size_t>(fitted.schema.stage_count());
  for (std::size_t number = 0; number < fitted.schema.groups().size(); ++number) {
    const Group& group = fitted.schema.groups()[number];
    const std::size_t first = report.weights.size(), begin = static_cast<std::size_t>(group.first) * stages;
    for (std::size_t i = begin; i < begin + static_cast<std::size_t>(group.shape.size()) * stages; ++i) {
      if (!chosen[i / stages]) continue;
      report.weights.push_back({i, fitted.values[i], start.values[i], errors[i], coverage.weights[i]});
    }
    if (report.weights.size() == first) continue;
    GroupEstimate& estimate = report.groups.emplace_back(estimate_group(report, first));
    estimate.group = number;
    estimate.seen = coverage.groups[number];
  }
  return report;
}

}  // namespace hone
