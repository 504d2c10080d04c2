// SPDX-License-Identifier: MIT
//
// A recorded game as PGN (Portable Game Notation, export format), with the score of each searched move as a comment,
// mover's view: "1. e4 {+0.31} e5 {-0.28}". Rating programs read it. Games of checkers become PDN, its sister, where
// Black moves first and "1-0" is Black's win; tuner/pdn.hpp reads it.
#pragma once

#include <span>
#include <string>

#include "data/game_record.hpp"
#include "engine/game_driver.hpp"

namespace hone {

// `players` are those of the game file; the record says which of them moved first.
[[nodiscard]] std::string to_pgn(const GameDriver& driver, const GameRecord& game,
                                 std::span<const std::string> players);

}  // namespace hone
