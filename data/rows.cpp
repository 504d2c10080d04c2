// SPDX-License-Identifier: MIT
#include "data/rows.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace hone {

Row RowSink::finish(StagePoint stage) {
  std::sort(entries_.begin(), entries_.end(), [](RowEntry a, RowEntry b) { return a.term < b.term; });
  Row row{stage, {}};
  row.entries.reserve(entries_.size());
  for (std::size_t i = 0; i < entries_.size();) {
    const std::uint16_t term = entries_[i].term;
    int count = 0;
    for (; i < entries_.size() && entries_[i].term == term; ++i) count += entries_[i].count;
    assert(std::in_range<std::int16_t>(count));
    if (count != 0) row.entries.push_back({term, static_cast<std::int16_t>(count)});
  }
  entries_.clear();
  return row;
}

int dot(const Schema& schema, const Row& row, std::span<const int> weights) {
  assert(weights.size() == static_cast<std::size_t>(schema.weights()));
  const auto stages = static_cast<std::size_t>(schema.stage_count());
  const std::size_t lower = row.stage.lower;
  const std::size_t upper = std::min(lower + 1, stages - 1);
  assert(lower < stages);
  int lower_sum = 0;
  int upper_sum = 0;
  for (const auto [term, count] : row.entries) {
    lower_sum += weights[term * stages + lower] * count;
    upper_sum += weights[term * stages + upper] * count;
  }
  const int steps = schema.stage_steps();
  return (lower_sum * (steps - row.stage.step) + upper_sum * row.stage.step) / steps;
}

void RowSet::add(const Row& row, const RowLabel& label) { add({row.stage, row.entries, label}); }

void RowSet::add(const RowView& row) {
  entries_.insert(entries_.end(), row.entries.begin(), row.entries.end());
  first_.push_back(entries_.size());
  stages_.push_back(row.stage);
  labels_.push_back(row.label);
}

std::size_t RowSet::games() const {
  std::vector<std::uint32_t> ids;
  ids.reserve(labels_.size());
  for (const RowLabel& label : labels_) ids.push_back(label.game);
  std::sort(ids.begin(), ids.end());
  return static_cast<std::size_t>(std::unique(ids.begin(), ids.end()) - ids.begin());
}

}  // namespace hone
