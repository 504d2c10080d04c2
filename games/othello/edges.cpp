// SPDX-License-Identifier: MIT
#include "games/othello/edges.hpp"

#include <bit>

namespace hone::othello {
namespace {

using StableTable = std::array<EdgeSet, edge_configurations>;

struct Edge {
  EdgeSet black = 0;
  EdgeSet white = 0;

  [[nodiscard]] constexpr EdgeSet empty() const { return static_cast<EdgeSet>(~(black | white)); }
  [[nodiscard]] constexpr Edge exchanged() const { return {white, black}; }
};

constexpr std::array<std::uint16_t, 256> make_digits() {
  std::array<std::uint16_t, 256> digits{};
  for (std::size_t set = 1; set < 256; ++set) {
    digits[set] = static_cast<std::uint16_t>(digits[set / 2] * 3 + set % 2);
  }
  return digits;
}

constexpr std::array<std::uint16_t, 256> digits = make_digits();

constexpr std::size_t number(Edge edge) {
  return static_cast<std::size_t>(digits[edge.black] + 2 * digits[edge.white]);
}

constexpr Edge edge_of(std::size_t number) {
  Edge edge;
  for (int square = 0; square < 8; ++square, number /= 3) {
    if (number % 3 == 1) edge.black = static_cast<EdgeSet>(edge.black | 1 << square);
    if (number % 3 == 2) edge.white = static_cast<EdgeSet>(edge.white | 1 << square);
  }
  return edge;
}

// Returns the discs of `enemy` that a disc of `own` placed on the square turns over, up to the next own disc.
constexpr EdgeSet turned(EdgeSet own, EdgeSet enemy, int square, int step) {
  int run = 0;
  int at = square + step;
  for (; at >= 0 && at < 8 && (enemy >> at & 1) != 0; at += step) run |= 1 << at;
  const bool closed = at >= 0 && at < 8 && (own >> at & 1) != 0;
  return static_cast<EdgeSet>(closed ? run : 0);
}

constexpr Edge after_black(Edge edge, int square) {
  const int flips = turned(edge.black, edge.white, square, 1) | turned(edge.black, edge.white, square, -1);
  return {static_cast<EdgeSet>(edge.black | flips | 1 << square), static_cast<EdgeSet>(edge.white & ~flips)};
}

// Returns the discs that stay as they are when either side places a disc on the square, now and in all later play. A
// disc may be placed there even if it turns nothing on this edge, because it may turn discs elsewhere.
constexpr EdgeSet stable_after(Edge edge, int square, const StableTable& known) {
  const Edge black = after_black(edge, square);
  const Edge white = after_black(edge.exchanged(), square).exchanged();
  const int kept = (edge.black & black.black & white.black) | (edge.white & black.white & white.white);
  return static_cast<EdgeSet>(kept & known[number(black)] & known[number(white)]);
}

// Returns the table with the configurations of this number of empty squares added. They need those of one fewer.
constexpr StableTable with_level(StableTable table, int empty) {
  for (std::size_t i = 0; i < table.size(); ++i) {
    const Edge edge = edge_of(i);
    if (std::popcount(edge.empty()) != empty) continue;
    EdgeSet stable = static_cast<EdgeSet>(edge.black | edge.white);
    for (int square = 0; square < 8; ++square) {
      if ((edge.empty() >> square & 1) != 0) stable &= stable_after(edge, square, table);
    }
    table[i] = stable;
  }
  return table;
}

// Each level is a constant of its own, because compilers bound the steps that one constant may take.
template <int empty>
constexpr StableTable stable_up_to = with_level(stable_up_to<empty - 1>, empty);
template <>
constexpr StableTable stable_up_to<-1>{};

}  // namespace

constexpr std::array<std::uint16_t, 256> edge_digits = digits;
constexpr StableTable edge_stable = stable_up_to<8>;

}  // namespace hone::othello
