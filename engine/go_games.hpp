// SPDX-License-Identifier: MIT
//
// The games of go, which are one game on boards of several sizes, for protocols and files that name the size.
#pragma once

#include <optional>
#include <string>

#include "engine/game_driver.hpp"
#include "games/go/position.hpp"

namespace hone {

// Rows and columns of its board: 9 of go_9. Nothing for games other than go.
[[nodiscard]] std::optional<int> go_size(const GameDriver& driver);
// Null when there is none of this size.
[[nodiscard]] const GameDriver* find_go(int size);
[[nodiscard]] std::string go_sizes_text();  // "5, 7 or 9"

// What lies on a board of go, whose turn it is, and the komi.
[[nodiscard]] go::Position go_position(const Board& board);
// A board with this position, on which no earlier one is known.
[[nodiscard]] std::unique_ptr<Board> go_board(const go::Position& position);

// The point in a row from below and a column from the left, as moves are spelt: (0, 0) is "A1".
[[nodiscard]] std::string go_point_text(int row, int column);

// The score of a game that is so many half points better for Black: "B+3.5", "W+2", or "0".
[[nodiscard]] std::string go_score_text(int halves);

}  // namespace hone
