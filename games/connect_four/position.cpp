// SPDX-License-Identifier: MIT
#include "games/connect_four/position.hpp"

#include <algorithm>

#include "games/grid_text.hpp"
#include "games/refusal.hpp"

namespace hone::connect_four {
namespace {

bool is_move_string(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '1' && c <= '7'; });
}

Position play_moves(std::string_view text) {
  Position pos;
  for (const char digit : text) {
    const Move move{static_cast<std::uint8_t>(digit - '1')};
    if (has_four(pos.theirs())) reject("no move after four in a line", text);
    if ((landings(pos.occupied()) & column(move.col)) == 0) reject("at most six moves in a column", text);
    play(pos, move);
  }
  return pos;
}

// Returns whether the marks of the side that has just moved could have been without four one move ago.
bool is_fresh(const Position& pos) {
  for (int col = 0; col < cols; ++col) {
    const Squares top = std::bit_floor(pos.occupied() & column(col));
    if ((pos.theirs() & top) != 0 && !has_four(pos.theirs() & ~top)) return true;
  }
  return !has_four(pos.theirs());
}

}  // namespace

Position parse_position(std::string_view text) {
  if (is_move_string(text)) return play_moves(text);
  const Position pos = position_of<Position>(parse_fallen_grid(text, rows, cols), bit);
  if (has_four(pos.mine())) reject("no four of the side to move", text);
  if (!is_fresh(pos)) reject("only fours that the last move has completed", text);
  return pos;
}

std::string to_text(const Position& pos) { return hone::to_text(grid_of(pos, rows, cols, bit)); }

BoardPicture picture(const Position& pos) {
  return with_marks(numbered_columns(rows, cols), grid_of(pos, rows, cols, bit), "●", "●");
}

}  // namespace hone::connect_four
