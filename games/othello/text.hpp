// SPDX-License-Identifier: MIT
//
// Othello positions and moves as text, and positions as pictures.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "games/othello/position.hpp"

namespace hone::othello {

// Throws Error unless the text has the form of to_text and the position is possible: the centre is occupied and every
// disc is connected to it, because discs are only placed next to others.
[[nodiscard]] Position parse_position(std::string_view text);
// The squares from a1 to h8, row by row, "X" Black, "O" White, "-" empty; a space; the side to move.
[[nodiscard]] std::string to_text(const Position& pos);

// Reads "d3" or "D3", and "pass", "PA", "PS" or "--". It does not test whether the move is legal.
[[nodiscard]] std::optional<Move> parse_move(std::string_view text);
[[nodiscard]] std::string to_text(Move move);

// A note counts the discs.
[[nodiscard]] BoardPicture picture(const Position& pos);

}  // namespace hone::othello
