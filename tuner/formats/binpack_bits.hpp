// SPDX-License-Identifier: MIT
//
// The bits of Stockfish's binpack: numbers without gaps, the high bit of each first, and zeros up to a whole byte. A
// score is a number of up to 16 bits in groups of 5: the first bit of a group is set in all but the last, the other
// four are bits of the number, the low ones in the first group.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "data/error.hpp"

namespace hone::formats {

inline constexpr int binpack_group_bits = 4;
inline constexpr unsigned binpack_group_mask = (1U << binpack_group_bits) - 1;

// Takes bits from bytes that `take_byte` returns when they are needed, and no earlier.
template <class TakeByte>
class BitsToRead {
 public:
  explicit BitsToRead(TakeByte take_byte) : take_byte_(std::move(take_byte)) {}

  // Eight at most.
  [[nodiscard]] unsigned take(int count) {
    if (held_ < count) {
      bits_ = bits_ << 8 | take_byte_();
      held_ += 8;
    }
    held_ -= count;
    return bits_ >> held_ & ((1U << count) - 1);
  }

  [[nodiscard]] unsigned take_groups() {
    unsigned number = 0;
    for (int shift = 0; shift < 16; shift += binpack_group_bits) {
      const unsigned group = take(binpack_group_bits + 1);
      number |= (group & binpack_group_mask) << shift;
      if (group <= binpack_group_mask) return number;
    }
    throw Error("a score has more than 16 bits");
  }

 private:
  TakeByte take_byte_;
  std::uint32_t bits_ = 0;
  int held_ = 0;  // of the low bits
};

// Puts bits at the end of a text.
class BitsToWrite {
 public:
  explicit BitsToWrite(std::string& text) : text_(text) {}

  void put(unsigned value, int count) {
    for (int bit = count - 1; bit >= 0; --bit) {
      if (used_ == 0) text_ += '\0';
      const unsigned byte = static_cast<unsigned char>(text_.back()) | (value >> bit & 1) << (7 - used_);
      text_.back() = static_cast<char>(byte);
      used_ = (used_ + 1) % 8;
    }
  }

  void put_groups(unsigned number) {
    for (; number > binpack_group_mask; number >>= binpack_group_bits) {
      put((number & binpack_group_mask) | (binpack_group_mask + 1), binpack_group_bits + 1);
    }
    put(number, binpack_group_bits + 1);
  }

 private:
  std::string& text_;
  int used_ = 0;  // bits of the last byte; 0: the next bit begins a new one
};

}  // namespace hone::formats
