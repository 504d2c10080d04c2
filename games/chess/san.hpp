// SPDX-License-Identifier: MIT
//
// Moves as people write them: Standard Algebraic Notation (PGN standard 8.2.3).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "games/chess/position.hpp"

namespace hone::chess {

// With the least disambiguation, and '+' or '#'. The move must be legal.
[[nodiscard]] std::string to_san(const Position& pos, Move move);

// Nothing unless exactly one legal move fits. Forgiving where people differ: check marks and '!', '?' are not looked
// at, 'x' and '=' may be missing, castling may be written with zeros, more may be said of the origin than needed.
[[nodiscard]] std::optional<Move> parse_san(const Position& pos, std::string_view text);

}  // namespace hone::chess
