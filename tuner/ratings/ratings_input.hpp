// SPDX-License-Identifier: MIT
//
// Files with results, told apart by how they begin: game files of hone, PGN, and CSV with a header of the columns
//   first,second,result              one game a line: 1-0, 1/2-1/2, 0-1, or * (unfinished)
//   first,second,wins,draws,losses   many games a line, the first mover's view
// PGN and CSV may be gzip.
#pragma once

#include <filesystem>

#include "tuner/ratings/ratings_games.hpp"

namespace hone {

// Adds the games of the file; throws Error with file and line when it is not in order.
void read_results(const std::filesystem::path& file, RatedGames& games);

}  // namespace hone
