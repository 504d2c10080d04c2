// SPDX-License-Identifier: MIT
//
// A random number generator that gives the same numbers with every compiler and library, which the distributions of
// <random> do not promise: xoshiro256** (Blackman, Vigna: Scrambled Linear Pseudorandom Number Generators, 2021), its
// state filled by SplitMix64.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>

#include "data/hash.hpp"

namespace hone {

class Random {
 public:
  using result_type = std::uint64_t;

  explicit constexpr Random(std::uint64_t seed) {
    for (std::uint64_t& word : state_) word = mix(seed += golden_gamma);
  }
  // The state must not be all zero.
  explicit constexpr Random(const std::array<std::uint64_t, 4>& state) : state_(state) {}

  [[nodiscard]] static constexpr result_type min() { return 0; }
  [[nodiscard]] static constexpr result_type max() { return UINT64_MAX; }

  constexpr result_type operator()() {
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  // Returns each of 0 .. n-1 with the same probability. The first 2^64 mod n numbers would favour some values and are
  // drawn again. n > 0.
  constexpr std::uint64_t below(std::uint64_t n) {
    assert(n > 0);
    const std::uint64_t surplus = (0 - n) % n;
    std::uint64_t number = (*this)();
    while (number < surplus) number = (*this)();
    return number % n;
  }

  // Returns a number in [0, 1), a multiple of 2^-53.
  constexpr double uniform() { return static_cast<double>((*this)() >> 11) * 0x1p-53; }

 private:
  std::array<std::uint64_t, 4> state_{};
};

}  // namespace hone
