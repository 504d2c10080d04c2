// SPDX-License-Identifier: MIT
//
// The hashes met so far: a flat table with open addressing that takes 11 to 22 bytes a hash.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "data/hash.hpp"

namespace hone::formats {

class SeenHashes {
 public:
  // False when it was there.
  bool insert(std::uint64_t hash) {
    if (hash == empty) return !std::exchange(has_zero_, true);
    if ((count_ + 1) * 4 > slots_.size() * 3) grow();
    std::uint64_t& slot = find(hash);
    if (slot == hash) return false;
    slot = hash;
    ++count_;
    return true;
  }

  [[nodiscard]] std::size_t size() const { return count_ + (has_zero_ ? 1 : 0); }

 private:
  static constexpr std::uint64_t empty = 0;
  static constexpr std::size_t first_slots = 1024;

  // Its slot, or the empty one where it belongs. Hashes of games are of uneven quality, so they are mixed.
  std::uint64_t& find(std::uint64_t hash) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = mix(hash) & mask;
    while (slots_[at] != hash && slots_[at] != empty) at = (at + 1) & mask;
    return slots_[at];
  }

  void grow() {
    const std::vector<std::uint64_t> old = std::exchange(slots_, {});
    slots_.resize(old.empty() ? first_slots : old.size() * 2);
    for (const std::uint64_t hash : old) {
      if (hash != empty) find(hash) = hash;
    }
  }

  std::vector<std::uint64_t> slots_;
  std::size_t count_ = 0;
  bool has_zero_ = false;
};

}  // namespace hone::formats
