// SPDX-License-Identifier: MIT
//
// Does a move give check? Asked before the move is played, so that a search need not play the moves it gives up.
#pragma once

#include "games/chess/move.hpp"
#include "games/chess/position.hpp"

namespace hone::chess {

[[nodiscard]] bool gives_check(const Position& pos, Move move);  // a legal move

}  // namespace hone::chess
