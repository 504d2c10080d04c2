// SPDX-License-Identifier: MIT
//
// What an engine of the Go Text Protocol is told of the position that a game begins with, and of the moves. The games
// are go, and othello, whose programs use the same words.
#pragma once

#include <string>
#include <vector>

#include "data/game_record.hpp"
#include "engine/game_driver.hpp"

namespace hone::play {

// Throws Error for games that the protocol is not spoken in.
void check_gtp_game(const GameDriver& game);

// The commands that empty the engine's board, which tell it of the rules: it may have no such board, or no such komi.
[[nodiscard]] std::vector<std::string> board_commands(const GameDriver& game, const Board& start);

// The moves that make of that board the position that the game begins with. Throws Error for those that the protocol
// has no words for: a ko in go, and in othello all but the usual one.
[[nodiscard]] std::vector<std::string> set_up_commands(const GameDriver& game, const Board& start);

// "play black D4". Empty for the passes of othello, which its programs find by themselves.
[[nodiscard]] std::string play_command(const GameDriver& game, const Board& board, MoveCode move);

}  // namespace hone::play
