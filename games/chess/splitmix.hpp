// SPDX-License-Identifier: MIT
//
// A small generator of pseudo-random words for the constants of this folder (hash keys, magic factors), the
// same on every machine. Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
#pragma once

#include <cstdint>

namespace hone::chess {

class SplitMix {
 public:
  constexpr explicit SplitMix(std::uint64_t seed) : state_(seed) {}

  constexpr std::uint64_t operator()() {
    state_ += 0x9E37'79B9'7F4A'7C15ULL;
    std::uint64_t word = state_;
    word = (word ^ word >> 30) * 0xBF58'476D'1CE4'E5B9ULL;
    word = (word ^ word >> 27) * 0x94D0'49BB'1331'11EBULL;
    return word ^ word >> 31;
  }

 private:
  std::uint64_t state_;
};

}  // namespace hone::chess
