// SPDX-License-Identifier: MIT
#include "data/rows.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <utility>

#include "data/error.hpp"
#include "data/second_order.hpp"
#ifdef __AVX2__
#include <immintrin.h>
#endif

namespace hone {

namespace {

constexpr std::size_t word_counts = 64;

// Which of 64 counts are not 0, as the bits of a word.
std::uint64_t not_zero(const std::int16_t* counts) {
  std::uint64_t result = 0;
#ifdef __AVX2__
  const auto zeros = [&](std::size_t i) {
    const __m256i here = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(counts + i));
    return _mm256_cmpeq_epi16(here, _mm256_setzero_si256());
  };
  for (std::size_t half = 0; half < word_counts; half += 32) {
    // Packing puts the first quarters of both before the second ones.
    const __m256i packed = _mm256_permute4x64_epi64(_mm256_packs_epi16(zeros(half), zeros(half + 16)), 0b11'01'10'00);
    result |= std::uint64_t{~static_cast<std::uint32_t>(_mm256_movemask_epi8(packed))} << half;
  }
#else
  for (std::size_t i = 0; i < word_counts; ++i) result |= std::uint64_t{counts[i] != 0} << i;
#endif
  return result;
}

// A compiler makes a slow string instruction of one call for all of them.
void clear_counts(std::int16_t* counts) {
  constexpr std::size_t part = 16;
  for (std::size_t i = 0; i < word_counts; i += part) std::memset(counts + i, 0, part * sizeof *counts);
}

// Both halves are written at once, which a compiler does not do by itself.
void write_entry(std::size_t column, std::int16_t count, RowEntry* to) {
  const auto low = static_cast<std::uint32_t>(column), high = std::uint32_t{static_cast<std::uint16_t>(count)};
  const std::uint32_t entry = std::endian::native == std::endian::little ? low | high << 16 : low << 16 | high;
  std::memcpy(to, &entry, sizeof entry);
  static_assert(sizeof entry == sizeof *to);
}

}  // namespace

RowSink::RowSink(int terms, int columns)
    : terms_(terms),
      touched_((static_cast<std::size_t>(columns) + block_columns - 1) / block_columns),
      counts_((touched_.size() + 1) * block_columns),
      row_(touched_.size() * block_columns) {
  static_assert(block_columns == word_counts && block_columns % step == 0);  // no block is written beyond its room
}

void RowSink::clear() {
  std::ranges::fill(counts_, std::int16_t{0});
  std::ranges::fill(touched_, Mark::no);
}

void RowSink::begin_with(const RowSink& other) {
  assert(counts_.size() == other.counts_.size());
  assert(std::ranges::find(touched_, Mark::yes) == touched_.end());
  for (std::size_t block = 0; block < touched_.size(); ++block) {
    if (other.touched_[block] == Mark::no) continue;
    touched_[block] = Mark::yes;
    const std::size_t first = block * block_columns;
    std::memcpy(&counts_[first], &other.counts_[first], block_columns * sizeof counts_[0]);
  }
}

// Entries are written eight at a time, more than most blocks have, as a loop that ends after each of few is foreseen by
// no processor. What is written beyond the last one of a block is overwritten by the next block or left out.
void RowSink::finish(std::vector<RowEntry>& entries) {
  RowEntry* next = row_.data();
  for (std::size_t block = 0; block < touched_.size(); ++block) {
    if (std::exchange(touched_[block], Mark::no) == Mark::no) continue;
    const std::size_t first = block * block_columns;
    std::int16_t* const counts = &counts_[first];
    std::uint64_t left = not_zero(counts);
    RowEntry* const end = next + std::popcount(left);
    for (RowEntry* to = next; left != 0; to += step) {
      for (std::size_t i = 0; i < step; ++i) {
        const auto column =
            static_cast<std::size_t>(std::countr_zero(left));  // where none is left, one beyond the block
        write_entry(first + column, counts[column], to + i);
        left &= left - 1;
      }
    }
    next = end;
    clear_counts(counts);
  }
  entries.insert(entries.end(), row_.data(), next);
}

namespace {

int second_order_dot(const Schema& schema, const Row& row, std::span<const int> weights) {
  const auto phases = static_cast<std::size_t>(schema.phase_count()), terms = static_cast<std::size_t>(schema.terms());
  const PhasePoint place = between_stages(row.phase, phases, schema.phase_steps());
  const std::size_t lower = place.lower, upper = std::min(lower + 1, phases - 1);
  int lower_sum = 0, upper_sum = 0;
  SecondOrderSums sums;
  for (const auto [column, count] : row.entries) {
    const std::size_t side = column < terms ? 0 : 1, term = column - side * terms;
    const Group& group = schema.group_of(static_cast<int>(term));
    const auto weight = [&](std::size_t phase) { return weights[term * phases + phase] * count; };
    switch (group.role) {
      case Role::linear:
        lower_sum += side == 0 ? weight(lower) : -weight(lower);
        upper_sum += side == 0 ? weight(upper) : -weight(upper);
        break;
      case Role::squared:
      case Role::lesser:
        sums.units[static_cast<std::size_t>(group.unit)][static_cast<std::size_t>(group.arm)][side] +=
            weight(static_cast<std::size_t>(group.stage));
        break;
      case Role::scale:
        sums.scale += weight(static_cast<std::size_t>(group.stage));
        break;
      case Role::phase:
        sums.phase += weight(0);
        break;
    }
  }
  return second_order_score(SecondOrderForm(schema), place, lower_sum, upper_sum, sums);
}

}  // namespace

int dot(const Schema& schema, const Row& row, std::span<const int> weights) {
  assert(weights.size() == static_cast<std::size_t>(schema.weights()));
  if (!schema.is_linear()) return second_order_dot(schema, row, weights);
  const auto phases = static_cast<std::size_t>(schema.phase_count());
  const std::size_t lower = row.phase.lower;
  const std::size_t upper = std::min(lower + 1, phases - 1);
  assert(lower < phases);
  int lower_sum = 0;
  int upper_sum = 0;
  for (const auto [term, count] : row.entries) {
    lower_sum += weights[term * phases + lower] * count;
    upper_sum += weights[term * phases + upper] * count;
  }
  return interpolated(lower_sum, upper_sum, row.phase.step, schema.phase_steps());
}

RowSet::RowSet(std::vector<RowChunk> chunks, std::shared_ptr<const void> owner,
               std::function<void(const RowChunk&)> release)
    : chunks_(std::move(chunks)), owners_{std::move(owner)}, release_(std::move(release)) {
  for (const RowChunk& chunk : chunks_) size_ += chunk.size();
  foreign_ = chunks_.size();
}

void RowArrays::add(const RowView& row) {
  terms.insert(terms.end(), row.entries.terms().begin(), row.entries.terms().end());
  counts.insert(counts.end(), row.entries.counts().begin(), row.entries.counts().end());
  add(row.phase, row.label);
}

void RowArrays::add(PhasePoint phase, const RowLabel& label) {
  first.push_back(static_cast<std::uint32_t>(terms.size()));
  phases.push_back(phase);
  labels.push_back(stored(label));
  bounds.push_back(label.bound);
  values.push_back(label.value);
}

void RowArrays::clear() {
  first.assign(1, 0);  // of rows that were moved away there is not even the first
  terms.clear();
  counts.clear();
  phases.clear();
  labels.clear();
  bounds.clear();
  values.clear();
}

void RowSet::clear() {
  chunks_.clear();
  owners_.clear();
  release_ = {};
  open_.clear();
  size_ = 0;
}

namespace {

// So many rows of a chunk tell how much memory the chunk will take.
constexpr std::size_t telling_rows = 1024;
// No more counts than these, of 6 bytes each, are asked for before they are there: rows with thousands of them may be
// too few to fill a chunk.
constexpr std::size_t most_counts = std::size_t{1} << 25;

// Asks for the memory of a whole chunk at once, so that its rows are not copied as it grows.
void make_room(RowArrays& chunk) {
  const std::size_t rows = RowSet::chunk_rows, likely = chunk.terms.size() * (rows / telling_rows);
  const std::size_t counts = std::min(likely + likely / 8, most_counts);
  chunk.first.reserve(rows + 1);
  chunk.terms.reserve(counts);
  chunk.counts.reserve(counts);
  chunk.phases.reserve(rows);
  chunk.labels.reserve(rows);
  chunk.bounds.reserve(rows);
  chunk.values.reserve(rows);
}

}  // namespace

// Returns the chunk that takes one more row. A last chunk that is not full and belongs to others is copied first.
RowArrays& RowSet::room() {
  if (size_ == std::numeric_limits<std::uint32_t>::max()) throw Error("a set has at most 4,294,967,295 rows");
  if (open_.labels.size() == chunk_rows) {
    const auto full = std::make_shared<const RowArrays>(std::exchange(open_, {}));
    chunks_.push_back(full->view());
    owners_.push_back(full);
  }
  if (!chunks_.empty() && chunks_.back().size() < chunk_rows) {
    const RowChunk last = chunks_.back();
    chunks_.pop_back();
    foreign_ = chunks_.size();
    size_ -= last.size();
    for (std::size_t i = 0; i < last.size(); ++i) add(last[i]);
  }
  if (open_.labels.size() == telling_rows) make_room(open_);
  return open_;
}

void RowSet::add(const RowList::View& row, const RowLabel& label) {
  RowArrays& to = room();
  const std::size_t first = to.terms.size(), size = row.entries.size();
  to.terms.resize(first + size);
  to.counts.resize(first + size);
  for (std::size_t i = 0; i < size; ++i) {
    to.terms[first + i] = row.entries[i].term;
    to.counts[first + i] = row.entries[i].count;
  }
  to.add(row.phase, label);
  ++size_;
}

void RowSet::add(const RowView& row) {
  room().add(row);
  ++size_;
}

std::size_t RowSet::nonzeros() const {
  std::size_t sum = 0;
  for (std::size_t i = 0; i < chunks(); ++i) sum += chunk(i).terms.size();
  return sum;
}

void RowSet::release(std::size_t number) const {
  if (release_ && number < foreign_) release_(chunks_[number]);
}

std::size_t RowSet::games() const {
  std::vector<std::uint32_t> ids;
  ids.reserve(size());
  for (std::size_t i = 0; i < chunks(); ++i) {
    for (const StoredLabel& label : chunk(i).labels) ids.push_back(label.game);
  }
  std::sort(ids.begin(), ids.end());
  return static_cast<std::size_t>(std::unique(ids.begin(), ids.end()) - ids.begin());
}

}  // namespace hone
