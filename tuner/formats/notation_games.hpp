// SPDX-License-Identifier: MIT
//
// What files of text that tell each game by its moves, as PGN, PDN and SGF do, have in common as formats of the table.
// Games are taken from such a file one after the other, and followed by the rules on any thread.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "tuner/formats/formats.hpp"
#include "tuner/formats/game_source.hpp"
#include "tuner/formats/pgn.hpp"

namespace hone::formats {

// Reader: takes games off a file, each with the `bytes` of memory that it takes, such as PgnGames. A game becomes a
// record by a to_record(game, driver) of this namespace.
template <class Reader>
class NotationGames final : public GameSource {
 public:
  using Game = typename decltype(std::declval<Reader&>().next())::value_type;
  // The names of the player who moved first, and of the other.
  using PlayersOf = std::array<std::string, 2> (*)(const Game& game, const GameDriver& driver);

  NotationGames(std::filesystem::path file, const GameDriver& driver, PlayersOf players_of)
      : file_(std::move(file)), games_(file_), driver_(driver), players_of_(players_of) {
    header_.game = driver.name();
  }

  [[nodiscard]] const GameDriver& driver() const override { return driver_; }
  [[nodiscard]] const GameFileHeader& header() const override { return header_; }

  [[nodiscard]] std::optional<UnreadGame> next() override {
    std::optional<Game> game = games_.next();
    if (!game) return std::nullopt;
    const std::size_t bytes = game->bytes;
    return UnreadGame{[this, number = number_++, game = std::move(*game)] { return understood(game, number); }, bytes};
  }

  // The players that the games name; the file is read once more for them.
  [[nodiscard]] std::vector<std::string> players(std::size_t most) const override {
    std::vector<std::string> players;
    std::unordered_set<std::string> known;
    Reader games(file_);
    while (const std::optional<Game> game = games.next()) {
      for (const std::string& name : players_of_(*game, driver_)) {
        if (players.size() <= most && known.insert(name).second) players.push_back(name);
      }
    }
    return players;
  }

 private:
  [[nodiscard]] std::optional<NamedGame> understood(const Game& game, std::uint64_t number) const {
    std::optional<GameRecord> record = to_record(game, driver_);
    if (!record) return std::nullopt;
    record->number = number;
    std::array<std::string, 2> players = players_of_(game, driver_);
    return NamedGame{std::move(*record), std::move(players[0]), std::move(players[1])};
  }

  std::filesystem::path file_;
  Reader games_;
  const GameDriver& driver_;
  PlayersOf players_of_;
  GameFileHeader header_;
  std::uint64_t number_ = 0;
};

// The text of a game; of `players` the record says which moved first. Such as to_pgn.
using NotationText = std::string (*)(const GameDriver& driver, const GameRecord& game,
                                     std::span<const std::string> players, const PgnHeading& heading);

[[nodiscard]] inline Encoder<NamedGame> encoder_of(NotationText text_of, const GameFileHeader& header) {
  return {.head = {},
          .encode = [text_of, &driver = find_driver(header.game), heading = heading_of(header)](const NamedGame& game) {
            const std::vector<std::string> players{game.first, game.second};  // a header cannot name them all
            return text_of(driver, with_numbers(game, players), players, heading);
          }};
}

}  // namespace hone::formats
