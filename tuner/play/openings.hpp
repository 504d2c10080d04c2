// SPDX-License-Identifier: MIT
//
// Openings for games: random moves that lead to a balanced position, or a suite read from a file.
//
// What is learnt from must not be judged by: every position belongs to one half of all positions, by one bit of
// its mixed hash. Training openings end in the one half and judging openings in the other, so that no game
// of a match starts from a position that a training game started from, whatever the seeds.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/game_driver.hpp"
#include "engine/opening.hpp"
#include "tuner/formats/pgn_records.hpp"

namespace hone::play {

enum class OpeningUse : std::uint8_t { training, judging };

struct OpeningOptions {
  int min_plies = 8;  // random plies; the number is drawn from min_plies .. max_plies
  int max_plies = 9;
  Score bound = 150;  // centi-units; the searched score stays within +-bound
  Limits limits;      // of that search
  int attempts = 10'000;
  OpeningUse use = OpeningUse::training;

  void validate() const;  // throws Error naming the bound that is broken
};

// The defaults, with fewer plies for a game that is over soon, and a search of 1,000 nodes that does not look to the
// end of such a game: where most openings are won, there would be hardly any left.
[[nodiscard]] OpeningOptions default_openings(const GameDriver& driver, OpeningUse use);

// The half that a position belongs to.
[[nodiscard]] OpeningUse use_of(const Board& board);

// The same for the same seed, options and weights of the engine. The position is never a finished game, and its
// score is not decided. Throws Error when none was found in so many attempts.
[[nodiscard]] Opening random_opening(const GameDriver& driver, Engine& engine, std::uint64_t seed,
                                     const OpeningOptions& options);

// A file of games, "*.pgn", "*.pgn.gz" (see pgn_openings.hpp) or, of checkers, "*.pdn": the first `plies` moves of
// each, all of them without. Otherwise one position a line: the game's position text, or EPD with operations behind it;
// empty lines and lines that begin with '#' are skipped. Throws Error with file and line.
[[nodiscard]] std::vector<Opening> read_openings(const GameDriver& driver, const std::filesystem::path& file,
                                                 std::optional<int> plies = {},
                                                 formats::FinishedGames finished = formats::FinishedGames::refuse);

// In an order that depends on the seed alone.
void shuffle_openings(std::vector<Opening>& openings, std::uint64_t seed);

}  // namespace hone::play
