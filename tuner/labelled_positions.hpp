// SPDX-License-Identifier: MIT
//
// Positions with the result of their game, as other tools write them. Two formats, told apart by the file's name
// (either may be gzip, *.gz):
//
//   *.csv, *.csv.gz   a header line names the columns; see tuner/csv_labels.hpp
//   anything else     EPD or FEN lines with the result as c9 "1-0"; or [0.5]; see tuner/epd_labels.hpp
//
// Labels are strict, because a mark guessed wrong teaches the wrong thing silently.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace hone {

struct LabelledPosition {
  std::string position;                        // the game's position text
  double target = 0.5;                         // result for the first player, [0, 1]
  std::optional<double> score = std::nullopt;  // centi-units, first player's view
  std::uint32_t game = 0;
};

struct LabelledFile {
  std::size_t positions = 0;
  std::uint32_t games = 0;
  // The file says which positions belong to one game. Otherwise every position counts as a game of its own, and
  // games that share their outcome may end on both sides of a hold-out.
  bool has_games = false;
};

// Calls sink for each position in order. Games get the numbers first_game, first_game + 1, ... as they appear, so
// that several files can be read one after the other. Empty lines are skipped.
// The sink may throw Error to refuse a position. Bad lines do not stop the reading: in the end Error tells the
// place and fault of the first and the number of all of them.
LabelledFile read_labelled_positions(const std::filesystem::path& file, std::uint32_t first_game,
                                     const std::function<void(const LabelledPosition&)>& sink);

}  // namespace hone
