// SPDX-License-Identifier: MIT
//
// Results out of PGN (Portable Game Notation, import format): the tags White, Black and Result of each game. Moves are
// skipped without being understood, so any game and any dialect of moves will do, and none where an empty line follows
// the tags, as in lists of a tournament's games. Round and FEN tell which games came in pairs (game_pairs.hpp); in game
// files of hone it is their numbers and openings.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "data/text_lines.hpp"
#include "tuner/stats/ratings_model.hpp"

namespace hone::formats {

// Streams the games into the collection. Throws Error with file and line for a tag that is not well formed, missing
// or there twice, a result that is none, and a comment without an end. `first` is the first line where that was taken.
void read_pgn_results(TextLines& lines, stats::RatedGames& games, std::optional<std::string> first = std::nullopt);

// Files with results, told apart by how they begin: game files of hone, PGN, SGF (sgf_results.hpp), and CSV with a
// header of the columns
//   first,second,result              one game a line: 1-0, 1/2-1/2, 0-1, or * (unfinished); also a column round
//   first,second,wins,draws,losses   many games a line, the first mover's view
// PGN and CSV may be packed by gzip or zstd.

// Adds the games of the file; throws Error with file and line when it is not in order.
void read_results(const std::filesystem::path& file, stats::RatedGames& games);

}  // namespace hone::formats
