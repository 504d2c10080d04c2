// SPDX-License-Identifier: MIT
//
// A recorded game as PGN (Portable Game Notation, export format). Each searched move is followed by its score in the
// mover's view, the depth and the time, as far as they were kept; the last move also by the reason why the game ended:
//
//     1. e4 {book} e5 {book} 2. Nf3 {+0.31/12 0.045s} Nc6 {-0.28/11 0.050s} ... 40. Qg7# {+M1/9 0.001s} {win} 1-0
//
// Rating programs read it. Games of checkers become PDN, its sister, where Black moves first and "1-0" is Black's win;
// tuner/formats/pdn.hpp reads it.
#pragma once

#include <span>
#include <string>

#include "data/game_record.hpp"
#include "engine/game_driver.hpp"

namespace hone::formats {

[[nodiscard]] const char* result_text(const Outcome& outcome);  // "1-0", "0-1" or "1/2-1/2"

// `players` are those of the game file; the record says which of them moved first.
[[nodiscard]] std::string to_pgn(const GameDriver& driver, const GameRecord& game,
                                 std::span<const std::string> players);

}  // namespace hone::formats
