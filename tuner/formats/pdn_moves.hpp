// SPDX-License-Identifier: MIT
//
// Moves of checkers that PDN does not give whole.
//
// A capture may be told by its first and last squares only, "10x26". Where several captures have these ends, the moves
// that follow tell which one was played. A blank may stand before a square: "5x 14".
#pragma once

#include <span>
#include <string_view>

#include "engine/game_driver.hpp"
#include "tuner/formats/pgn_text.hpp"

namespace hone::formats {

// Spells such moves with all their squares. What cannot be read stays as it is, and is found again by whoever plays the
// moves. Throws Error with the line, without a file, when the moves that follow fit several captures.
void spell_out_captures(const Board& start, std::span<PgnMove> moves);

// Whether a word is the rest of a move that was cut behind its '-', 'x' or ':'.
[[nodiscard]] bool continues_move(std::string_view word, std::string_view before);

}  // namespace hone::formats
