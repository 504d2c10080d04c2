// SPDX-License-Identifier: MIT
//
// Tells whether a move gives check before it is played, so that a search need not play moves that it prunes.
#pragma once

#include "games/chess/move.hpp"
#include "games/chess/position.hpp"

namespace hone::chess {

[[nodiscard]] bool gives_check(const Position& pos, Move move);  // a legal move

}  // namespace hone::chess
