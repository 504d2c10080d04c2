// SPDX-License-Identifier: MIT
//
// Boards on standard output, as its terminal can show them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/game_driver.hpp"
#include "games/board_drawing.hpp"

namespace hone::cli {

// Whether standard output is a terminal, which is not so when a program or a file takes it.
[[nodiscard]] bool shows_on_terminal();

// Colours on a terminal, unless NO_COLOR is set or TERM is "dumb"; symbols of Unicode where the locale of the
// environment is UTF-8; otherwise plain diagrams. The width is that of the terminal.
[[nodiscard]] DrawingStyle style_of_standard_output();

// Whether the environment's locale is UTF-8: the first of LC_ALL, LC_CTYPE and LANG that says something.
[[nodiscard]] bool is_utf8_environment();

// Prints the board with the cells that are to be marked, or the text of the position where the game has no picture.
void print_board(const Board& board, const std::vector<bool>& marked, const DrawingStyle& style);

// "White", "X": what the game calls a player; "first player" where it has no picture.
[[nodiscard]] std::string name_of(const Board& board, Side side);

}  // namespace hone::cli
