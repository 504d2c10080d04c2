// SPDX-License-Identifier: MIT
//
// Moves as UCI writes them: from, to, promotion letter ("e2e4", "a7a8q"). Castling is the king's move in classical
// positions ("e1g1") and king takes rook in Chess960 ("e1h1").
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "games/chess/position.hpp"

namespace hone::chess {

[[nodiscard]] std::string to_uci(const Position& pos, Move move);

// Returns nothing unless the move is legal. Both forms of castling are understood; a king's move that is legal in
// itself is never read as castling.
[[nodiscard]] std::optional<Move> parse_uci(const Position& pos, std::string_view text);

}  // namespace hone::chess
