// SPDX-License-Identifier: MIT
//
// Openings for games: random moves that lead to a balanced position, or a suite read from a file.
//
// Games that judge must not repeat games that were learnt from. Every position belongs to one of two halves of all
// positions, by one bit of its mixed hash. Random training openings end in one half and judging openings in the other,
// so that no game of a match starts from a position that a training game started from, whatever the seeds. A book that
// training games start from is played as it is; matches can be told to avoid its positions.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "engine/game_driver.hpp"
#include "engine/opening.hpp"
#include "tuner/formats/pgn_records.hpp"

namespace hone::play {

//
// A run with a pool of opponents keeps apart three uses: the judging half is parted again, by the next bit, into a
// quarter for its gates and one for the pool.
enum class OpeningUse : std::uint8_t { training, judging, gate, pool };

struct OpeningOptions {
  int min_plies = 8;  // random plies; the number is drawn from min_plies .. max_plies
  int max_plies = 9;
  Score bound = 150;  // centi-units; the searched score stays within +-bound
  Limits limits;      // of that search
  int attempts = 10'000;
  OpeningUse use = OpeningUse::training;
  // Hashes of positions that no opening may end in; null: none. Says nothing in describe(), as what makes the set does.
  std::shared_ptr<const std::unordered_set<std::uint64_t>> avoided = nullptr;
  std::string komi = {};  // of the initial position; empty: the usual one, or a game without komi

  void validate() const;  // throws Error naming the bound that is broken
};

// The defaults for a game. A short game has fewer plies and a shallower search, because a search of 1,000 nodes that
// sees to the end of such a game would find most openings won and leave hardly any.
[[nodiscard]] OpeningOptions default_openings(const GameDriver& driver, OpeningUse use);

// The text of the initial position with this komi; empty if the komi is. Throws Error, which begins with --komi, if the
// text is no komi or the game has none.
[[nodiscard]] std::string start_with_komi(const GameDriver& driver, const std::string& komi);

// The half that a position belongs to: training or judging.
[[nodiscard]] OpeningUse use_of(const Board& board);
// Whether the position is in the half, or in the quarter, of this use.
[[nodiscard]] bool is_for(const Board& board, OpeningUse use);
[[nodiscard]] const char* to_string(OpeningUse use);  // "training", "judging", "gate", "pool"

// Depends only on the seed, the options and the weights of the engine. The game is not over in the position, and its
// score is not decided. Throws Error when OpeningOptions::attempts find none.
[[nodiscard]] Opening random_opening(const GameDriver& driver, Engine& engine, std::uint64_t seed,
                                     const OpeningOptions& options);

// The same with the random plies after those of `base`, which must be legal and must not end the game. Nothing when
// OpeningOptions::attempts find none.
[[nodiscard]] std::optional<Opening> extended_opening(const GameDriver& driver, Engine& engine, std::uint64_t seed,
                                                      const OpeningOptions& options, const Opening& base);

// From a file of games, "*.pgn", "*.pgn.gz", "*.pgn.zst" (see tuner/formats/pgn_records.hpp), for checkers "*.pdn", for
// go "*.sgf" or for othello "*.wtb", the first `plies` moves of each game, or all of them without that number. From a
// Polyglot book, "*.bin", lines of that many plies or 16, drawn by `seed` (see polyglot_book.hpp). Any other file has
// one position per line, as the game's position text or as EPD with its operations; empty lines and lines that begin
// with '#' are skipped. Throws Error with file and line.
[[nodiscard]] std::vector<Opening> read_openings(const GameDriver& driver, const std::filesystem::path& file,
                                                 std::optional<int> plies = {},
                                                 formats::FinishedGames finished = formats::FinishedGames::refuse,
                                                 std::uint64_t seed = 1);

// Puts the openings in an order that depends on the seed alone.
void shuffle_openings(std::vector<Opening>& openings, std::uint64_t seed);

}  // namespace hone::play
