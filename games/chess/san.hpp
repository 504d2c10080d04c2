// SPDX-License-Identifier: MIT
//
// Moves in Standard Algebraic Notation (PGN standard 8.2.3).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "games/chess/position.hpp"

namespace hone::chess {

// Writes a move with the least disambiguation and '+' or '#'. The move must be legal.
[[nodiscard]] std::string to_san(const Position& pos, Move move);

// Returns nothing unless exactly one legal move fits. Common variations are accepted: check marks and '!', '?' are
// ignored, 'x' and '=' may be missing, castling may be written with zeros, and the origin may be given in more detail
// than needed.
[[nodiscard]] std::optional<Move> parse_san(const Position& pos, std::string_view text);

}  // namespace hone::chess
