// SPDX-License-Identifier: MIT
//
// Games of go in SGF, as a format of the table. The boards of a file have one size, that of its first game.
#include <memory>
#include <optional>

#include "data/error.hpp"
#include "tuner/formats/formats.hpp"
#include "tuner/formats/notation_games.hpp"
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

}  // namespace

std::unique_ptr<GameSource> open_sgf_games(const std::filesystem::path& file) {
  return std::make_unique<NotationGames<SgfGames>>(
      file, driver_of_file(file), [](const SgfGame& game, const GameDriver& /*driver*/) { return players_of(game); });
}

Encoder<NamedGame> sgf_encoder(const GameFileHeader& header) { return encoder_of(to_sgf, header); }

}  // namespace hone::formats
