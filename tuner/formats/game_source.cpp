// SPDX-License-Identifier: MIT
#include "tuner/formats/game_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "data/error.hpp"
#include "tuner/formats/formats.hpp"

namespace hone::formats {

namespace {

std::string name_of(std::size_t player, const std::vector<std::string>& players) {
  return player < players.size() ? players[player] : std::string();
}

std::uint8_t number_of(const std::string& name, const std::vector<std::string>& players) {
  const auto found = std::ranges::find(players, name);
  const auto place = found == players.end() ? std::ssize(players) - 1 : found - players.begin();
  return static_cast<std::uint8_t>(place);
}

}  // namespace

NamedGame with_names(GameRecord record, const std::vector<std::string>& players) {
  const std::size_t first = record.first, second = second_player(record, players.size());
  return {std::move(record), name_of(first, players), name_of(second, players)};
}

GameRecord with_numbers(const NamedGame& game, const std::vector<std::string>& players) {
  GameRecord record = game.record;
  record.first = number_of(game.first, players);
  record.second.reset();
  const std::uint8_t second = number_of(game.second, players);
  if (second_player(record, players.size()) != second) record.second = second;
  return record;
}

std::vector<std::string> GameSource::players(std::size_t) const { return header().players; }

std::unique_ptr<GameSource> open_games(const std::filesystem::path& file, const GameDriver* wanted) {
  const auto* const format = std::get_if<GameFormat>(&format_of(file).functions);
  if (format == nullptr) {
    throw Error(file.string(), 0, fmt::format("expected a file of games, {}", endings_text(Content::games)));
  }
  std::unique_ptr<GameSource> source = format->open(file);
  if (wanted != nullptr && &source->driver() != wanted) {
    throw Error(file.string(), 0, expected_found(fmt::format("games of {}", wanted->name()), source->driver().name()));
  }
  return source;
}

}  // namespace hone::formats
