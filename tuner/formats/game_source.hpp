// SPDX-License-Identifier: MIT
//
// Games out of any file that holds some, told apart by its name: hone's own (*.games), PGN of chess (*.pgn), PDN of
// checkers (*.pdn) and plain text (*.txt, see tuner/formats/game_text.hpp); all but the first also gzip (*.gz).
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "data/game_file.hpp"
#include "engine/game_driver.hpp"
#include "tuner/formats/game_text.hpp"

namespace hone::formats {

// A game as it was read, to be understood on any thread: nothing when it has no result. Throws Error with its line, if
// the file has lines, and without a file: the game does not follow the rules.
using UnreadGame = std::function<std::optional<NamedGame>()>;

class GameSource {
 public:
  virtual ~GameSource() = default;

  [[nodiscard]] virtual const GameDriver& driver() const = 0;
  // What the file says of all its games; of PGN nothing but the game.
  [[nodiscard]] virtual const GameFileHeader& header() const = 0;
  // The next game, or nothing at the end. Throws Error when what follows is damaged.
  [[nodiscard]] virtual std::optional<UnreadGame> next() = 0;
};

[[nodiscard]] bool holds_games(const std::filesystem::path& file);  // by its name

// Throws Error when there is no such file, or it is not of the game wanted. Without `wanted` the file says its game.
[[nodiscard]] std::unique_ptr<GameSource> open_games(const std::filesystem::path& file,
                                                     const GameDriver* wanted = nullptr);

}  // namespace hone::formats
