// SPDX-License-Identifier: MIT
//
// What captures win: static exchange evaluation and the order in which to try them. Fixed round values, in
// centi-pawns, chosen so that minor pieces are equal and an exchange is worth two pawns: an ordering heuristic, not
// part of the evaluation, and so not tuned.
#pragma once

#include <array>

#include "games/chess/position.hpp"

namespace hone::chess {

inline constexpr std::array<int, piece_types> exchange_values{100, 300, 300, 500, 900, 0};  // pawn .. king
[[nodiscard]] constexpr int exchange_value(PieceType type) { return exchange_values[static_cast<std::size_t>(type)]; }

// What the move wins at once: the captured man, and what a promotion adds.
[[nodiscard]] int immediate_gain(const Position& pos, Move move);

// Captures and promotions: the most valuable gain first, of equal ones that by the least valuable man.
[[nodiscard]] int capture_rank(const Position& pos, Move move);

// Does the sequence of captures on the move's destination that the move starts win at least `threshold`? Both sides
// capture with their least valuable man, x-rays included, and stop when going on is worse; a king does not capture
// into an attack; a pawn that captures on the last rank becomes a queen. Pins and checks are ignored. Castling wins 0.
[[nodiscard]] bool exchange_at_least(const Position& pos, Move move, int threshold);

}  // namespace hone::chess
