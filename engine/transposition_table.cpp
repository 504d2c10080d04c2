// SPDX-License-Identifier: MIT
#include "engine/transposition_table.hpp"

#include <algorithm>
#include <new>

namespace hone {
namespace {

constexpr int generation_shift = 3;
constexpr int generations = 1 << 5;
constexpr std::uint8_t proved_flag = 4;
constexpr std::uint8_t bound_mask = 3;

constexpr std::uint32_t key_of(std::uint64_t hash) { return static_cast<std::uint32_t>(hash); }

}  // namespace

TranspositionTable::TranspositionTable(std::size_t bytes) { resize(bytes); }

void TranspositionTable::resize(std::size_t bytes) {
  const std::size_t count = std::max<std::size_t>(bytes / sizeof(Bucket), 1), before = buckets_.size();
  buckets_ = Buckets();  // the old table goes first, so that both are never held at a time
  generation_ = 0;
  try {
    buckets_ = Buckets(count);
  } catch (...) {
    make_as_large_as_may_be(before);
    throw;
  }
}

// A search must find a table.
void TranspositionTable::make_as_large_as_may_be(std::size_t count) {
  while (buckets_.empty()) {
    count = std::max<std::size_t>(count, 1);
    try {
      buckets_ = Buckets(count);
    } catch (const std::bad_alloc&) {
      if (count == 1) throw;
      count /= 2;
    }
  }
}

void TranspositionTable::clear() {
  for (Bucket& bucket : buckets_) {
    for (SharedSlot<Slot>& slot : bucket.slots) slot.store({});
  }
  generation_ = 0;
}

void TranspositionTable::new_search() { generation_ = static_cast<std::uint8_t>((generation_ + 1) % generations); }

TableEntry TranspositionTable::probe(std::uint64_t hash) const {
  for (const SharedSlot<Slot>& shared : buckets_[bucket_of(hash)].slots) {
    const Slot slot = shared.load();
    if (slot.key != key_of(hash) || (slot.flags & bound_mask) == 0) continue;
    return {slot.move,
            slot.score,
            slot.eval,
            slot.depth,
            static_cast<Bound>(slot.flags & bound_mask),
            (slot.flags & proved_flag) != 0};
  }
  return {};
}

// Returns the depth, less eight plies for every search since the entry was written.
int TranspositionTable::worth(const Slot& slot) const {
  if ((slot.flags & bound_mask) == 0) return -1'000'000;
  const int age = (generations + generation_ - (slot.flags >> generation_shift)) % generations;
  return slot.depth - 8 * age;
}

bool TranspositionTable::keeps(const Slot& slot, const TableEntry& entry) const {
  constexpr int much = 3;  // plies
  if ((slot.flags & bound_mask) == 0 || slot.flags >> generation_shift != generation_) return false;
  if ((slot.flags & proved_flag) != 0 && !entry.proved) return true;
  return !entry.proved && entry.bound != Bound::exact && entry.depth + much < slot.depth;
}

void TranspositionTable::store(std::uint64_t hash, const TableEntry& entry) {
  auto& slots = buckets_[bucket_of(hash)].slots;
  SharedSlot<Slot>* place = slots.data();
  Slot victim = place->load();
  for (SharedSlot<Slot>& shared : slots) {
    const Slot slot = shared.load();
    const bool same = slot.key == key_of(hash);
    if (same || worth(slot) < worth(victim)) {
      place = &shared;
      victim = slot;
    }
    if (same) break;
  }
  const bool same = victim.key == key_of(hash);
  const MoveTag move = entry.move == 0 && same ? victim.move : entry.move;
  if (same && keeps(victim, entry)) {
    victim.move = move;
  } else {
    victim = {key_of(hash),
              move,
              entry.score,
              entry.eval,
              entry.depth,
              static_cast<std::uint8_t>(generation_ << generation_shift | (entry.proved ? proved_flag : 0) |
                                        static_cast<std::uint8_t>(entry.bound))};
  }
  place->store(victim);
}

int TranspositionTable::permille_full() const {
  const std::size_t sample = std::min<std::size_t>(buckets_.size(), 250);
  int full = 0;
  for (std::size_t i = 0; i < sample; ++i) {
    for (const SharedSlot<Slot>& shared : buckets_[i].slots) {
      const Slot slot = shared.load();
      if ((slot.flags & bound_mask) != 0 && slot.flags >> generation_shift == generation_) ++full;
    }
  }
  return full * 1000 / static_cast<int>(sample * 4);
}

}  // namespace hone
