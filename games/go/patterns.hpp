// SPDX-License-Identifier: MIT
//
// What lies on and around a point: the 3 x 3 neighbourhood as one number in base 3, lowest digit at the lower left,
// with the digits 0 (empty or off the board), 1 (black) and 2 (white). Where the edge of the board cuts a neighbourhood
// is a part of the pattern. Neighbourhoods that are the same but for a rotation or a reflection share one evaluation
// term. Exchanging the colours changes the sign of its count, so that such a pair shares a term as well, and patterns
// that are their own exchanged image have none because they favour neither side.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "games/go/position.hpp"

namespace hone::go {

// The groups of patterns, by the number of edges that cut them; and the terms of each.
enum class PatternGroup : std::uint8_t { inner, edge, corner };
inline constexpr int pattern_groups = 3;
inline constexpr std::array<int, pattern_groups> pattern_terms{1418, 200, 26};

inline constexpr int configurations = 19'683;  // 3^9

// The term of a configuration within its group; its count is +1, -1 with the colours exchanged, or 0 without a term.
struct PatternTerm {
  std::int16_t index = 0;
  std::int16_t count = 0;

  friend bool operator==(const PatternTerm&, const PatternTerm&) = default;
};

// Where the edge cuts a neighbourhood: at no side (1), in the column or row before the point (0), or after it (2).
struct Cut {
  int column = 1;
  int row = 1;

  [[nodiscard]] constexpr int number() const { return 3 * row + column; }
  [[nodiscard]] constexpr PatternGroup group() const {
    return static_cast<PatternGroup>((column != 1 ? 1 : 0) + (row != 1 ? 1 : 0));
  }
};
[[nodiscard]] constexpr Cut cut_at(int row, int column, int size) {
  const auto cut = [size](int place) { return place == 0 ? 0 : place == size - 1 ? 2 : 1; };
  return {cut(column), cut(row)};
}

// Tables by cut and configuration, made at the first call.
using PatternTable = std::vector<PatternTerm>;
[[nodiscard]] const std::array<PatternTable, 9>& pattern_tables();

// Calls visit(group, term) for the neighbourhood of each point that has a term.
template <class Visit>
void for_each_pattern(const Position& pos, Visit visit) {
  // Element [row + 1][column] holds the three places around a point in its row, as a number in base 3.
  std::array<std::array<int, largest_size>, largest_size + 2> triples{};
  constexpr std::array<int, 8> in_base_3{0, 1, 3, 4, 9, 10, 12, 13};
  for (int row = 0; row < pos.size; ++row) {
    const auto places_of = [row](Points stones) {
      return static_cast<unsigned>((stones >> (row * row_places)).low() & 0x1FF) << 1;
    };
    const unsigned black = places_of(pos.black);
    const unsigned white = places_of(pos.white);
    for (int column = 0; column < pos.size; ++column) {
      triples[static_cast<std::size_t>(row + 1)][static_cast<std::size_t>(column)] =
          in_base_3[black >> column & 7] + 2 * in_base_3[white >> column & 7];
    }
  }
  const std::array<PatternTable, 9>& tables = pattern_tables();
  for (int row = 0; row < pos.size; ++row) {
    for (int column = 0; column < pos.size; ++column) {
      const auto triple = [&](int r) {
        return triples[static_cast<std::size_t>(r + 1)][static_cast<std::size_t>(column)];
      };
      const int configuration = triple(row - 1) + 27 * triple(row) + 729 * triple(row + 1);
      if (configuration == 0) continue;
      const Cut cut = cut_at(row, column, pos.size);
      const PatternTerm term = tables[static_cast<std::size_t>(cut.number())][static_cast<std::size_t>(configuration)];
      if (term.count != 0) visit(cut.group(), term);
    }
  }
}

}  // namespace hone::go
