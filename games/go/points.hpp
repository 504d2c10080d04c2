// SPDX-License-Identifier: MIT
//
// Sets of points of a board of up to 9 x 9. Whatever the size of the board, a row has ten places, of which those past
// the board's last column stay empty, so that a step to the left or to the right never leads into another row. Point p
// is bit p, counted from the lower left corner:
//
//       A  B  C  D  E  F  G  H  J
//   3 |20 21 22 23 24 ...              column_of(p) = p % 10      right = +1
//   2 |10 11 12 13 14 ...              row_of(p)    = p / 10      up    = +10
//   1 | 0  1  2  3  4  5  6  7  8
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace hone::go {

inline constexpr int largest_size = 9;
inline constexpr int row_places = largest_size + 1;
inline constexpr int places = largest_size * row_places;  // of points in a set

[[nodiscard]] constexpr int point_at(int row, int column) { return row * row_places + column; }
[[nodiscard]] constexpr int row_of(int point) { return point / row_places; }
[[nodiscard]] constexpr int column_of(int point) { return point % row_places; }

class Points {
 public:
  __extension__ using Word = unsigned __int128;

  constexpr Points() = default;
  constexpr explicit Points(Word word) : word_(word) {}

  [[nodiscard]] constexpr std::uint64_t low() const { return static_cast<std::uint64_t>(word_); }
  [[nodiscard]] constexpr std::uint64_t high() const { return static_cast<std::uint64_t>(word_ >> 64); }
  [[nodiscard]] constexpr bool empty() const { return word_ == 0; }
  [[nodiscard]] constexpr int count() const { return std::popcount(low()) + std::popcount(high()); }
  [[nodiscard]] constexpr bool is_single() const { return word_ != 0 && (word_ & (word_ - 1)) == 0; }
  [[nodiscard]] constexpr bool contains(int point) const { return (word_ >> point & 1) != 0; }
  // The lowest point of a set that is not empty.
  [[nodiscard]] constexpr int first() const {
    return low() != 0 ? std::countr_zero(low()) : 64 + std::countr_zero(high());
  }
  // Removes it from the set.
  constexpr int pop_first() {
    const int point = first();
    word_ &= word_ - 1;
    return point;
  }

  friend constexpr bool operator==(Points, Points) = default;
  friend constexpr Points operator&(Points a, Points b) { return Points(a.word_ & b.word_); }
  friend constexpr Points operator|(Points a, Points b) { return Points(a.word_ | b.word_); }
  friend constexpr Points operator^(Points a, Points b) { return Points(a.word_ ^ b.word_); }
  friend constexpr Points operator~(Points a) { return Points(~a.word_); }
  friend constexpr Points operator<<(Points a, int shift) { return Points(a.word_ << shift); }
  friend constexpr Points operator>>(Points a, int shift) { return Points(a.word_ >> shift); }
  constexpr Points& operator&=(Points b) { return *this = *this & b; }
  constexpr Points& operator|=(Points b) { return *this = *this | b; }
  constexpr Points& operator^=(Points b) { return *this = *this ^ b; }

 private:
  Word word_ = 0;
};

[[nodiscard]] constexpr Points bit(int point) { return Points(Points::Word{1} << point); }

// The points of a board, by its size.
inline constexpr std::array<Points, largest_size + 1> boards = [] {
  std::array<Points, largest_size + 1> sets{};
  for (int size = 1; size <= largest_size; ++size) {
    for (int row = 0; row < size; ++row) {
      for (int column = 0; column < size; ++column) {
        sets[static_cast<std::size_t>(size)] |= bit(point_at(row, column));
      }
    }
  }
  return sets;
}();
[[nodiscard]] constexpr Points board_points(int size) { return boards[static_cast<std::size_t>(size)]; }

// The set with the points next to it, as far as they are `within`.
[[nodiscard]] constexpr Points grown(Points set, Points within) {
  return (set | set << 1 | set >> 1 | set << row_places | set >> row_places) & within;
}
// The points next to a point of the set. Some of them may be in the set.
[[nodiscard]] constexpr Points neighbours(Points set, Points within) {
  return (set << 1 | set >> 1 | set << row_places | set >> row_places) & within;
}
[[nodiscard]] constexpr Points diagonals(Points set, Points within) {
  const Points row = set << 1 | set >> 1;
  return (row << row_places | row >> row_places) & within;
}
// All points of `within` that are joined to the set by points of `within`.
[[nodiscard]] constexpr Points flooded(Points set, Points within) {
  set &= within;
  for (Points before; before != set;) {
    before = set;
    set = grown(set, within);
  }
  return set;
}

}  // namespace hone::go
