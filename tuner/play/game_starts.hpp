// SPDX-License-Identifier: MIT
//
// Where each game of self-play begins, by its number and its seed alone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "data/weights.hpp"
#include "engine/game_driver.hpp"
#include "engine/opening.hpp"
#include "tuner/play/openings.hpp"
#include "tuner/play/start_options.hpp"
#include "tuner/play/uncertainty.hpp"

namespace hone::play {

struct GameStart {
  Opening opening;
  float weight = 1;  // of the game, where the start was chosen for what it teaches
};

class GameStarts {
 public:
  // Reads the files that the options name. `seed` is that of the games, `openings` says what random plies are like, and
  // `weights` judge what is quiet and what teaches. Throws Error for options out of bounds, files that cannot be read
  // or are of another game, and a book without openings. The driver must outlive this object.
  GameStarts(const GameDriver& driver, const Weights& weights, const StartOptions& options,
             const OpeningOptions& openings, std::uint64_t seed);

  // `game_seed` is that of game `number`. May be called from any thread, with an engine of that thread. Throws Error
  // when no random opening can be found.
  [[nodiscard]] GameStart start(std::uint64_t number, std::uint64_t game_seed, Engine& engine) const;

  // What decides the starts, in words: files by what they hold. Empty where all games begin with random plies from the
  // initial position.
  [[nodiscard]] const std::string& description() const { return description_; }

 private:
  [[nodiscard]] Opening chess960(std::uint64_t game_seed, Engine& engine) const;
  [[nodiscard]] Opening from_book(const Opening& opening, std::uint64_t seed, Engine& engine) const;
  [[nodiscard]] GameStart most_telling(std::uint64_t game_seed, Engine& engine) const;
  [[nodiscard]] Opening candidate(std::uint64_t seed, Engine& engine) const;

  const GameDriver& driver_;
  StartOptions options_;
  OpeningOptions openings_;
  std::vector<Opening> book_;  // in the order in which games take them
  std::vector<Opening> old_;   // the same of old positions
  std::optional<LeverageMeasure> leverage_;
  std::string description_;
};

// The openings of a book, as self-play reads it: of a file "*.games" old positions, drawn by the seed and judged by the
// weights, of any other file what read_openings reads. Throws Error when there are none.
[[nodiscard]] std::vector<Opening> read_book(const GameDriver& driver, const Weights& weights, const std::string& file,
                                             std::uint64_t seed);

}  // namespace hone::play
