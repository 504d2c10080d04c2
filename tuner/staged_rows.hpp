// SPDX-License-Identifier: MIT
//
// Training rows laid out for the passes of a fit: gathered by stage point, so that the weights are interpolated
// once for many rows; only the fitted terms, renumbered into columns; everything else of a row folded into the
// score it starts from.
//
//   score(row, x) = base + 100 x sum over entries of count x ((1 - t) x[lower, column] + t x[lower + 1, column])
//
// The parameters x are displacements of the weights from the start in units of 100 centi-units (a pawn), stage
// by stage: index stage * columns + column. t is the upper stage's share at the row's stage point.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "data/rows.hpp"
#include "data/weights.hpp"
#include "tuner/row_scores.hpp"

namespace hone {

inline constexpr double parameter_unit = 100;  // centi-units

// A run of rows with the same stage point.
struct RowBlock {
  std::size_t first = 0, last = 0;  // rows [first, last)
  int lower = 0;                    // stage
  double upper_share = 0;           // t; 0 where there is no upper stage
};

struct StagedEntry {
  std::uint16_t column;
  std::int16_t count;
};

struct StagedLabel {
  double base;  // score under the starting weights, in parameter units
  float target;
  float weight;
};

class StagedRows {
 public:
  // fitted: for every term of the schema whether its weights are to be fitted. Terms that none of the rows
  // have get no column.
  StagedRows(const RowSet& rows, const RowSelection& selection, const Weights& start, const std::vector<bool>& fitted);

  [[nodiscard]] std::size_t size() const { return labels_.size(); }
  [[nodiscard]] int stages() const { return stages_; }
  [[nodiscard]] std::size_t columns() const { return terms_.size(); }
  [[nodiscard]] std::size_t parameters() const { return terms_.size() * static_cast<std::size_t>(stages_); }
  [[nodiscard]] double total_weight() const { return total_weight_; }

  [[nodiscard]] const StagedLabel& label(std::size_t row) const { return labels_[row]; }
  [[nodiscard]] std::span<const StagedEntry> entries(std::size_t row) const {
    return std::span(entries_).subspan(first_[row], first_[row + 1] - first_[row]);
  }
  // The rows in order, cut at every change of the stage point and after at most max_rows.
  [[nodiscard]] std::vector<RowBlock> blocks(std::size_t max_rows) const;

  // The weight's index in Weights::values that a parameter moves.
  [[nodiscard]] std::size_t weight_of(std::size_t parameter) const;
  // For every parameter whether some row has it with a share above 0.
  [[nodiscard]] std::vector<bool> seen() const;

 private:
  void number_columns(const RowSet& rows, const RowSelection& selection, const std::vector<bool>& fitted);
  void make_room(const RowSet& rows, const RowSelection& selection, const std::vector<std::uint32_t>& places);
  void put(const RowView& row, std::size_t place, double base);
  void find_runs(const std::vector<StagePoint>& points, const Schema& schema);

  int stages_;
  std::vector<int> terms_;      // of each column
  std::vector<int> column_of_;  // of each term; -1: none
  std::vector<RowBlock> runs_;  // maximal blocks
  std::vector<std::size_t> first_{0};
  std::vector<StagedEntry> entries_;
  std::vector<StagedLabel> labels_;
  double total_weight_ = 0;
};

}  // namespace hone
