// SPDX-License-Identifier: MIT
//
// The games. A new game needs one include and one name here; the order is that of every listing.
#pragma once

#include "games/breakthrough/breakthrough.hpp"
#include "games/checkers/checkers.hpp"
#include "games/chess/chess.hpp"
#include "games/connect_four/connect_four.hpp"
#include "games/connect_three/connect_three.hpp"
#include "games/go/go.hpp"
#include "games/othello/othello.hpp"
#include "games/tic_tac_toe/tic_tac_toe.hpp"

namespace hone {

template <class... Games>
struct GameList {};

using AllGames = GameList<TicTacToe, ConnectThree, ConnectFour, Breakthrough, Othello, Checkers, Chess, Go5, Go7, Go9>;

}  // namespace hone
