// SPDX-License-Identifier: MIT
//
// Games of go in SGF, as a format of the table. The boards of a file have one size, that of its first game.
#include <unordered_set>
#include <utility>

#include "data/error.hpp"
#include "tuner/formats/formats.hpp"
#include "tuner/formats/sgf.hpp"
#include "tuner/formats/sgf_records.hpp"
#include "tuner/formats/sgf_text.hpp"

namespace hone::formats {

namespace {

// Of the first game that says its board; games before it are told when they are read.
const GameDriver& driver_of_file(const std::filesystem::path& file) {
  SgfGames games(file);
  std::optional<Error> fault;
  while (const auto game = games.next()) {
    try {
      return driver_of(*game);
    } catch (const Error& error) {
      if (!fault) fault = Error(games.name(), error.line(), error.message());
    }
  }
  throw fault ? *fault : Error(file.string(), 0, expected_found("a game tree, which begins with (;", "none"));
}

class SgfSource final : public GameSource {
 public:
  explicit SgfSource(std::filesystem::path file)
      : file_(std::move(file)), driver_(driver_of_file(file_)), games_(file_) {
    header_.game = driver_.name();
  }

  [[nodiscard]] const GameDriver& driver() const override { return driver_; }
  [[nodiscard]] const GameFileHeader& header() const override { return header_; }

  [[nodiscard]] std::optional<UnreadGame> next() override {
    std::optional<SgfGame> game = games_.next();
    if (!game) return std::nullopt;
    const std::size_t bytes = game->bytes;
    return UnreadGame{[this, number = number_++, game = std::move(*game)] { return understood(game, number); }, bytes};
  }

  // The players that the roots name; the file is read once more for them.
  [[nodiscard]] std::vector<std::string> players(std::size_t most) const override {
    std::vector<std::string> players;
    std::unordered_set<std::string> known;
    SgfGames games(file_);
    while (const auto game = games.next()) {
      for (const std::string& name : players_of(*game)) {
        if (players.size() <= most && known.insert(name).second) players.push_back(name);
      }
    }
    return players;
  }

 private:
  [[nodiscard]] std::optional<NamedGame> understood(const SgfGame& game, std::uint64_t number) const {
    std::optional<GameRecord> record = to_record(game, driver_);
    if (!record) return std::nullopt;
    record->number = number;
    std::array<std::string, 2> players = players_of(game);
    return NamedGame{std::move(*record), std::move(players[0]), std::move(players[1])};
  }

  std::filesystem::path file_;
  const GameDriver& driver_;
  SgfGames games_;
  GameFileHeader header_;
  std::uint64_t number_ = 0;
};

}  // namespace

std::unique_ptr<GameSource> open_sgf_games(const std::filesystem::path& file) {
  return std::make_unique<SgfSource>(file);
}

Encoder<NamedGame> sgf_encoder(const GameFileHeader& header) {
  const GameDriver& driver = find_driver(header.game);
  return {.head = {}, .encode = [&driver, heading = heading_of(header), players = header.players](const NamedGame& game) {
            return to_sgf(driver, with_numbers(game, players), players, heading);
          }};
}

}  // namespace hone::formats
