// SPDX-License-Identifier: MIT
//
// What a search found, in words.
#pragma once

#include <string>
#include <vector>

#include "engine/game_driver.hpp"

namespace hone {

// "+0.31" in units, or the proved end and its distance in plies: "win in 9", "loss in 4", and where the game grades
// its utility "win by 12 in 9".
[[nodiscard]] std::string score_for_people(const GameDriver& game, Score score);

// "win", "draw" or "loss" of the side to move where the result proves it, otherwise "unknown".
[[nodiscard]] std::string proved_outcome(const SearchResult& result);

// The moves of a line, one after the other from the board.
[[nodiscard]] std::vector<std::string> line_in_protocol(const Board& board, const std::vector<MoveCode>& line);
[[nodiscard]] std::vector<std::string> line_for_people(const Board& board, const std::vector<MoveCode>& line);

[[nodiscard]] double seconds_of(const SearchResult& result);

}  // namespace hone
