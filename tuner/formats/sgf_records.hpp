// SPDX-License-Identifier: MIT
//
// Games of go out of SGF as records. A game that tuner/formats/sgf.hpp wrote comes back but for what adjudication would
// have given, the size of a win that was not counted on the board, which becomes 1, the control characters of its note,
// and its seed, which is made of its start and its moves, so that equal games have equal seeds; games of other programs
// do as far as they say what a record keeps.
//
// A game begins on the board that AB, AW, AE, PL and KM set up before the first move; without KM the komi is 0. Where
// one side moves twice in a row, the other passes in between, which ends the game after a pass. What is played after
// two passes is not read.
//
// Whoever gave up, or lost on time or by forfeit, has lost, whatever is on the board. A result in points is compared
// with the area on the board where two passes have ended the game: if they agree on the winner, it is the board's. If
// they do not, stones are on the board that the players agreed to be dead, and the result is theirs; of a game that
// hone wrote it is an error.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "data/game_record.hpp"
#include "engine/game_driver.hpp"
#include "engine/opening.hpp"
#include "tuner/formats/sgf_text.hpp"

namespace hone::formats {

// Black and White; a name is empty when the game has none.
[[nodiscard]] std::array<std::string, 2> players_of(const SgfGame& game);

// 1 if Black has won, -1 if White has, 0 if nobody has; nothing where RE says that there is no result. Throws
// Contradiction (data/faults.hpp), with the line but without a file, for another spelling.
[[nodiscard]] std::optional<int> winner_of(const SgfGame& game);

// The game on a board of its size. Throws Error, with the line in it but without a file, where that is not go, or on a
// board of a size that hone has no game of.
[[nodiscard]] const GameDriver& driver_of(const SgfGame& game);

struct SgfPlay {
  Opening opening;                        // with all moves of the game
  std::vector<std::size_t> added_passes;  // numbers of the moves that the file does not have, as one side moved twice
};

// A game with or without a result. Throws Error as to_record does.
[[nodiscard]] SgfPlay to_play(const SgfGame& game, const GameDriver& driver);

// Nothing for a game without a result (RE missing or empty, "?", "Void"). The number and the players are left at 0.
// Throws Error with the line in it but without a file, for a fault of the text, another board than the driver's, a move
// that is not legal, stones that are set up after a move, or a result that is none.
[[nodiscard]] std::optional<GameRecord> to_record(const SgfGame& game, const GameDriver& driver);

}  // namespace hone::formats
