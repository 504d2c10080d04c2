// SPDX-License-Identifier: MIT
//
// Openings from PGN (Portable Game Notation, import format): the first moves of each game. Tags but FEN, comments,
// variations and marks are passed over.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "engine/game_driver.hpp"
#include "engine/opening.hpp"

namespace hone {

// At most `plies` moves of each game, all of them without. Throws Error with file and line: a move that is not legal, a
// comment or variation without an end, a game that is over by then.
[[nodiscard]] std::vector<Opening> read_pgn_openings(const GameDriver& driver, const std::filesystem::path& file,
                                                     std::optional<int> plies);

}  // namespace hone
