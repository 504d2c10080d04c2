// SPDX-License-Identifier: MIT
//
// Othello positions and moves as text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "games/othello/position.hpp"

namespace hone::othello {

// Throws Error unless the text has the form of to_text and a position can be like that: the centre occupied, and each
// disc joined to it by others, for a disc is only ever placed next to another.
[[nodiscard]] Position parse_position(std::string_view text);
// The squares from a1 to h8, row by row, "X" Black, "O" White, "-" empty; a space; the side to move.
[[nodiscard]] std::string to_text(const Position& pos);

// "d3", also "D3"; "pass", also "PA", "PS" or "--". No test whether it is legal.
[[nodiscard]] std::optional<Move> parse_move(std::string_view text);
[[nodiscard]] std::string to_text(Move move);

}  // namespace hone::othello
