// SPDX-License-Identifier: MIT
//
// The transposition table keeps what earlier searches learnt about a position, by hash. It has a fixed size, with four
// entries of 16 bytes in each cache line. Entries of older or shallower searches are replaced first. Several
// threads may probe and store at a time (engine/shared_slot.hpp).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "data/game_record.hpp"
#include "data/large_pages.hpp"
#include "engine/score.hpp"
#include "engine/shared_slot.hpp"

namespace hone {

enum class Bound : std::uint8_t { none = 0, upper = 1, lower = 2, exact = 3 };

// A move folded into 32 bits, to be compared with the tags of the legal moves; 0 is "no move".
using MoveTag = std::uint32_t;
[[nodiscard]] constexpr MoveTag move_tag(MoveCode code) {
  return static_cast<MoveTag>((code ^ (code >> 32)) & 0xFFFF'FFFF) + 1;
}

inline constexpr std::int16_t no_eval = INT16_MIN;  // the position was not evaluated
inline constexpr Depth max_table_depth = INT8_MAX;  // deeper results are stored with this depth

struct TableEntry {
  MoveTag move = 0;
  Score score = 0;  // distances count from this position (to_table and from_table)
  std::int16_t eval = no_eval;
  std::int8_t depth = 0;
  Bound bound = Bound::none;
  bool proved = false;  // the bound holds for the game itself, whatever the depth

  [[nodiscard]] bool has_eval() const { return bound != Bound::none && eval != no_eval; }
};

class TranspositionTable {
 public:
  explicit TranspositionTable(std::size_t bytes);

  // These three are for one thread, while no other uses the table.
  // Forgets everything; at least one bucket is kept. Throws where there is not so much memory, and then is of the size
  // that it was, or less if that cannot be had either.
  void resize(std::size_t bytes);
  void clear();
  void new_search();  // ages the entries written before

  // probe() returns the entry of this hash, or one with Bound::none; 32 bits of the hash are verified. store() replaces
  // what is known of the position, but keeps a result of the same search that is proved where the new one is not, or
  // that is more than three plies deeper than a new one that is neither exact nor proved; of the new one only the move
  // is then taken.
  [[nodiscard]] TableEntry probe(std::uint64_t hash) const;
  void store(std::uint64_t hash, const TableEntry& entry);
  void prefetch(std::uint64_t hash) const { __builtin_prefetch(&buckets_[bucket_of(hash)]); }

  // Returns the share of the table that this search has written, in permille.
  [[nodiscard]] int permille_full() const;

 private:
  struct Slot {
    std::uint32_t key;
    MoveTag move;
    Score score;
    std::int16_t eval;
    std::int8_t depth;
    std::uint8_t flags;  // the generation in the upper five bits, then `proved`, then the bound
  };
  static_assert(sizeof(Slot) == 16);

  struct alignas(64) Bucket {
    std::array<SharedSlot<Slot>, 4> slots;
  };

  __extension__ typedef unsigned __int128 Wide;

  [[nodiscard]] std::size_t bucket_of(std::uint64_t hash) const {
    return static_cast<std::size_t>((static_cast<Wide>(hash) * buckets_.size()) >> 64);
  }
  void make_as_large_as_may_be(std::size_t count);
  [[nodiscard]] int worth(const Slot& slot) const;
  [[nodiscard]] bool keeps(const Slot& slot, const TableEntry& entry) const;

  using Buckets = std::vector<Bucket, LargePages<Bucket>>;
  Buckets buckets_;
  std::uint8_t generation_ = 0;
};

}  // namespace hone
