// SPDX-License-Identifier: MIT
//
// Parts of a position that outlast many moves, as hashes for tables of the search, and the squares that a side attacks.
#pragma once

#include <array>
#include <cstdint>

#include "games/chess/bitboard.hpp"
#include "games/chess/piece.hpp"
#include "games/chess/position.hpp"

namespace hone::chess {

// The hashes of the pawns of both sides, of White's other men, and of Black's.
[[nodiscard]] std::array<std::uint64_t, 3> structures(const Position& pos);

// The squares that the side attacks, those of its own men included.
[[nodiscard]] Bitboard attacked_by(const Position& pos, Side side);

}  // namespace hone::chess
