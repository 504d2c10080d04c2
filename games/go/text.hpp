// SPDX-License-Identifier: MIT
//
// The texts of go. A position is the rows from the top, the side to move, the komi, the point of a ko or -, and the
// number of passes just before:
//
//     ...../..X../..XO./...../..... X 25 - 0
//
// Moves are the vertices of the Go Text Protocol: a column, where the letter I is left out, and a row from below; or
// pass. They are read in upper and lower case.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "games/go/position.hpp"

namespace hone::go {

// Throws Error unless the text is a position on a board of this size.
[[nodiscard]] Position parse_position(std::string_view text, int size);
[[nodiscard]] std::string to_text(const Position& pos);

// Returns nothing if the text names no point of a board of this size and is not pass.
[[nodiscard]] std::optional<Move> parse_move(std::string_view text, int size);
[[nodiscard]] std::string to_text(Move move);

// Komi in half points: "7" is 14, "-0.5" is -1. Other fractions are nothing, and so is what exceeds the board.
[[nodiscard]] std::optional<int> parse_komi(std::string_view text, int size);
[[nodiscard]] int require_komi(std::string_view text, int size);  // throws Error where that gives nothing
[[nodiscard]] std::string komi_text(int halves);

[[nodiscard]] BoardPicture picture(const Position& pos);

}  // namespace hone::go
