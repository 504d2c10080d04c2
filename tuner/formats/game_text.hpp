// SPDX-License-Identifier: MIT
//
// A game with the names of its players, which a record has only as numbers in the header of its file.
#pragma once

#include <string>
#include <string_view>

#include "data/game_file.hpp"
#include "data/game_record.hpp"
#include "data/text_lines.hpp"
#include "engine/game_driver.hpp"

namespace hone::formats {

struct NamedGame {
  GameRecord record;
  std::string first, second;  // who moved first

  friend bool operator==(const NamedGame&, const NamedGame&) = default;
};

// Games as plain text, one line a game, for every game there is; grammar and example: data/GAMES.md. Says all that a
// game file says, so that one can be turned into the other and back.

// Lines, each with its end.
[[nodiscard]] std::string text_header(const GameFileHeader& header);
// first and second of the record are numbers of players in the header.
[[nodiscard]] std::string to_text(const GameRecord& game, const GameDriver& driver);

// Reads up to the empty line behind the header. Throws Error with file and line.
[[nodiscard]] GameFileHeader read_text_header(TextLines& lines);
// Throws Error without a place.
[[nodiscard]] NamedGame parse_text_game(std::string_view line, const GameFileHeader& header, const GameDriver& driver);

}  // namespace hone::formats
