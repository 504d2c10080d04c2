// SPDX-License-Identifier: MIT
//
// PGN of chess and PDN of checkers as formats of the table.
#include <array>
#include <unordered_set>
#include <utility>

#include "tuner/formats/formats.hpp"
#include "tuner/formats/pgn.hpp"
#include "tuner/formats/pgn_records.hpp"
#include "tuner/formats/pgn_text.hpp"

namespace hone::formats {

namespace {

class NotationGames final : public GameSource {
 public:
  NotationGames(std::filesystem::path file, const GameDriver& driver)
      : file_(std::move(file)), games_(file_), driver_(driver) {
    header_.game = driver.name();
  }

  [[nodiscard]] const GameDriver& driver() const override { return driver_; }
  [[nodiscard]] const GameFileHeader& header() const override { return header_; }

  [[nodiscard]] std::optional<UnreadGame> next() override {
    std::optional<PgnGame> game = games_.next();
    if (!game) return std::nullopt;
    const std::size_t bytes = game->bytes;
    return UnreadGame{[this, number = number_++, game = std::move(*game)] { return understood(game, number); }, bytes};
  }

  // The players that the tags name; the file is read once more for them.
  [[nodiscard]] std::vector<std::string> players(std::size_t most) const override {
    std::vector<std::string> players;
    std::unordered_set<std::string> known;
    PgnGames games(file_);
    while (const std::optional<PgnGame> game = games.next()) {
      for (const std::string& name : players_of(*game, driver_)) {
        if (players.size() <= most && known.insert(name).second) players.push_back(name);
      }
    }
    return players;
  }

 private:
  [[nodiscard]] std::optional<NamedGame> understood(const PgnGame& game, std::uint64_t number) const {
    std::optional<GameRecord> record = to_record(game, driver_);
    if (!record) return std::nullopt;
    record->number = number;
    std::array<std::string, 2> players = players_of(game, driver_);
    return NamedGame{std::move(*record), std::move(players[0]), std::move(players[1])};
  }

  std::filesystem::path file_;
  PgnGames games_;
  const GameDriver& driver_;
  GameFileHeader header_;
  std::uint64_t number_ = 0;
};

}  // namespace

std::unique_ptr<GameSource> open_pgn_games(const std::filesystem::path& file) {
  return std::make_unique<NotationGames>(file, find_driver("chess"));
}

std::unique_ptr<GameSource> open_pdn_games(const std::filesystem::path& file) {
  return std::make_unique<NotationGames>(file, find_driver("checkers"));
}

Encoder<NamedGame> notation_encoder(const GameFileHeader& header) {
  const GameDriver& driver = find_driver(header.game);
  return {.head = {}, .encode = [&driver, heading = heading_of(header), players = header.players](const NamedGame& game) {
            return to_pgn(driver, with_numbers(game, players), players, heading);
          }};
}

}  // namespace hone::formats
