// SPDX-License-Identifier: MIT
#include "engine/evaluation.hpp"

#include <algorithm>

namespace hone {
namespace {

std::vector<int> count_used_groups(const Schema& schema, const std::vector<int>& values) {
  std::vector<int> used{0};
  for (const Group& group : schema.groups()) {
    const auto first = values.begin() + static_cast<std::ptrdiff_t>(group.first) * schema.stage_count();
    const auto last = first + static_cast<std::ptrdiff_t>(group.shape.size()) * schema.stage_count();
    const bool any = std::any_of(first, last, [](int value) { return value != 0; });
    used.push_back(used.back() + (any ? 1 : 0));
  }
  return used;
}

}  // namespace

WeightTable::WeightTable(const Weights& weights)
    : terms_(static_cast<std::size_t>(weights.schema.terms())), steps_(weights.schema.stage_steps()) {
  const std::vector<int> values = weights.rounded();
  const auto stages = static_cast<std::size_t>(weights.schema.stage_count());
  const std::size_t pairs = std::max<std::size_t>(stages - 1, 1);
  used_groups_ = count_used_groups(weights.schema, values);
  packed_.reserve(pairs * terms_);
  for (std::size_t lower = 0; lower < pairs; ++lower) {
    const std::size_t upper = std::min(lower + 1, stages - 1);
    for (std::size_t term = 0; term < terms_; ++term) {
      packed_.emplace_back(values[term * stages + lower], values[term * stages + upper]);
    }
  }
}

}  // namespace hone
