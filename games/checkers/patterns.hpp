// SPDX-License-Identifier: MIT
//
// Patterns: regions of eight squares whose whole configuration of men is worth knowing. Each square is empty or holds a
// man of either side; kings count as empty squares. A region is stated as its owner sees it, home at row 0. White's
// regions are those of Black turned by half a turn, so that exchanging the players negates every count.
//
// A configuration is a number with a digit for each square, row by row: 0 empty, 1 own man, 2 enemy man. On the home
// row stands no enemy man, since it would be a king there, and the digit has two values only. So each number below the
// size of a pattern can occur.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "data/schema.hpp"
#include "games/checkers/bitboard.hpp"

namespace hone::checkers {

inline constexpr int pattern_squares = 8;

// Four rows of two squares side by side, or two whole rows.
enum class RegionKind : std::uint8_t { block, rows };

struct Region {
  std::string_view name;  // the group of the schema
  RegionKind kind;
  int first;  // square, counted from 0

  // Returns the region's squares of a set next to each other, row by row.
  [[nodiscard]] constexpr std::size_t gathered(Squares set) const {
    Squares bits = set >> first;
    if (kind == RegionKind::block) {
      bits &= 0x3333;
      bits = (bits | bits >> 2) & 0x0F0F;
      bits |= bits >> 4;
    }
    return bits & 0xFF;
  }
  // The number of its squares on the home row, which come first.
  [[nodiscard]] constexpr int home_squares() const { return row_of(first) > 0 ? 0 : kind == RegionKind::block ? 2 : 4; }
  [[nodiscard]] constexpr int configurations() const {
    int product = 1;
    for (int place = 0; place < pattern_squares; ++place) product *= digit_values(place);
    return product;
  }
  [[nodiscard]] constexpr int digit_values(int place) const { return place < home_squares() ? 2 : 3; }
};

// All regions, in the order of their groups in the schema (games/checkers/features.hpp), named by their first squares.
inline constexpr std::array regions{
    Region{"pattern.block1", RegionKind::block, 0}, Region{"pattern.block2", RegionKind::block, 1},
    Region{"pattern.block3", RegionKind::block, 2}, Region{"pattern.block5", RegionKind::block, 4},
    Region{"pattern.block6", RegionKind::block, 5}, Region{"pattern.block7", RegionKind::block, 6},
    Region{"pattern.block9", RegionKind::block, 8}, Region{"pattern.rows1", RegionKind::rows, 0},
    Region{"pattern.rows5", RegionKind::rows, 4},   Region{"pattern.rows9", RegionKind::rows, 8},
};

// A table from gathered squares to the configuration with own men on them; that with enemy men is twice as much.
using Digits = std::array<std::uint16_t, 1 << pattern_squares>;

namespace details {

[[nodiscard]] consteval Digits make_digits(const Region& region) {
  Digits digits{};
  std::size_t power = 1;
  for (int place = 0; place < pattern_squares; ++place) {
    for (std::size_t word = 0; word < digits.size(); ++word) {
      if ((word >> place & 1) != 0) digits[word] = static_cast<std::uint16_t>(digits[word] + power);
    }
    power *= static_cast<std::size_t>(region.digit_values(place));
  }
  return digits;
}

// Regions with as many squares at home share a table: those with 0, 2 and 4.
inline constexpr std::array<Digits, 3> digits_by_home{make_digits(regions[3]), make_digits(regions[0]),
                                                      make_digits(regions[7])};
static_assert(regions[3].home_squares() == 0 && regions[0].home_squares() == 2 && regions[7].home_squares() == 4);

}  // namespace details

// The men are seen by the region's owner.
[[nodiscard]] constexpr int configuration(const Region& region, Squares own_men, Squares enemy_men) {
  const Digits& digits = details::digits_by_home[static_cast<std::size_t>(region.home_squares() / 2)];
  return digits[region.gathered(own_men)] + 2 * digits[region.gathered(enemy_men)];
}

// What the terms of a region are made of (data/term_parts.hpp): the state of each of its squares, of each two of them,
// and of each three that follow each other.
[[nodiscard]] TermParts parts_of_region(std::size_t number);  // in regions

namespace details {

template <std::size_t... Numbers>
[[nodiscard]] consteval std::array<PartsFunction, sizeof...(Numbers)> parts_functions(std::index_sequence<Numbers...>) {
  return {+[] { return parts_of_region(Numbers); }...};
}

}  // namespace details

// Returns the group of the schema of the region of this name.
[[nodiscard]] consteval GroupSpec region_group(std::string_view name, std::string_view meaning) {
  constexpr auto functions = details::parts_functions(std::make_index_sequence<regions.size()>());
  for (std::size_t i = 0; i < regions.size(); ++i) {
    if (regions[i].name == name) return {name, list(regions[i].configurations()), meaning, functions[i]};
  }
  throw "no such region";  // reached only at compile time
}

}  // namespace hone::checkers
