// SPDX-License-Identifier: MIT
#include "tuner/learn/fit/packed_rows.hpp"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "tuner/learn/fit/row_scores.hpp"
#include "tuner/parallel/ordered_sum.hpp"

namespace hone::learn {

// A row's key, its number of entries, and its place among the selected rows.
struct RowShape {
  std::uint32_t key, entries, number;
};

namespace {

// Rows of one phase point have one key; rows with scale factors come last, ordered by their phase alone.
constexpr std::uint32_t mixed_key = 1U << 16;

std::uint32_t key_of(const RowView& row) {
  const bool scaled = row.label.lower_scale != 1.0F || row.label.upper_scale != 1.0F;
  const std::uint32_t phase = std::uint32_t{row.phase.lower} << 8;
  return scaled ? mixed_key | phase : phase | row.phase.step;
}

bool is_small(float count) { return std::abs(count) <= 127 && count == std::trunc(count); }

// The rows [first, last) sorted by a small whole number; equal rows keep their order. A counting sort.
template <class Key>
std::vector<RowShape> sorted_by(const std::vector<RowShape>& rows, std::size_t first, std::size_t last,
                                const Key& key) {
  std::vector<std::size_t> starts;
  for (std::size_t i = first; i < last; ++i) {
    const std::size_t own = key(rows[i]);
    if (own + 2 > starts.size()) starts.resize(own + 2);
    ++starts[own + 1];
  }
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  std::vector<RowShape> result(last - first);
  for (std::size_t i = first; i < last; ++i) result[starts[key(rows[i])]++] = rows[i];
  return result;
}

// The selected rows of one chunk: [first, last) of an ascending selection.
struct ChunkPart {
  std::size_t chunk, first, last;
};

std::vector<ChunkPart> parts_of(const RowSelection& selection) {
  std::vector<ChunkPart> parts;
  for (std::size_t i = 0; i < selection.size(); ++i) {
    const std::size_t chunk = selection[i] / RowSet::chunk_rows;
    if (parts.empty() || parts.back().chunk != chunk) parts.push_back({chunk, i, i});
    parts.back().last = i + 1;
  }
  return parts;
}

template <class Visit>
void for_each_row(const RowSet& rows, const RowSelection& selection, int threads, const Visit& visit) {
  const std::vector<ChunkPart> parts = parts_of(selection);
  parallel::thread_arena(threads).execute([&] {
    oneapi::tbb::parallel_for(std::size_t{0}, parts.size(), [&](std::size_t i) {
      const auto [chunk, first, last] = parts[i];
      const RowChunk views = rows.chunk(chunk);
      for (std::size_t j = first; j < last; ++j) visit(views[selection[j] % RowSet::chunk_rows], j);
      rows.release(chunk);
    });
  });
}

bool holds_bounds(const RowSet& rows) {
  for (std::size_t i = 0; i < rows.chunks(); ++i) {
    const auto bounds = rows.chunk(i).bounds;
    if (std::ranges::any_of(bounds, [](RowBound bound) { return bound != RowBound::none; })) return true;
  }
  return false;
}

template <class Visit>
void for_each_index(std::size_t size, int threads, const Visit& visit) {
  parallel::thread_arena(threads).execute([&] { oneapi::tbb::parallel_for(std::size_t{0}, size, visit); });
}

// What one pass over the rows tells.
struct Survey {
  std::vector<RowShape> shapes;  // in the order of the selection
  std::vector<char> used;        // for every term, whether it occurs
  bool small = true;             // all counts of fitted terms are small whole numbers

  Survey(const RowSet& rows, const RowSelection& selection, const std::vector<bool>& fitted, int threads)
      : shapes(selection.size()), used(fitted.size()) {
    const std::vector<char> is_fitted(fitted.begin(), fitted.end());
    std::vector<OfChunk> chunks(rows.chunks(), {std::vector<char>(fitted.size()), true});
    for_each_row(rows, selection, threads, [&](const RowView& row, std::size_t i) {
      OfChunk& chunk = chunks[selection[i] / RowSet::chunk_rows];
      const std::uint32_t entries = count_entries(row, is_fitted, chunk.used);
      if (chunk.small) chunk.small = holds_small_counts(row, is_fitted);
      shapes[i] = {key_of(row), entries, static_cast<std::uint32_t>(i)};
    });
    for (const OfChunk& chunk : chunks) {
      small = small && chunk.small;
      for (std::size_t term = 0; term < used.size(); ++term) used[term] |= chunk.used[term];
    }
  }

 private:
  struct OfChunk {
    std::vector<char> used;
    bool small;
  };

  static std::uint32_t count_entries(const RowView& row, const std::vector<char>& is_fitted, std::vector<char>& used) {
    const char* const fitted = is_fitted.data();
    char* const seen = used.data();
    std::uint32_t entries = 0;
    for (const std::uint16_t term : row.entries.terms()) {
      seen[term] = 1;
      entries += fitted[term] != 0 ? 1 : 0;
    }
    return entries;
  }

  // Nearly always all counts of a row are small, which is found without asking for their terms.
  static bool holds_small_counts(const RowView& row, const std::vector<char>& is_fitted) {
    bool all = true;
    for (const float count : row.entries.counts()) all &= is_small(count);
    if (all) return true;
    for (const auto [term, count] : row.entries) {
      if (is_fitted[term] != 0 && !is_small(count)) return false;
    }
    return true;
  }
};

}  // namespace

// The place of every row.
struct PackedRows::Plan {
  std::vector<std::size_t> cuts;      // where the blocks begin in `order`; the last is the end
  std::vector<std::uint32_t> keys;    // of the blocks
  std::vector<RowShape> order;        // block by block, the longest rows first
  std::vector<std::uint32_t> places;  // of the selected rows; rows of a block are padded to whole groups

  Plan(const std::vector<RowShape>& shapes, int threads) {
    order = sorted_by(shapes, 0, shapes.size(), [](const RowShape& row) { return row.key; });
    cut();
    sort_blocks(threads);
    place();
  }

 private:
  void cut() {
    for (std::size_t i = 0; i < order.size(); ++i) {
      const bool more = !cuts.empty() && order[i].key == keys.back() && i - cuts.back() < block_rows;
      if (more) continue;
      cuts.push_back(i);
      keys.push_back(order[i].key);
    }
    cuts.push_back(order.size());
  }

  void sort_blocks(int threads) {
    for_each_index(keys.size(), threads, [&](std::size_t block) {
      std::uint32_t most = 0;
      for (std::size_t i = cuts[block]; i < cuts[block + 1]; ++i) most = std::max(most, order[i].entries);
      const std::vector<RowShape> rows =
          sorted_by(order, cuts[block], cuts[block + 1], [&](const RowShape& row) { return most - row.entries; });
      std::copy(rows.begin(), rows.end(), order.begin() + static_cast<std::ptrdiff_t>(cuts[block]));
    });
  }

  void place() {
    places.resize(order.size());
    std::size_t next = 0;
    for (std::size_t block = 0; block < keys.size(); ++block) {
      for (std::size_t i = cuts[block]; i < cuts[block + 1]; ++i) {
        places[order[i].number] = static_cast<std::uint32_t>(next++);
      }
      next = (next + row_lanes - 1) / row_lanes * row_lanes;
    }
  }
};

// Rows are read in their order and written to their places, which is several times faster than the reverse.
PackedRows::PackedRows(const RowSet& rows, const RowSelection& selection, const Weights& start,
                       const std::vector<bool>& fitted, const PackingOptions& options)
    : size_(selection.size()), phases_(start.schema.phase_count()) {
  Survey survey(rows, selection, fitted, options.threads);
  number_columns(survey.used, fitted, options.wanted);
  Plan plan(std::exchange(survey.shapes, {}), options.threads);
  cut_blocks(plan, start.schema);
  plan.order = {};
  make_room(survey.small, options.folder);
  if (survey.small) {
    fill(rows, selection, start, plan, options, small_, row_small_);
  } else {
    fill(rows, selection, start, plan, options, real_, row_real_);
  }
  if (holds_bounds(rows)) keep_bounds(rows, selection, plan, options);
}

void PackedRows::number_columns(const std::vector<char>& used, const std::vector<bool>& fitted,
                                const std::vector<bool>* wanted) {
  column_of_.assign(fitted.size(), -1);
  for (std::size_t term = 0; term < fitted.size(); ++term) {
    const bool is_wanted = used[term] != 0 || (wanted != nullptr && (*wanted)[term]);
    if (!is_wanted || !fitted[term]) continue;
    column_of_[term] = static_cast<int>(terms_.size());
    terms_.push_back(static_cast<int>(term));
  }
}

void PackedRows::cut_blocks(const Plan& plan, const Schema& schema) {
  std::size_t row = 0;
  groups_.assign(1, 0);
  for (std::size_t i = 0; i < plan.keys.size(); ++i) {
    const std::uint32_t key = plan.keys[i];
    RowBlock block{.first = row, .last = row, .lower = static_cast<int>(key >> 8 & 0xFF), .entries = entries_};
    block.mixed = key >= mixed_key;
    const PhasePoint point{static_cast<std::uint8_t>(block.lower), static_cast<std::uint8_t>(key)};
    if (!block.mixed) block.upper_share = upper_share(schema, point);
    for (std::size_t j = plan.cuts[i]; j < plan.cuts[i + 1]; ++j) {
      const std::size_t entries = plan.order[j].entries;  // the first row of a group has the most
      if ((j - plan.cuts[i]) % row_lanes == 0) groups_.push_back(groups_.back() + entries * row_lanes);
      entries_ += entries;
    }
    row = block.last = (groups_.size() - 1) * row_lanes;
    if (block.mixed && shares_.empty()) first_mixed_ = block.first;
    if (block.mixed) shares_.resize(row - first_mixed_);
    blocks_.push_back(std::move(block));
  }
}

void PackedRows::make_room(bool small, const std::optional<std::filesystem::path>& folder) {
  labels_ = {(groups_.size() - 1) * row_lanes, folder};
  columns_ = {groups_.back(), folder};
  rows_ = {entries_, folder};
  if (small) {
    small_ = {groups_.back() + 1, folder};
    row_small_ = {entries_, folder};
  } else {
    real_ = {groups_.back() + 1, folder};
    row_real_ = {entries_, folder};
  }
}

template <class Count>
void PackedRows::fill(const RowSet& rows, const RowSelection& selection, const Weights& start, const Plan& plan,
                      const PackingOptions& options, const PagedArray<Count>& counts,
                      const PagedArray<Count>& row_counts) {
  for_each_row(rows, selection, options.threads, [&](const RowView& row, std::size_t i) {
    put(row, plan.places[i], start, counts);
    PackedLabel& label = labels_[plan.places[i]];
    label.target = options.targets ? options.targets->target(row.label) : row.label.target;
    label.weight = options.targets ? options.targets->weight(row.label, selection[i]) : row.label.weight;
  });
  for_each_index(blocks_.size(), options.threads, [&](std::size_t i) { turn(blocks_[i], counts, row_counts); });
  for (const std::uint32_t place : plan.places) total_weight_ += static_cast<double>(labels_[place].weight);
}

void PackedRows::keep_bounds(const RowSet& rows, const RowSelection& selection, const Plan& plan,
                             const PackingOptions& options) {
  bounds_ = {(groups_.size() - 1) * row_lanes, options.folder};
  for_each_row(rows, selection, options.threads,
               [&](const RowView& row, std::size_t i) { bounds_[plan.places[i]] = row.label.bound; });
}

// At first the columns are those of all rows.
template <class Count>
void PackedRows::put(const RowView& row, std::size_t place, const Weights& start, const PagedArray<Count>& counts) {
  std::size_t at = groups_[place / row_lanes] + place % row_lanes;
  for (const auto [term, count] : row.entries) {
    const int column = column_of_[term];
    if (column < 0) continue;
    columns_[at] = static_cast<std::uint16_t>(column);
    counts[at] = static_cast<Count>(count);
    at += row_lanes;
  }
  labels_[place].base = row_score(row, start) / parameter_unit;
  if (place < first_mixed_ || shares_.empty()) return;
  const double t = upper_share(start.schema, row.phase), lower = row.label.lower_scale, upper = row.label.upper_scale;
  shares_[place - first_mixed_] = {(1 - t) * lower, t * upper};
}

// Makes the copy by column, and numbers the columns within the block.
template <class Count>
void PackedRows::turn(RowBlock& block, const PagedArray<Count>& counts, const PagedArray<Count>& row_counts) {
  const std::size_t first = groups_[block.first / row_lanes], last = groups_[block.last / row_lanes];
  std::vector<std::uint32_t> next(columns());
  for (std::size_t at = first; at < last; ++at) next[columns_[at]] += counts[at] != 0 ? 1 : 0;
  std::vector<std::uint16_t> number(columns());
  block.starts.assign(1, 0);
  for (std::size_t column = 0; column < columns(); ++column) {
    if (next[column] == 0) continue;
    number[column] = static_cast<std::uint16_t>(block.columns.size());
    block.columns.push_back(static_cast<std::uint16_t>(column));
    block.starts.push_back(block.starts.back() + next[column]);
    next[column] = block.starts[block.starts.size() - 2];
  }
  for (std::size_t group = block.first / row_lanes; group < block.last / row_lanes; ++group) {
    for (std::size_t at = groups_[group]; at < groups_[group + 1]; ++at) {
      const std::size_t lane = (at - groups_[group]) % row_lanes;
      if (counts[at] != 0) {
        const std::size_t to = block.entries + next[columns_[at]]++;
        rows_[to] = static_cast<std::uint16_t>(group * row_lanes + lane - block.first);
        row_counts[to] = counts[at];
      }
      columns_[at] = counts[at] != 0 ? number[columns_[at]] : std::uint16_t{0};
    }
  }
}

std::size_t PackedRows::weight_of(std::size_t parameter) const {
  const auto phases = static_cast<std::size_t>(phases_);
  return static_cast<std::size_t>(terms_[parameter % columns()]) * phases + parameter / columns();
}

std::vector<bool> PackedRows::seen() const {
  std::vector<bool> result(parameters());
  for (const RowBlock& block : blocks_) {
    for (std::size_t i = 0; i < block.columns.size(); ++i) {
      const std::size_t lower = static_cast<std::size_t>(block.lower) * columns() + block.columns[i];
      const auto [has_lower, has_upper] = phases_of(block, i);
      if (has_lower) result[lower] = true;
      if (has_upper) result[lower + columns()] = true;
    }
  }
  return result;
}

// Whether some row of the block's column has a share in the lower phase, and in the upper.
std::pair<bool, bool> PackedRows::phases_of(const RowBlock& block, std::size_t column) const {
  if (!block.mixed) return {block.upper_share != 1, block.upper_share != 0};
  const auto rows = shares(block);
  std::pair<bool, bool> result;
  for (std::size_t at = block.starts[column]; at < block.starts[column + 1]; ++at) {
    const PhaseShares& row = rows[rows_[block.entries + at]];
    result.first |= row.lower != 0;
    result.second |= row.upper != 0;
  }
  return result;
}

}  // namespace hone::learn
