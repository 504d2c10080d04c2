// SPDX-License-Identifier: MIT
//
// Openings from PGN (Portable Game Notation, import format): the first moves of each game. Tags but FEN, comments,
// variations and marks are passed over.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "engine/game_driver.hpp"
#include "engine/opening.hpp"

namespace hone {

// Openings after which the game is over: an error, or as good as any.
enum class FinishedGames : std::uint8_t { refuse, accept };

// At most `plies` moves of each game, all of them without. Throws Error with file and line: a move that is not legal, a
// comment or variation without an end, a game that is over by then unless those are accepted.
[[nodiscard]] std::vector<Opening> read_pgn_openings(const GameDriver& driver, const std::filesystem::path& file,
                                                     std::optional<int> plies,
                                                     FinishedGames finished = FinishedGames::refuse);

}  // namespace hone
