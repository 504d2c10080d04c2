// SPDX-License-Identifier: MIT
//
// Games of PGN and PDN as records. A game that tuner/formats/pgn.hpp wrote comes back but for its seed, what
// adjudication would have given, and the braces and control characters of its note; games of other programs do as far
// as they say what a record keeps. An illegal move that has lost the game is not kept, as in our own records.
//
// Scores are taken from comments like {+0.31/12 0.08s} or {-M5/20}: pawns, mover's view. The moves up to the last with
// the comment {book} are the opening. As a game has no seed there, it gets one from its start and its moves, so that
// equal games have equal seeds.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "data/game_record.hpp"
#include "engine/game_driver.hpp"
#include "engine/opening.hpp"
#include "tuner/formats/pgn_text.hpp"

namespace hone::formats {

// The players of a game in order of moving; a name is empty when the game has no tag for it. In checkers Black moves
// first.
[[nodiscard]] std::array<std::string, 2> players_of(const PgnGame& game, const GameDriver& driver);

// Nothing for a game without a result ("*"). The number and the players are left at 0. Throws Error with the line in it
// but without a file, for a fault of the text, a move that is not legal, or a result that is none.
[[nodiscard]] std::optional<GameRecord> to_record(const PgnGame& game, const GameDriver& driver);

// Openings from PGN (Portable Game Notation, import format): the first moves of each game. Tags other than FEN,
// comments, variations and marks are skipped.

// Whether openings after which the game is over are an error, or as good as any other.
enum class FinishedGames : std::uint8_t { refuse, accept };

// The first `plies` moves of each game, or all of them. Throws Error with file and line for a move that is not legal, a
// comment or variation without an end, and a game that is over by then unless those are accepted.
[[nodiscard]] std::vector<Opening> read_pgn_openings(const GameDriver& driver, const std::filesystem::path& file,
                                                     std::optional<int> plies,
                                                     FinishedGames finished = FinishedGames::refuse);

}  // namespace hone::formats
