// SPDX-License-Identifier: MIT
//
// Decides when a game is over, except by repetition, which needs earlier positions (see HasRepetition in
// games/game.hpp).
#pragma once

#include <optional>

#include "data/game_record.hpp"
#include "games/chess/position.hpp"

namespace hone::chess {

// Whether neither side can mate by any sequence of legal moves (FIDE Laws 5.2.2), as far as the material decides it:
// bare kings, one minor piece, or only bishops that all stand on one colour. Positions that are dead because the pawns
// are blocked are not recognised.
[[nodiscard]] bool is_dead(const Position& pos);

// Whether the game is drawn although there are moves: a dead position, or fifty moves.
[[nodiscard]] bool is_drawn(const Position& pos);

// Mate and stalemate (FIDE Laws 5.1.1, 5.2.1), dead positions, and fifty moves (9.3), which here ends the game
// without a claim. Mate on the hundredth half-move counts.
[[nodiscard]] std::optional<Outcome> outcome(const Position& pos, bool has_legal_moves);

}  // namespace hone::chess
