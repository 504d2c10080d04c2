// SPDX-License-Identifier: MIT
//
// Breakthrough positions and moves as text, and positions as pictures.
#pragma once

#include <string>
#include <string_view>

#include "games/breakthrough/position.hpp"

namespace hone::breakthrough {

// Throws Error unless the text has the form of to_text and the position can be met: at most sixteen pieces a side, the
// side that has just moved has at least one, and no piece is on its last row except one of that side.
[[nodiscard]] Position parse_position(std::string_view text);
// Writes "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w": the rows from the eighth to the first as in FEN, then the
// side to move.
[[nodiscard]] std::string to_text(const Position& pos);

// Writes "b2c3"; captures are written in the same way.
[[nodiscard]] std::string to_text(Move move);

[[nodiscard]] BoardPicture picture(const Position& pos);

}  // namespace hone::breakthrough
