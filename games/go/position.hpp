// SPDX-License-Identifier: MIT
//
// A position of go on a board of any size, and a move. Black is the first player.
#pragma once

#include <cstdint>
#include <vector>

#include "games/game.hpp"
#include "games/go/points.hpp"

namespace hone::go {

inline constexpr std::uint8_t no_point = places;  // neither a point nor a move

struct Position {
  Points black;
  Points white;
  std::int16_t komi_halves = 0;  // what White gets beside its area, in half points
  std::uint8_t size = largest_size;
  std::uint8_t ko = no_point;  // where the side to move may not take back a single stone
  std::uint8_t passes = 0;     // in a row just before; two end the game
  Side to_move = Side::first;

  [[nodiscard]] Points board() const { return board_points(size); }
  [[nodiscard]] Points stones(Side side) const { return side == Side::first ? black : white; }
  [[nodiscard]] Points own() const { return stones(to_move); }
  [[nodiscard]] Points enemy() const { return stones(other(to_move)); }
  [[nodiscard]] Points empty() const { return board() & ~(black | white); }

  friend bool operator==(const Position&, const Position&) = default;
};

struct Move {
  std::uint8_t point = no_point;

  friend bool operator==(const Move&, const Move&) = default;
};
inline constexpr Move pass{places + 1};
inline constexpr Move no_move{no_point};  // never legal

// The stones of one side that are joined, and the empty points next to them.
struct Chain {
  Points stones;
  Points liberties;
};
[[nodiscard]] inline Chain chain_at(int point, Points side, Points empty) {
  const Points stones = flooded(bit(point), side);
  return {stones, neighbours(stones, empty)};
}
// Calls visit(chain) for each chain of `side`.
template <class Visit>
void for_each_chain(Points side, Points empty, Visit visit) {
  for (Points left = side; !left.empty();) {
    const Chain chain = chain_at(left.first(), side, empty);
    left &= ~chain.stones;
    visit(chain);
  }
}

// Every chain has a liberty.
[[nodiscard]] bool is_legal_board(Points black, Points white, Points board);

// The points on which the side to move may put a stone; passing is always allowed until the game is over. Suicide and
// the taking back in a ko are forbidden. Boards of earlier in the game are not known here.
[[nodiscard]] Points placements(const Position& pos);
// Those that take a stone.
[[nodiscard]] Points captures(const Position& pos);
// The stones that a stone of the side to move would take on this empty point.
[[nodiscard]] Points captured_at(const Position& pos, int point);

void play(Position& pos, Move move);

[[nodiscard]] inline bool is_over(const Position& pos) { return pos.passes == 2; }

// The area of each side: its stones, and the empty points that are joined to its stones alone.
struct Area {
  Points black;
  Points white;
};
[[nodiscard]] Area area(Points black, Points white, Points board);

// Black's area less White's and less the komi, in half points.
[[nodiscard]] int score_halves(const Position& pos);

[[nodiscard]] std::uint64_t board_hash(const Position& pos);  // of the stones alone
[[nodiscard]] std::uint64_t hash(const Position& pos);

}  // namespace hone::go
