// SPDX-License-Identifier: MIT
//
// Results out of PGN (Portable Game Notation, import format): of each game the tags White, Black and Result. Moves are
// passed over without being understood, so any game and any dialect of moves will do.
#pragma once

#include "data/text_lines.hpp"
#include "tuner/ratings/ratings_games.hpp"

namespace hone {

// Streams the games into the collection. Throws Error with file and line: a tag that is not well formed, missing or
// there twice, a result that is none, a comment without an end.
void read_pgn_results(TextLines& lines, RatedGames& games);

}  // namespace hone
