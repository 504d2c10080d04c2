// SPDX-License-Identifier: MIT
#include "games/checkers/runaway.hpp"

#include <algorithm>
#include <vector>

#include "games/checkers/movegen.hpp"

namespace hone::checkers {
namespace {

std::vector<Position> followers(const Position& pos) {
  std::vector<Move> moves;
  append_captures(pos, moves);
  if (moves.empty()) append_steps(pos, moves);
  std::vector<Position> next(moves.size(), pos);
  for (std::size_t i = 0; i < moves.size(); ++i) play(next[i], moves[i]);
  return next;
}

// Whether Black's only piece has been stopped, or will be according to the table.
bool is_stopped(const StopperTable& table, const Position& pos) {
  if (pos.black == 0) return true;
  if ((pos.black & pos.kings) != 0) return false;
  const Stoppers& found = table(first_of(pos.black), pos.to_move == Side::first);
  return (pos.white & (pos.kings != 0 ? found.kings : found.men)) != 0;
}

// The same question one move earlier. A blocked man is stopped; a blocked enemy stops nothing.
bool will_be_stopped(const StopperTable& table, const Position& pos) {
  const std::vector<Position> next = followers(pos);
  const auto stopped = [&](const Position& after) { return is_stopped(table, after); };
  return pos.to_move == Side::first ? std::ranges::all_of(next, stopped) : std::ranges::any_of(next, stopped);
}

// A man only moves down, so the table is made from the bottom up. At each square the enemy's move is computed after the
// man's move, to which it leads.
StopperTable make_stoppers() {
  StopperTable table{};
  for (int square = first_of(bottom_row) - 1; square >= 0; --square) {
    const Squares man = bit(square);
    for (const Side side : {Side::first, Side::second}) {
      Stoppers& found = table.squares[static_cast<std::size_t>(square)][side == Side::first ? 1 : 0];
      for (Squares enemies = ~man; enemies != 0;) {
        const Squares enemy = bit(pop_first(enemies));
        if (will_be_stopped(table, {man, enemy, enemy, side, 0})) found.kings |= enemy;
        if ((enemy & top_row) == 0 && will_be_stopped(table, {man, enemy, 0, side, 0})) found.men |= enemy;
      }
    }
  }
  return table;
}

}  // namespace

const StopperTable& stoppers() {
  static const StopperTable table = make_stoppers();
  return table;
}

}  // namespace hone::checkers
