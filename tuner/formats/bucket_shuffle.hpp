// SPDX-License-Identifier: MIT
//
// The hashes met so far: a flat table with open addressing, 11 to 22 bytes a hash.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/hash.hpp"
#include "data/random.hpp"

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

// Any number of texts in random order, in constant memory: each goes to one of many files at random, then each file is
// shuffled by itself. Every order is as likely as any other, and the seed decides.

class BucketShuffle {
 public:
  // `folder` is made, and removed in the end. `bytes` is about what will come: it decides how many files there are, so
  // that each fits in memory.
  BucketShuffle(std::filesystem::path folder, std::uint64_t bytes, std::uint64_t seed);
  BucketShuffle(const BucketShuffle&) = delete;
  BucketShuffle& operator=(const BucketShuffle&) = delete;
  ~BucketShuffle();

  void add(std::string_view text);
  // All texts; once, at the end. The sink says whether to go on.
  void drain(const std::function<bool(std::string_view)>& sink);

 private:
  [[nodiscard]] std::filesystem::path file(std::size_t bucket) const;
  void flush(std::size_t bucket);

  std::filesystem::path folder_;
  Random random_;
  std::vector<std::string> buffers_;
};

}  // namespace hone::formats
