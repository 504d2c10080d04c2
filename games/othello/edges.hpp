// SPDX-License-Identifier: MIT
//
// The stable discs of an edge of the board: eight squares read along the side. A configuration gives each the digit 0
// (empty), 1 (black) or 2 (white), which makes a number below 3^8 = 6561, least significant digit first.
#pragma once

#include <array>
#include <cstdint>

#include "games/othello/bitboard.hpp"

namespace hone::othello {

using EdgeSet = std::uint8_t;  // squares of an edge, bit i the i-th square

inline constexpr int edge_configurations = 6561;

extern const std::array<std::uint16_t, 256> edge_digits;  // the configuration with black discs on these squares
// Discs of either colour that no play along the edge can turn, by configuration.
extern const std::array<EdgeSet, edge_configurations> edge_stable;

[[nodiscard]] inline std::size_t edge_configuration(EdgeSet black, EdgeSet white) {
  return static_cast<std::size_t>(edge_digits[black] + 2 * edge_digits[white]);
}

// Reduces a set of squares to one edge, read from the left or from the top.
[[nodiscard]] constexpr EdgeSet top_edge(Squares set) { return static_cast<EdgeSet>(set); }
[[nodiscard]] constexpr EdgeSet bottom_edge(Squares set) { return static_cast<EdgeSet>(set >> 56); }
// The product moves the bits of the column, which are eight apart, next to each other in the highest byte.
[[nodiscard]] constexpr EdgeSet left_edge(Squares set) {
  return static_cast<EdgeSet>((set & column_a) * 0x0102'0408'1020'4080 >> 56);
}
[[nodiscard]] constexpr EdgeSet right_edge(Squares set) { return left_edge(set >> 7); }

}  // namespace hone::othello
