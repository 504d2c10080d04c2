// SPDX-License-Identifier: MIT
//
// A slot of a table that several threads read and write without locks (Hyatt and Mann, A lockless transposition-table
// implementation for parallel search, ICGA Journal 25(1), 2002). It holds a value of two words, the first of which
// begins with a key of 32 bits. The key is stored folded with the second word: where the words of two values meet,
// because one thread reads or writes between the two writes of another, what is read has neither's key.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstdint>

namespace hone {

template <class Value>
class SharedSlot {
 public:
  [[nodiscard]] Value load() const {
    const std::uint64_t rest = rest_.load(std::memory_order_relaxed);
    return std::bit_cast<Value>(Words{first_.load(std::memory_order_relaxed) ^ fold(rest), rest});
  }
  void store(const Value& value) {
    const auto [first, rest] = std::bit_cast<Words>(value);
    first_.store(first ^ fold(rest), std::memory_order_relaxed);
    rest_.store(rest, std::memory_order_relaxed);
  }

 private:
  using Words = std::array<std::uint64_t, 2>;
  static_assert(std::atomic<std::uint64_t>::is_always_lock_free && sizeof(Value) == sizeof(Words));

  // Returns 32 bits that depend on all of the word, and 0 for 0: an empty slot is all zeros.
  static constexpr std::uint64_t fold(std::uint64_t word) { return (word * 0x9E37'79B9'7F4A'7C15) >> 32; }

  std::atomic<std::uint64_t> first_ = 0, rest_ = 0;
};

}  // namespace hone
