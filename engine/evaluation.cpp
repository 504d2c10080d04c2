// SPDX-License-Identifier: MIT
#include "engine/evaluation.hpp"

#include <algorithm>

namespace hone {

WeightTable::WeightTable(const Weights& weights)
    : terms_(static_cast<std::size_t>(weights.schema.terms())), steps_(weights.schema.stage_steps()) {
  const std::vector<int> values = weights.rounded();
  const auto stages = static_cast<std::size_t>(weights.schema.stage_count());
  const std::size_t pairs = std::max<std::size_t>(stages - 1, 1);
  packed_.reserve(pairs * terms_);
  for (std::size_t lower = 0; lower < pairs; ++lower) {
    const std::size_t upper = std::min(lower + 1, stages - 1);
    for (std::size_t term = 0; term < terms_; ++term) {
      packed_.emplace_back(values[term * stages + lower], values[term * stages + upper]);
    }
  }
}

}  // namespace hone
