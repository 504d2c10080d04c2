// SPDX-License-Identifier: MIT
//
// When a game is over, repetition apart, which needs the past (see HasRepetition in games/game.hpp).
#pragma once

#include <optional>

#include "data/game_record.hpp"
#include "games/chess/position.hpp"

namespace hone::chess {

// Neither side can mate by any sequence of legal moves (FIDE Laws 5.2.2), as far as the men alone decide it: bare
// kings, one minor piece, or only bishops that all stand on one colour. Positions that are dead because the pawns
// are blocked are not recognised.
[[nodiscard]] bool is_dead(const Position& pos);

// Drawn although there are moves: a dead position, or fifty moves.
[[nodiscard]] bool is_drawn(const Position& pos);

// Mate and stalemate (FIDE Laws 5.1.1, 5.2.1), dead positions, and fifty moves (9.3), which here ends the game
// without a claim. Mate on the hundredth half-move counts.
[[nodiscard]] std::optional<Outcome> outcome(const Position& pos, bool has_legal_moves);

}  // namespace hone::chess
