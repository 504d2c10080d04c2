// SPDX-License-Identifier: MIT
//
// Static exchange evaluation: what captures win, and the order in which to try them. The values are fixed round numbers
// in centi-pawns, chosen so that minor pieces are equal and an exchange is worth two pawns. They order moves and are
// not part of the evaluation, so they are not tuned.
#pragma once

#include <array>

#include "games/chess/position.hpp"

namespace hone::chess {

inline constexpr std::array<int, piece_types> exchange_values{100, 300, 300, 500, 900, 0};  // pawn .. king
[[nodiscard]] constexpr int exchange_value(PieceType type) { return exchange_values[static_cast<std::size_t>(type)]; }

// Returns what the move wins at once: the value of the captured piece and what a promotion adds.
[[nodiscard]] int immediate_gain(const Position& pos, Move move);

// The rank of captures and promotions: the largest gain first, and among equal gains the least valuable capturing piece
// first.
[[nodiscard]] int capture_rank(const Position& pos, Move move);

// Returns whether the sequence of captures on the move's destination, begun by the move, wins at least `threshold`.
// Both sides capture with their least valuable piece, x-rays included, and stop when continuing is worse; a king does
// not capture into an attack; a pawn that captures on the last rank becomes a queen. Pins and checks are ignored.
// Castling wins 0.
[[nodiscard]] bool exchange_at_least(const Position& pos, Move move, int threshold);

}  // namespace hone::chess
