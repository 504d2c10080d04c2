// SPDX-License-Identifier: MIT
//
// Training rows laid out for the passes of a fit: gathered by phase point, so that the weights are interpolated once
// for many rows, and with only the fitted terms, which are renumbered into columns. Everything else in a row is part of
// the score that it starts from.
//
//   score(row, x) = base + 100 x sum over entries of count x (a x[lower, column] + b x[lower + 1, column])
//
// The parameters x are displacements of the weights from the start in units of 100 centi-units (a pawn), phase by
// phase: index phase * columns + column. a = 1 - t and b = t, where t is the upper phase's share at the row's phase
// point; rows with scale factors have their own a and b.
//
// Blocks of at most block_rows rows hold their counts twice: by row, with sixteen rows side by side that are summed
// independently of each other, and by column, so that a gradient is summed and not scattered. Both copies number the
// columns that occur in the block, which keeps the working set small when there are very many columns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "data/rows.hpp"
#include "data/weights.hpp"
#include "tuner/learn/fit/paged_array.hpp"
#include "tuner/learn/fit/targets.hpp"

namespace hone::learn {

inline constexpr double parameter_unit = 100;  // centi-units
inline constexpr std::size_t row_lanes = 16;
inline constexpr std::size_t block_rows = 4096;

struct PackedLabel {
  double base = 0;  // score under the starting weights, in parameter units
  float target = 0.5F;
  float weight = 0;
};

struct PhaseShares {
  double lower = 0, upper = 0;  // a, b
};

struct RowBlock {
  std::size_t first = 0, last = 0;          // rows [first, last): a multiple of row_lanes; the last rows may be empty
  int lower = 0;                            // phase
  double upper_share = 0;                   // t of all rows; 0 where there is no upper phase
  bool mixed = false;                       // every row has its own shares instead
  std::size_t entries = 0;                  // where the copy by column begins
  std::vector<std::uint16_t> columns = {};  // that occur in the block, ascending
  std::vector<std::uint32_t> starts = {};   // of the columns in the copy by column; one more than columns
};

// The counts of a block. Count is std::int8_t, or float where some count is not a small whole number.
template <class Count>
struct BlockCounts {
  const RowBlock& block;
  std::span<const std::size_t> groups;  // starts of the groups of row_lanes rows; one more than groups
  const std::uint16_t* columns;         // by row: numbers within block.columns, of entry k of lane i at 16 k + i
  const Count* counts;                  // 0 after the last entry of a row
  const std::uint16_t* rows;            // by column: numbers within the block
  const Count* row_counts;
};

struct PackingOptions {
  const Targets* targets = nullptr;  // null: the rows' own targets and weights
  int threads = 1;
  std::optional<std::filesystem::path> folder = std::nullopt;
  const std::vector<bool>* wanted = nullptr;  // terms that get a column though no row has them; null: none
};

class PackedRows {
 public:
  // fitted: for every term of the schema whether its weights are to be fitted. Terms that occur in no row get no
  // column, unless the options want one. With a folder the counts are kept in a file there, for data larger than
  // memory.
  PackedRows(const RowSet& rows, const RowSelection& selection, const Weights& start, const std::vector<bool>& fitted,
             const PackingOptions& options = {});

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] int phases() const { return phases_; }
  [[nodiscard]] std::size_t columns() const { return terms_.size(); }
  [[nodiscard]] std::size_t parameters() const { return terms_.size() * static_cast<std::size_t>(phases_); }
  [[nodiscard]] double total_weight() const { return total_weight_; }

  [[nodiscard]] std::span<const RowBlock> blocks() const { return blocks_; }
  [[nodiscard]] std::span<const PackedLabel> labels(const RowBlock& block) const {
    return {labels_.data() + block.first, block.last - block.first};
  }
  // The bounds of the rows of a block; empty where no row of all has one.
  [[nodiscard]] std::span<const RowBound> bounds(const RowBlock& block) const {
    if (bounds_.size() == 0) return {};
    return {bounds_.data() + block.first, block.last - block.first};
  }
  // The shares of the rows of a mixed block.
  [[nodiscard]] std::span<const PhaseShares> shares(const RowBlock& block) const {
    return std::span(shares_).subspan(block.first - first_mixed_, block.last - block.first);
  }

  // Calls visit with the BlockCounts of the block.
  template <class Visit>
  decltype(auto) with_counts(const RowBlock& block, const Visit& visit) const {
    return small_.size() > 0 ? visit(counts_of(block, small_, row_small_)) : visit(counts_of(block, real_, row_real_));
  }

  // The index in Weights::values of the weight that a parameter moves.
  [[nodiscard]] std::size_t weight_of(std::size_t parameter) const;
  // For every parameter, whether it occurs in some row with a share that is not 0.
  [[nodiscard]] std::vector<bool> seen() const;

 private:
  struct Plan;

  void number_columns(const std::vector<char>& used, const std::vector<bool>& fitted, const std::vector<bool>* wanted);
  void cut_blocks(const Plan& plan, const Schema& schema);
  void make_room(bool small, const std::optional<std::filesystem::path>& folder);
  template <class Count>
  void fill(const RowSet& rows, const RowSelection& selection, const Weights& start, const Plan& plan,
            const PackingOptions& options, const PagedArray<Count>& counts, const PagedArray<Count>& row_counts);
  void keep_bounds(const RowSet& rows, const RowSelection& selection, const Plan& plan, const PackingOptions& options);
  template <class Count>
  void put(const RowView& row, std::size_t place, const Weights& start, const PagedArray<Count>& counts);
  template <class Count>
  void turn(RowBlock& block, const PagedArray<Count>& counts, const PagedArray<Count>& row_counts);

  [[nodiscard]] std::pair<bool, bool> phases_of(const RowBlock& block, std::size_t column) const;
  template <class Count>
  [[nodiscard]] BlockCounts<Count> counts_of(const RowBlock& block, const PagedArray<Count>& counts,
                                             const PagedArray<Count>& row_counts) const {
    const std::size_t first = block.first / row_lanes, last = block.last / row_lanes;
    return {block,
            std::span(groups_).subspan(first, last - first + 1),
            columns_.data(),
            counts.data(),
            rows_.data() + block.entries,
            row_counts.data() + block.entries};
  }

  std::size_t size_;
  std::size_t entries_ = 0;  // of all rows
  int phases_;
  std::vector<int> terms_;      // of each column
  std::vector<int> column_of_;  // of each term; -1: none
  double total_weight_ = 0;
  std::vector<RowBlock> blocks_;
  std::vector<std::size_t> groups_;
  PagedArray<PackedLabel> labels_;
  PagedArray<RowBound> bounds_;  // empty where no row has one
  std::size_t first_mixed_ = 0;  // row; mixed blocks are the last
  std::vector<PhaseShares> shares_;
  PagedArray<std::uint16_t> columns_, rows_;
  PagedArray<std::int8_t> small_, row_small_;
  PagedArray<float> real_, row_real_;
};

}  // namespace hone::learn
