// SPDX-License-Identifier: MIT
//
// Games out of any file that holds some, whatever its format (tuner/formats/formats.hpp).
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
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

// The names are those that the record's numbers stand for, and empty where the list is. Throws Error for a number
// beyond the list.
[[nodiscard]] NamedGame with_names(GameRecord record, const std::vector<std::string>& players);
// The numbers are those of the names in the list; a name that is not in the list gets the number of its last.
[[nodiscard]] GameRecord with_numbers(const NamedGame& game, const std::vector<std::string>& players);

// The end of a game whose file says who won: 1 the first player, -1 the second, 0 nobody. The rules say the size of a
// win and, where they have ended the game, why it ended; otherwise that is `reason`, or an agreed draw. A draw by the
// rules may have been lost in another way, on time or because nobody claimed it. Throws Error when the loser has won on
// the board; `found` is the file's word for the result.
[[nodiscard]] Outcome outcome_after(const Board& last, int winner, EndReason reason, std::string_view found = {});

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

// The next games, enough for several threads and few enough for little memory, whatever their size; none at the end.
[[nodiscard]] std::vector<UnreadGame> next_games(GameSource& source);

}  // namespace hone::formats
