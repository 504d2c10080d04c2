// SPDX-License-Identifier: MIT
//
// Games of PGN and PDN as records: what tuner/formats/pgn.hpp writes comes back, and games of other programs do as far
// as they say what a record keeps.
//
// Scores are taken from comments like {+0.31/12 0.08s} or {-M5/20}: pawns, mover's view. The moves up to the last with
// the comment {book} are the opening. A game without a seed gets one from its start and its moves, so that equal games
// have equal seeds.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "data/game_record.hpp"
#include "engine/game_driver.hpp"
#include "tuner/formats/pgn_text.hpp"

namespace hone {

// The players of a game in order of moving; empty without the tag. In checkers Black moves first.
[[nodiscard]] std::array<std::string, 2> players_of(const PgnGame& game, const GameDriver& driver);

// Nothing for a game without a result ("*"). number and players are left at 0. Throws Error with the line in it but
// without a file: a fault of the text, a move that is not legal, a result that is none.
[[nodiscard]] std::optional<GameRecord> to_record(const PgnGame& game, const GameDriver& driver);

}  // namespace hone
