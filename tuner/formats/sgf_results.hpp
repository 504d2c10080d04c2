// SPDX-License-Identifier: MIT
//
// Results alone out of SGF, for ratings: PB, PW and RE of each game tree. The moves are not looked at, so that boards
// of any size will do. RO tells which games came in pairs (game_pairs.hpp).
#pragma once

#include <filesystem>
#include <string_view>

#include "tuner/stats/ratings_model.hpp"

namespace hone::formats {

// Whether a file whose first line this is holds game trees.
[[nodiscard]] bool looks_like_sgf(std::string_view line);

// Adds the games of the file. Throws Error with file and line for a fault of the text, a player without a name, and a
// result in another spelling.
void read_sgf_results(const std::filesystem::path& file, stats::RatedGames& games);

}  // namespace hone::formats
