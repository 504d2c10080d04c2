// SPDX-License-Identifier: MIT
//
// What an edge of the board is worth knowing for: its configuration, and its stable discs. An edge is eight squares
// read along the side; a configuration gives each the digit 0 (empty), 1 (black) or 2 (white), which makes a number
// below 3^8 = 6561, least significant digit first.
//
// Configurations that are each other's mirror image share one evaluation term. Exchanging the colours changes the sign
// of a configuration's count, so that such a pair shares a term as well, and configurations that are their own
// exchanged mirror image (the empty edge is one) have no term at all: they favour nobody. That leaves 1640 terms.
#pragma once

#include <array>
#include <cstdint>

#include "games/othello/bitboard.hpp"

namespace hone::othello {

using EdgeSet = std::uint8_t;  // squares of an edge, bit i the i-th square

inline constexpr int edge_configurations = 6561;
inline constexpr int edge_terms = 1640;

struct EdgeTerm {
  std::int16_t term = 0;  // 0 .. edge_terms-1; terms are numbered by their smallest configuration
  std::int8_t count = 0;  // +1, or -1 with the colours exchanged, or 0: no term
  EdgeSet stable = 0;     // discs of either colour that no play along this edge can turn
};

extern const std::array<std::uint16_t, 256> edge_digits;  // the configuration with black discs on these squares
extern const std::array<EdgeTerm, edge_configurations> edge_table;

[[nodiscard]] inline const EdgeTerm& edge_term(EdgeSet black, EdgeSet white) {
  return edge_table[static_cast<std::size_t>(edge_digits[black] + 2 * edge_digits[white])];
}

// A set of squares cut down to one edge, read from the left or from the top.
[[nodiscard]] constexpr EdgeSet top_edge(Squares set) { return static_cast<EdgeSet>(set); }
[[nodiscard]] constexpr EdgeSet bottom_edge(Squares set) { return static_cast<EdgeSet>(set >> 56); }
// The product moves the bits of the column, eight apart, next to each other in the highest byte.
[[nodiscard]] constexpr EdgeSet left_edge(Squares set) {
  return static_cast<EdgeSet>((set & column_a) * 0x0102'0408'1020'4080 >> 56);
}
[[nodiscard]] constexpr EdgeSet right_edge(Squares set) { return left_edge(set >> 7); }

}  // namespace hone::othello
