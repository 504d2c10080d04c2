// SPDX-License-Identifier: MIT
#include "tuner/staged_rows.hpp"

#include <algorithm>
#include <numeric>

namespace hone {
namespace {

// For each selected row its place when they are gathered by stage point, otherwise in their order.
std::vector<std::uint32_t> places_by_stage_point(const RowSet& rows, const RowSelection& selection) {
  std::vector<std::uint32_t> order(selection.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return rows[selection[a]].stage < rows[selection[b]].stage;
  });
  std::vector<std::uint32_t> places(order.size());
  for (std::uint32_t place = 0; place < order.size(); ++place) places[order[place]] = place;
  return places;
}

}  // namespace

// Rows are read in their order and written to their places, which memory likes several times better than the reverse.
StagedRows::StagedRows(const RowSet& rows, const RowSelection& selection, const Weights& start,
                       const std::vector<bool>& fitted)
    : stages_(start.schema.stage_count()) {
  number_columns(rows, selection, fitted);
  const std::vector<std::uint32_t> places = places_by_stage_point(rows, selection);
  make_room(rows, selection, places);
  std::vector<StagePoint> points(size());
  for (std::size_t i = 0; i < selection.size(); ++i) {
    const RowView row = rows[selection[i]];
    put(row, places[i], row_score(row, start) / parameter_unit);
    points[places[i]] = row.stage;
  }
  find_runs(points, start.schema);
}

void StagedRows::number_columns(const RowSet& rows, const RowSelection& selection, const std::vector<bool>& fitted) {
  std::vector<bool> used(fitted.size());
  for (const std::uint32_t i : selection) {
    for (const FeatureCount entry : rows[i].entries) used[entry.term] = fitted[entry.term];
  }
  column_of_.assign(fitted.size(), -1);
  for (std::size_t term = 0; term < fitted.size(); ++term) {
    if (!used[term]) continue;
    column_of_[term] = static_cast<int>(terms_.size());
    terms_.push_back(static_cast<int>(term));
  }
}

void StagedRows::make_room(const RowSet& rows, const RowSelection& selection,
                           const std::vector<std::uint32_t>& places) {
  first_.assign(selection.size() + 1, 0);
  for (std::size_t i = 0; i < selection.size(); ++i) {
    const auto entries = rows[selection[i]].entries;
    first_[places[i] + 1] = static_cast<std::size_t>(std::count_if(
        entries.begin(), entries.end(), [&](const FeatureCount entry) { return column_of_[entry.term] >= 0; }));
  }
  std::partial_sum(first_.begin(), first_.end(), first_.begin());
  entries_.resize(first_.back());
  labels_.resize(selection.size());
}

void StagedRows::put(const RowView& row, std::size_t place, double base) {
  StagedEntry* next = entries_.data() + first_[place];
  for (const FeatureCount entry : row.entries) {
    const int column = column_of_[entry.term];
    if (column >= 0) *next++ = {static_cast<std::uint16_t>(column), static_cast<std::int16_t>(entry.count)};
  }
  labels_[place] = {base, row.label.target, row.label.weight};
  total_weight_ += static_cast<double>(row.label.weight);
}

void StagedRows::find_runs(const std::vector<StagePoint>& points, const Schema& schema) {
  for (std::size_t row = 0; row < points.size(); ++row) {
    const bool same = row > 0 && points[row] == points[row - 1];
    if (same) ++runs_.back().last;
    if (!same) runs_.push_back({row, row + 1, points[row].lower, upper_share(schema, points[row])});
  }
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
