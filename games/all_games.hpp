// SPDX-License-Identifier: MIT
//
// The games. A new one is an include and a name here; order is the order of every listing.
#pragma once

#include "games/checkers/checkers.hpp"
#include "games/chess/chess.hpp"
#include "games/othello/othello.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"

namespace hone {

template <class... Games>
struct GameList {};

using AllGames = GameList<TicTacToe, Othello, Checkers, Chess>;

}  // namespace hone
