// SPDX-License-Identifier: MIT
//
// A hash for positions that consist of two words and the side to move.
#pragma once

#include <cstdint>

#include "data/hash.hpp"
#include "games/game.hpp"

namespace hone {

// Each word is spread by a constant (the golden ratio, the square root of 2). If one word equals its constant, which is
// one case in 2^64, the other has no influence. The side to move inverts all bits.
[[nodiscard]] constexpr std::uint64_t two_word_hash(std::uint64_t a, std::uint64_t b, Side to_move) {
  const std::uint64_t z = folded_product(a ^ golden_gamma, b ^ 0x6A09'E667'F3BC'C909);
  return (to_move == Side::first ? z : ~z) * 0xBF58'476D'1CE4'E5B9;
}

}  // namespace hone
