// SPDX-License-Identifier: MIT
#include "tuner/learn/products/side_counts.hpp"

#include <algorithm>
#include <limits>

namespace hone::learn {

namespace {

bool has_places(const Group& group) {
  return group.shape.kind == GroupKind::list && group.shape.neighbours == Neighbours::in_rows && group.shape.size() > 1;
}

std::int16_t narrow_count(std::int64_t count) {
  using Limits = std::numeric_limits<std::int16_t>;
  return static_cast<std::int16_t>(std::clamp<std::int64_t>(count, Limits::min(), Limits::max()));
}

}  // namespace

std::vector<Factor> factors_of(const Schema& schema) {
  std::vector<Factor> factors;
  for (std::size_t i = 0; i < schema.groups().size(); ++i) {
    const Group& group = schema.groups()[i];
    if (group.role != Role::linear) continue;
    factors.push_back({i, false});
    if (has_places(group)) factors.push_back({i, true});
  }
  return factors;
}

std::string factor_name(const Schema& schema, const Factor& factor) {
  const std::string& name = schema.groups()[factor.group].name;
  return factor.by_place ? "place in " + name : name;
}

FactorCounter::FactorCounter(const Schema& schema)
    : factors_(factors_of(schema)), uses_(static_cast<std::size_t>(schema.terms())) {
  for (std::size_t i = 0; i < factors_.size(); ++i) {
    const Group& group = schema.groups()[factors_[i].group];
    for (int place = 0; place < group.shape.size(); ++place) {
      uses_[static_cast<std::size_t>(group.first + place)].push_back({i, factors_[i].by_place ? place : 1});
    }
  }
}

std::vector<std::int16_t> FactorCounter::count(const EvaluationRecord& record) const {
  std::vector<std::int64_t> sums(2 * factors_.size());
  for (const RecordedTerm& term : record.terms) {
    for (const Use& use : uses_[static_cast<std::size_t>(term.term)]) {
      sums[use.factor] += std::int64_t{use.times} * term.first;
      sums[factors_.size() + use.factor] -= std::int64_t{use.times} * term.second;
    }
  }
  std::vector<std::int16_t> counts(sums.size());
  std::ranges::transform(sums, counts.begin(), narrow_count);
  return counts;
}

void SideCounts::add(std::span<const std::int16_t> counts) {
  if (size_ % chunk_rows == 0) chunks_.emplace_back().reserve(chunk_rows * 2 * factors_.size());
  std::vector<std::int16_t>& chunk = chunks_.back();
  chunk.insert(chunk.end(), counts.begin(), counts.end());
  if (counts.empty()) chunk.resize(chunk.size() + 2 * factors_.size());
  ++size_;
}

}  // namespace hone::learn
