// SPDX-License-Identifier: MIT
//
// The beginning of a game: a position and the first moves, which were not searched. Also functions to replay a recorded
// game.
#pragma once

#include <cstdint>
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

// Takes the start and the moves, from this hash on. It is the same on every machine.
[[nodiscard]] std::uint64_t hash_of(const Opening& opening, std::uint64_t hash);

// Returns the position after the opening, its moves played as by Board::follow(). Throws Error if the text is not a
// position or a move is not legal.
[[nodiscard]] std::unique_ptr<Board> set_up(const GameDriver& driver, const Opening& opening);

// Returns the position that a recorded game started from, before its opening moves.
[[nodiscard]] std::unique_ptr<Board> start_of(const GameDriver& driver, const GameRecord& game);

// Plays a move that was read from a file, as Board::follow() does. Throws Error if it is not legal.
void play_checked(Board& board, MoveCode move);

}  // namespace hone
