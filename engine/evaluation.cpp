// SPDX-License-Identifier: MIT
#include "engine/evaluation.hpp"

#include <algorithm>

namespace hone {
namespace {

std::vector<int> count_used_groups(const Schema& schema, const std::vector<int>& values) {
  std::vector<int> used{0};
  for (const Group& group : schema.groups()) {
    const auto first = values.begin() + static_cast<std::ptrdiff_t>(group.first) * schema.phase_count();
    const auto last = first + static_cast<std::ptrdiff_t>(group.shape.size()) * schema.phase_count();
    const bool any = std::any_of(first, last, [](int value) { return value != 0; });
    used.push_back(used.back() + (any ? 1 : 0));
  }
  return used;
}

// Of groups that are not linear the value of each term, 0 for all others; empty where all are zero.
std::vector<int> single_values(const Schema& schema, const std::vector<int>& values) {
  std::vector<int> single(static_cast<std::size_t>(schema.terms()));
  for (const Group& group : schema.groups()) {
    if (group.role == Role::linear) continue;
    for (int term = group.first; term < group.first + group.shape.size(); ++term) {
      single[static_cast<std::size_t>(term)] =
          values[static_cast<std::size_t>(term * schema.phase_count() + std::max(group.stage, 0))];
    }
  }
  if (std::ranges::all_of(single, [](int value) { return value == 0; })) single.clear();
  return single;
}

}  // namespace

WeightTable::WeightTable(const Weights& weights)
    : terms_(static_cast<std::size_t>(weights.schema.terms())), steps_(weights.schema.phase_steps()), form_(weights.schema) {
  const std::vector<int> values = weights.rounded();
  const auto phases = static_cast<std::size_t>(weights.schema.phase_count());
  const std::size_t pairs = std::max<std::size_t>(phases - 1, 1);
  used_groups_ = count_used_groups(weights.schema, values);
  single_ = single_values(weights.schema, values);
  packed_.reserve(pairs * terms_);
  for (std::size_t lower = 0; lower < pairs; ++lower) {
    const std::size_t upper = std::min(lower + 1, phases - 1);
    for (std::size_t term = 0; term < terms_; ++term) {
      packed_.emplace_back(values[term * phases + lower], values[term * phases + upper]);
    }
  }
}

}  // namespace hone
