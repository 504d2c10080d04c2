// SPDX-License-Identifier: MIT
//
// Patterns: small sets of squares whose whole configuration is worth knowing. A pattern is stated by the squares of
// one placement, in an order; the eight symmetries of the board make the others. A configuration gives each square
// the digit 0 (empty), 1 (black) or 2 (white), which makes a number in base 3, least significant digit first.
//
// A symmetry that maps the squares onto themselves makes two readings of the same discs, which share one evaluation
// term. Exchanging the colours changes the sign of a configuration's count, so that such a pair shares a term as well,
// and configurations that are their own exchanged image (the empty one) have no term because they favour neither side.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "games/othello/bitboard.hpp"

namespace hone::othello {

inline constexpr int board_symmetries = 8;

// Returns the square to which a symmetry of the board moves a square. Symmetry 0 moves nothing.
[[nodiscard]] constexpr int image(int square, int symmetry) {
  const int column = (symmetry & 1) != 0 ? 7 - column_of(square) : column_of(square);
  const int row = (symmetry & 2) != 0 ? 7 - row_of(square) : row_of(square);
  return (symmetry & 4) != 0 ? column * 8 + row : row * 8 + column;
}

// Returns 3^exponent.
[[nodiscard]] constexpr int power_of_3(int exponent) {
  int power = 1;
  for (; exponent > 0; --exponent) power *= 3;
  return power;
}

struct PatternShape {
  static constexpr int most_squares = 10;

  std::string_view name;  // the group of the schema
  int size = 0;
  std::array<int, most_squares> squares{};

  // `text` gives the squares in order: "a1 b1 c1".
  consteval PatternShape(std::string_view group, std::string_view text) : name(group) {
    for (std::size_t i = 0; i < text.size(); i += 3) {
      squares[static_cast<std::size_t>(size++)] = (text[i + 1] - '1') * 8 + text[i] - 'a';
    }
  }

  [[nodiscard]] constexpr int configurations() const { return power_of_3(size); }
  // Returns the place of the square in the order, or `size` if it is not one of the squares.
  [[nodiscard]] constexpr int place_of(int square) const {
    int place = 0;
    while (place < size && squares[static_cast<std::size_t>(place)] != square) ++place;
    return place;
  }
};

// A rearrangement of the squares of a shape by a symmetry of the board: the disc on square i moves to square [i].
using Rearrangement = std::array<int, PatternShape::most_squares>;

struct Rearrangements {
  int size = 0;
  std::array<Rearrangement, board_symmetries> list{};
};

// Returns all different rearrangements; they form a group, and the first one moves nothing.
[[nodiscard]] constexpr Rearrangements rearrangements(const PatternShape& shape) {
  Rearrangements found;
  for (int symmetry = 0; symmetry < board_symmetries; ++symmetry) {
    Rearrangement moved{};
    bool is_new = true;
    for (int i = 0; i < shape.size; ++i) {
      const auto place = static_cast<std::size_t>(i);
      moved[place] = shape.place_of(image(shape.squares[place], symmetry));
      is_new = is_new && moved[place] < shape.size;
    }
    for (int i = 0; i < found.size; ++i) is_new = is_new && found.list[static_cast<std::size_t>(i)] != moved;
    if (is_new) found.list[static_cast<std::size_t>(found.size++)] = moved;
  }
  return found;
}

namespace details {

// Counts the cycles of even and of odd length.
struct Cycles {
  int even = 0;
  int odd = 0;
};

constexpr Cycles cycles(const Rearrangement& moved, int size) {
  Cycles count;
  unsigned seen = 0;
  for (int first = 0; first < size; ++first) {
    int length = 0;
    for (int i = first; (seen >> i & 1) == 0; i = moved[static_cast<std::size_t>(i)], ++length) seen |= 1U << i;
    if (length > 0) ++(length % 2 == 0 ? count.even : count.odd);
  }
  return count;
}

}  // namespace details

// Returns the number of terms, by Burnside's lemma: the number of classes of configurations under the rearrangements,
// minus the number of classes under the rearrangements and the exchange of colours. A rearrangement preserves
// configurations that are constant along each cycle. Together with the exchange it preserves those that alternate along
// even cycles and are empty on odd ones.
[[nodiscard]] constexpr int term_count(const PatternShape& shape) {
  const Rearrangements group = rearrangements(shape);
  int kept = 0;
  for (int i = 0; i < group.size; ++i) {
    const auto [even, odd] = details::cycles(group.list[static_cast<std::size_t>(i)], shape.size);
    kept += power_of_3(even + odd) - power_of_3(even);
  }
  return kept / (2 * group.size);
}

// All patterns, in the order of their groups in the schema (games/othello/features.hpp).
inline constexpr std::array pattern_shapes{
    PatternShape("edge.pattern", "a1 b1 c1 d1 e1 f1 g1 h1"),
    PatternShape("pattern.line2", "a2 b2 c2 d2 e2 f2 g2 h2"),
    PatternShape("pattern.line3", "a3 b3 c3 d3 e3 f3 g3 h3"),
    PatternShape("pattern.line4", "a4 b4 c4 d4 e4 f4 g4 h4"),
    PatternShape("pattern.diagonal8", "a1 b2 c3 d4 e5 f6 g7 h8"),
    PatternShape("pattern.diagonal7", "b1 c2 d3 e4 f5 g6 h7"),
    PatternShape("pattern.diagonal6", "c1 d2 e3 f4 g5 h6"),
    PatternShape("pattern.diagonal5", "d1 e2 f3 g4 h5"),
    PatternShape("pattern.diagonal4", "e1 f2 g3 h4"),
    PatternShape("pattern.corner33", "a1 b1 c1 a2 b2 c2 a3 b3 c3"),
    PatternShape("pattern.corner25", "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2"),
    PatternShape("pattern.edge2x", "a1 b1 c1 d1 e1 f1 g1 h1 b2 g2"),
};

// Returns the number of terms of the pattern of this name.
[[nodiscard]] consteval int pattern_terms(std::string_view name) {
  for (const PatternShape& shape : pattern_shapes) {
    if (shape.name == name) return term_count(shape);
  }
  throw "no such pattern";  // reached only at compile time
}

}  // namespace hone::othello
