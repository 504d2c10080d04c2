// SPDX-License-Identifier: MIT
//
// The moves of a draughts position. A side that can capture must do so; a capture continues as long as it can, and ends
// where a man becomes a king (WCDF, "Rules of draughts", section 1).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "games/checkers/position.hpp"

namespace hone::checkers {

using Path = std::span<const std::uint8_t>;

// The own pieces that may move in this direction: kings, and men forwards.
[[nodiscard]] constexpr Squares movers(const Position& pos, Direction direction) {
  const bool down = direction == Direction::down_left || direction == Direction::down_right;
  return down == (pos.to_move == Side::first) ? pos.own() : pos.own() & pos.kings;
}

// The own pieces that can jump in this direction.
[[nodiscard]] constexpr Squares jumpers(const Position& pos, Direction direction) {
  const Direction back = opposite(direction);
  return step(back, step(back, pos.empty()) & pos.enemy()) & movers(pos, direction);
}

[[nodiscard]] constexpr Squares jumpers(const Position& pos) {
  Squares all = 0;
  for (const Direction direction : directions) all |= jumpers(pos, direction);
  return all;
}

[[nodiscard]] constexpr bool must_capture(const Position& pos) { return jumpers(pos) != 0; }

// Walks over all captures of one piece to their ends. `end(path, captured)` is called where a capture is complete, once
// for every way that leads there; the path holds the squares landed on, without the start.
template <class End>
class JumpWalk {
 public:
  JumpWalk(const Position& pos, int from, End end) : enemy_(pos.enemy()), empty_(pos.empty() | bit(from)), end_(end) {
    for (const Direction direction : directions) {
      ways_[static_cast<std::size_t>(direction)] = (movers(pos, direction) & bit(from)) != 0;
    }
    if ((pos.kings & bit(from)) == 0) last_row_ = king_row(pos.to_move);
    go_on(bit(from), 0, 0);
  }

 private:
  void go_on(Squares here, Squares captured, std::size_t jumps) {
    bool ended = true;
    for (const Direction direction : directions) {
      if (!ways_[static_cast<std::size_t>(direction)]) continue;
      const Squares over = step(direction, here) & enemy_ & ~captured;
      const Squares landing = step(direction, over) & empty_;
      if (landing == 0) continue;
      ended = false;
      path_[jumps] = static_cast<std::uint8_t>(first_of(landing));
      if ((landing & last_row_) != 0) {
        end_(Path(path_).first(jumps + 1), captured | over);
      } else {
        go_on(landing, captured | over, jumps + 1);
      }
    }
    if (ended && jumps > 0) end_(Path(path_).first(jumps), captured);
  }

  // A piece lands on eight squares at most, two rows and columns apart, between which are nine others.
  static constexpr std::size_t most_jumps = 9;

  Squares enemy_;
  Squares empty_;
  Squares last_row_ = 0;  // a man's capture ends there
  std::array<bool, 4> ways_{};
  std::array<std::uint8_t, most_jumps> path_{};
  End end_;
};

template <class List>
void append_jumps(const Position& pos, int from, List& moves) {
  constexpr int least_ring = 4;  // the least number of pieces that can be captured in a ring, in either direction
  const auto first = moves.size();
  JumpWalk(pos, from, [&](Path path, Squares captured) {
    const Move move{captured, static_cast<std::uint8_t>(from), path.back()};
    const bool known =
        popcount(captured) >= least_ring && std::find(moves.begin() + first, moves.end(), move) != moves.end();
    if (!known) moves.push_back(move);
  });
}

template <class List>
void append_captures(const Position& pos, List& moves) {
  for (Squares from = jumpers(pos); from != 0;) append_jumps(pos, pop_first(from), moves);
}

template <class List>
void append_steps(const Position& pos, List& moves) {
  for (const Direction direction : directions) {
    Squares from = movers(pos, direction) & step(opposite(direction), pos.empty());
    while (from != 0) {
      const int square = pop_first(from);
      const int to = first_of(step(direction, bit(square)));
      moves.push_back({0, static_cast<std::uint8_t>(square), static_cast<std::uint8_t>(to)});
    }
  }
}

}  // namespace hone::checkers
