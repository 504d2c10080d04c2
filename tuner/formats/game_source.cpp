// SPDX-License-Identifier: MIT
#include "tuner/formats/game_source.hpp"

#include <fmt/format.h>

#include <array>
#include <memory>
#include <string_view>
#include <utility>

#include "data/error.hpp"
#include "data/text_lines.hpp"
#include "tuner/formats/file_kind.hpp"
#include "tuner/formats/game_text.hpp"
#include "tuner/formats/pgn_records.hpp"
#include "tuner/formats/pgn_text.hpp"

namespace hone::formats {

namespace {

class NativeGames final : public GameSource {
 public:
  explicit NativeGames(const std::filesystem::path& file)
      : name_(file.string()), reader_(file), driver_(find_driver(reader_.header().game)) {}

  [[nodiscard]] const GameDriver& driver() const override { return driver_; }
  [[nodiscard]] const GameFileHeader& header() const override { return reader_.header(); }

  [[nodiscard]] std::optional<UnreadGame> next() override {
    std::optional<GameRecord> record = reader_.next();
    if (!record) return require_whole(), std::nullopt;
    return [this, record = std::move(*record)] { return std::optional(named(record)); };
  }

 private:
  // What is behind the damage is lost, and nobody would notice.
  void require_whole() const {
    const GameFileExtent& extent = reader_.extent();
    if (extent.damage.empty()) return;
    throw Error(name_, 0,
                fmt::format("{} behind {} whole games, at byte {}", extent.damage, extent.games, extent.bytes));
  }

  [[nodiscard]] NamedGame named(const GameRecord& record) const {
    const std::vector<std::string>& players = header().players;
    const std::size_t second = second_player(record, players.size());
    const auto name = [&](std::size_t i) { return i < players.size() ? players[i] : std::string(); };
    return {record, name(record.first), name(second)};
  }

  std::string name_;
  GameFileReader reader_;
  const GameDriver& driver_;
};

class NotationGames final : public GameSource {
 public:
  NotationGames(const std::filesystem::path& file, const GameDriver& driver) : games_(file), driver_(driver) {
    header_.game = driver.name();
  }

  [[nodiscard]] const GameDriver& driver() const override { return driver_; }
  [[nodiscard]] const GameFileHeader& header() const override { return header_; }

  [[nodiscard]] std::optional<UnreadGame> next() override {
    std::optional<PgnGame> game = games_.next();
    if (!game) return std::nullopt;
    return [this, number = number_++, game = std::move(*game)] { return understood(game, number); };
  }

 private:
  [[nodiscard]] std::optional<NamedGame> understood(const PgnGame& game, std::uint64_t number) const {
    std::optional<GameRecord> record = to_record(game, driver_);
    if (!record) return std::nullopt;
    record->number = number;
    std::array<std::string, 2> players = players_of(game, driver_);
    return NamedGame{std::move(*record), std::move(players[0]), std::move(players[1])};
  }

  PgnGames games_;
  const GameDriver& driver_;
  GameFileHeader header_;
  std::uint64_t number_ = 0;
};

class TextGames final : public GameSource {
 public:
  explicit TextGames(const std::filesystem::path& file)
      : lines_(file), header_(read_text_header(lines_)), driver_(find_driver(header_.game)) {}

  [[nodiscard]] const GameDriver& driver() const override { return driver_; }
  [[nodiscard]] const GameFileHeader& header() const override { return header_; }

  [[nodiscard]] std::optional<UnreadGame> next() override {
    while (const auto line = lines_.next()) {
      if (line->find_first_not_of(" \t") == std::string_view::npos) continue;
      return [this, number = lines_.number(), text = std::string(*line)] { return understood(text, number); };
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] std::optional<NamedGame> understood(const std::string& text, int line) const {
    try {
      return parse_text_game(text, header_, driver_);
    } catch (const Error& error) {
      throw Error({}, line, error.message());
    }
  }

  TextLines lines_;
  GameFileHeader header_;
  const GameDriver& driver_;
};

std::unique_ptr<GameSource> open_any(const std::filesystem::path& file) {
  switch (kind_of(file)) {
    case FileKind::games:
      return std::make_unique<NativeGames>(file);
    case FileKind::pgn:
      return std::make_unique<NotationGames>(file, find_driver("chess"));
    case FileKind::pdn:
      return std::make_unique<NotationGames>(file, find_driver("checkers"));
    case FileKind::text:
      return std::make_unique<TextGames>(file);
    default:
      throw Error(file.string(), 0, "expected a file of games, *.games, *.pgn, *.pdn or *.txt");
  }
}

}  // namespace

bool holds_games(const std::filesystem::path& file) { return is_of_games(kind_of(file)); }

std::unique_ptr<GameSource> open_games(const std::filesystem::path& file, const GameDriver* wanted) {
  std::unique_ptr<GameSource> source = open_any(file);
  if (wanted != nullptr && &source->driver() != wanted) {
    throw Error(file.string(), 0, expected_found(fmt::format("games of {}", wanted->name()), source->driver().name()));
  }
  return source;
}

}  // namespace hone::formats
