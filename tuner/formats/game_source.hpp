// SPDX-License-Identifier: MIT
//
// Games out of any file that holds some, whatever its format (tuner/formats/formats.hpp).
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "data/game_file.hpp"
#include "data/game_record.hpp"
#include "engine/game_driver.hpp"

namespace hone::formats {

// A game with the names of its players, which a record has only as numbers in the header of its file.
struct NamedGame {
  GameRecord record;
  std::string first, second;  // the player who moved first, and the other

  friend bool operator==(const NamedGame&, const NamedGame&) = default;
};

// The names are those that the record's numbers stand for; a number beyond the list is a player without a name.
[[nodiscard]] NamedGame with_names(GameRecord record, const std::vector<std::string>& players);
// The numbers are those of the names in the list; a name that is not in the list gets the number of its last.
[[nodiscard]] GameRecord with_numbers(const NamedGame& game, const std::vector<std::string>& players);

// A game as it was read, to be understood on any thread: nothing when it has no result. Throws Error when the game does
// not follow the rules, with its line, if the file has lines, and without a file.
struct UnreadGame {
  std::function<std::optional<NamedGame>()> understand;
  std::size_t bytes = 0;  // of memory that it takes until then, roughly

  std::optional<NamedGame> operator()() const { return understand(); }
};

class GameSource {
 public:
  virtual ~GameSource() = default;

  [[nodiscard]] virtual const GameDriver& driver() const = 0;
  // What the file says of all its games; PGN says the game alone.
  [[nodiscard]] virtual const GameFileHeader& header() const = 0;
  // The next game, or nothing at the end. Throws Error when what follows is damaged.
  [[nodiscard]] virtual std::optional<UnreadGame> next() = 0;
  // The names of all players, those beyond the first `most` perhaps left out. May read the whole file.
  [[nodiscard]] virtual std::vector<std::string> players(std::size_t most) const;
};

// The games of a source (tuner/formats/source.hpp). Throws Error when there is no such file, or it is not of the game
// wanted. Without `wanted` the file says its game.
[[nodiscard]] std::unique_ptr<GameSource> open_games(const std::filesystem::path& source,
                                                     const GameDriver* wanted = nullptr);

}  // namespace hone::formats
