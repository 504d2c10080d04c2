// SPDX-License-Identifier: MIT
#include "tuner/staged_rows.hpp"

#include <algorithm>

namespace hone {
namespace {

RowSelection by_stage_point(const RowSet& rows, RowSelection selection) {
  std::stable_sort(selection.begin(), selection.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return rows[a].stage < rows[b].stage; });
  return selection;
}

}  // namespace

StagedRows::StagedRows(const RowSet& rows, const RowSelection& selection, const Weights& start,
                       const std::vector<bool>& fitted)
    : stages_(start.schema.stage_count()) {
  number_columns(rows, selection, fitted);
  labels_.reserve(selection.size());
  first_.reserve(selection.size() + 1);
  for (const std::uint32_t i : by_stage_point(rows, selection)) {
    const RowView row = rows[i];
    const RowBlock run{size(), size() + 1, row.stage.lower, upper_share(start.schema, row.stage)};
    add(row, row_score(row, start) / parameter_unit);
    const bool same = !runs_.empty() && runs_.back().lower == run.lower && runs_.back().upper_share == run.upper_share;
    if (same) runs_.back().last = run.last;
    if (!same) runs_.push_back(run);
  }
}

void StagedRows::number_columns(const RowSet& rows, const RowSelection& selection, const std::vector<bool>& fitted) {
  std::vector<bool> used(fitted.size());
  std::size_t nonzeros = 0;
  for (const std::uint32_t i : selection) {
    for (const RowEntry& entry : rows[i].entries) {
      used[entry.term] = fitted[entry.term];
      nonzeros += fitted[entry.term];
    }
  }
  entries_.reserve(nonzeros);
  column_of_.assign(fitted.size(), -1);
  for (std::size_t term = 0; term < fitted.size(); ++term) {
    if (!used[term]) continue;
    column_of_[term] = static_cast<int>(terms_.size());
    terms_.push_back(static_cast<int>(term));
  }
}

void StagedRows::add(const RowView& row, double base) {
  for (const RowEntry& entry : row.entries) {
    const int column = column_of_[entry.term];
    if (column >= 0) entries_.push_back({static_cast<std::uint16_t>(column), entry.count});
  }
  first_.push_back(entries_.size());
  labels_.push_back({base, row.label.target, row.label.weight});
  total_weight_ += static_cast<double>(row.label.weight);
}

std::vector<RowBlock> StagedRows::blocks(std::size_t max_rows) const {
  std::vector<RowBlock> result;
  for (RowBlock run : runs_) {
    const std::size_t last = run.last;
    for (; run.first < last; run.first = run.last) {
      run.last = std::min(run.first + max_rows, last);
      result.push_back(run);
    }
  }
  return result;
}

std::size_t StagedRows::weight_of(std::size_t parameter) const {
  const auto stages = static_cast<std::size_t>(stages_);
  return static_cast<std::size_t>(terms_[parameter % columns()]) * stages + parameter / columns();
}

std::vector<bool> StagedRows::seen() const {
  std::vector<bool> result(parameters());
  for (const RowBlock& run : runs_) {
    const std::size_t lower = static_cast<std::size_t>(run.lower) * columns();
    for (std::size_t i = first_[run.first]; i < first_[run.last]; ++i) {
      const std::size_t parameter = lower + entries_[i].column;
      if (run.upper_share < 1) result[parameter] = true;
      if (run.upper_share > 0) result[parameter + columns()] = true;
    }
  }
  return result;
}

}  // namespace hone
