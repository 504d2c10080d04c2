// SPDX-License-Identifier: MIT
#include "data/rows.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <utility>

#include "data/error.hpp"
#include "data/second_order.hpp"

namespace hone {

namespace {

// Eight marks as eight bits, which are cleared where they were. The factor moves byte i to bit 56 + i.
template <class Mark>
std::uint64_t take_marks(Mark* marks) {
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, marks, sizeof bytes);
  std::memset(marks, 0, sizeof bytes);
  if constexpr (std::endian::native == std::endian::big) bytes = __builtin_bswap64(bytes);
  return bytes * 0x0102'0408'1020'4080 >> 56;
}

}  // namespace

void RowSink::grow(std::size_t term) {
  const std::size_t words = term / (block_terms * word_marks) + 1;
  touched_blocks_.resize(words * word_marks);
  touched_.resize(touched_blocks_.size() * block_terms);
  counts_.resize(touched_.size());
  entries_.resize(touched_.size());
}

Row RowSink::finish(PhasePoint phase) {
  std::size_t size = 0;
  for (std::size_t first = 0; first < touched_blocks_.size(); first += word_marks) {
    for (std::uint64_t blocks = take_marks(&touched_blocks_[first]); blocks != 0; blocks &= blocks - 1) {
      size = take_block(first + static_cast<std::size_t>(std::countr_zero(blocks)), size);
    }
  }
  return {phase, std::vector<RowEntry>(entries_.begin(), entries_.begin() + static_cast<std::ptrdiff_t>(size))};
}

std::size_t RowSink::take_block(std::size_t block, std::size_t size) {
  const std::size_t first = block * block_terms;
  std::uint64_t terms = 0;
  for (std::size_t i = 0; i < block_terms; i += word_marks) terms |= take_marks(&touched_[first + i]) << i;
  int* const counts = counts_.data() + first;
  RowEntry* const entries = entries_.data();
  for (; terms != 0; terms &= terms - 1) {
    const auto term = static_cast<std::size_t>(std::countr_zero(terms));
    const int count = std::exchange(counts[term], 0);
    assert(std::in_range<std::int16_t>(count));
    entries[size] = {static_cast<std::uint16_t>(first + term), static_cast<std::int16_t>(count)};
    size += count != 0 ? 1 : 0;
  }
  return size;
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
  first.resize(1);
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

void RowSet::add(const Row& row, const RowLabel& label) {
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
