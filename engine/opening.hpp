// SPDX-License-Identifier: MIT
//
// Where a game starts from: a position and the first moves, which nobody searched. Also playing a recorded
// game through again.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "data/game_record.hpp"
#include "engine/game_driver.hpp"

namespace hone {

struct Opening {
  std::string start;  // position text; empty: the game's initial position
  std::vector<MoveCode> moves;

  friend bool operator==(const Opening&, const Opening&) = default;
};

// The position after the opening. Throws Error when the text is no position or a move is not legal.
[[nodiscard]] std::unique_ptr<Board> set_up(const GameDriver& driver, const Opening& opening);

// The position a record started from, before its opening moves.
[[nodiscard]] std::unique_ptr<Board> start_of(const GameDriver& driver, const GameRecord& game);

// Plays a move that came from a file. Throws Error when it is not legal.
void play_checked(Board& board, MoveCode move);

}  // namespace hone
