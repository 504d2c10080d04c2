// SPDX-License-Identifier: MIT
//
// Draughts positions and moves as text, PDN (portable draughts notation), and positions as pictures.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "games/checkers/position.hpp"

namespace hone::checkers {

// The side to move, White's squares and Black's, kings after a K: "B:W21,22,K30:B1,2". Then ":H12", plies without a
// capture or a man's move, unless there are none. The colours may be exchanged, ranges (21-32) and a full stop at the
// end are read. Throws Error when a square is taken twice, a man stands on its king row, a side has more than twelve
// pieces, or the side that has just moved has none.
[[nodiscard]] Position parse_position(std::string_view text);
[[nodiscard]] std::string to_text(const Position& pos);

// A move is written "11-15", and a capture with every square landed on: "22x15x8". Both are read with '-', 'x' or ':',
// and captures with first and last square only if that is unambiguous. Returns nothing unless the move is legal.
[[nodiscard]] std::optional<Move> parse_move(const Position& pos, std::string_view text);
[[nodiscard]] std::string to_text(const Position& pos, Move move);

// The 32 squares have their numbers as names. Letters are b and w for men, B and W for kings.
[[nodiscard]] BoardPicture picture(const Position& pos);

}  // namespace hone::checkers
