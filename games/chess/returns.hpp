// SPDX-License-Identifier: MIT
//
// Moves by how they change the hash: a piece that is no pawn goes from one square to another and takes nothing, and the
// other side is to move. So it is seen at once whether one move leads back to an earlier position.
#pragma once

#include <cstdint>

#include "games/chess/position.hpp"

namespace hone::chess {

// Whether such a move of the side to move, which nothing stands in the way of, changes the hash by this difference.
// Whether its king would be in check is not asked.
[[nodiscard]] bool returns(const Position& pos, std::uint64_t difference);

}  // namespace hone::chess
