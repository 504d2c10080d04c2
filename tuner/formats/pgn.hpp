// SPDX-License-Identifier: MIT
//
// A recorded game as PGN (Portable Game Notation, export format). Each searched move is followed by its score in the
// mover's view, the depth and the time, as far as they were kept; the last move also by the reason why the game ended:
//
//     1. e4 {book} e5 {book} 2. Nf3 {+0.31/12 0.045s} Nc6 {-0.28/11 0.050s} ... 40. Qg7# {+M1/9 0.001s} {win} 1-0
//
// Control characters of names and notes are spelt "\xNN", so that what others have written cannot break a tag or a
// line; other bytes stay as they are, whatever their character set. Rating programs read it. Games of checkers become
// PDN, its sister, where Black moves first and "1-0" is Black's win; tuner/formats/pdn.hpp reads it.
#pragma once

#include <array>
#include <span>
#include <string>

#include "data/game_file.hpp"
#include "data/game_record.hpp"
#include "engine/game_driver.hpp"
#include "engine/search_types.hpp"

namespace hone::formats {

// "1-0", "0-1", "1/2-1/2", or "*" for a game that is not over.
[[nodiscard]] const char* result_text(const Outcome& outcome);

// What the tags say that the record of a game does not know.
struct PgnHeading {
  std::string event = "hone";
  std::string site = "?";
  std::string date = "????.??.??";
  // Each two games are a pair with colours reversed. The round of a game is then the number of its pair and its place
  // in it, "12.1" and "12.2", otherwise its own number.
  bool is_paired = false;
  std::array<std::string, 2> time_controls;  // of the first and the second player; empty: the tag is left out
};

// What the header of a game file says of it: the date.
[[nodiscard]] PgnHeading heading_of(const GameFileHeader& header);

// The tag Round: "12.1" for a game of a pair, otherwise the number of the game alone.
[[nodiscard]] std::string round_text(const GameRecord& game, const PgnHeading& heading);

// The tag TimeControl: "40/60+1" and "10+0.1" for clocks, "0.5/move" for a time per move, "-" where time has no limit.
[[nodiscard]] std::string time_control_text(const Limits& limits);

// `players` are those of the game file; the record says which of them moved first.
[[nodiscard]] std::string to_pgn(const GameDriver& driver, const GameRecord& game, std::span<const std::string> players,
                                 const PgnHeading& heading = {});

}  // namespace hone::formats
