// SPDX-License-Identifier: MIT
//
// What a picture of a board shows: which pieces stand where, and what rows and columns are called. Terminals, pages and
// error messages draw it, each in its own way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hone {

enum class Side : std::uint8_t;

// What lies on a square, or at a crossing of lines.
struct PictureCell {
  char letter = '.';          // as diagrams in plain text have it (chess: 'n'); '.' where nothing lies
  std::string symbol;         // the same in Unicode, one column wide, for any owner ("♞"); empty where nothing lies
  std::optional<Side> owner;  // whose piece it is
  bool dark = false;          // squares of two colours: the darker one
  bool playable = true;       // false for the squares that a game does not use (checkers: the light ones)
};

// Rows come from the top of the board as the first player sees it, columns from the left.
struct BoardPicture {
  int rows = 0;  // 0: the game has no picture, and its text must do
  int columns = 0;
  bool crossings = false;                 // pieces lie where lines cross (go)
  std::vector<std::string> row_names;     // "8", "7", ...
  std::vector<std::string> column_names;  // "a", "b", ...
  std::vector<PictureCell> cells;         // row by row
  std::vector<std::string> notes;         // what the board alone does not show ("komi 7", "en passant e3"), one a line

  [[nodiscard]] PictureCell& at(int row, int column) { return cells[static_cast<std::size_t>(row * columns + column)]; }
  [[nodiscard]] const PictureCell& at(int row, int column) const {
    return cells[static_cast<std::size_t>(row * columns + column)];
  }
};

}  // namespace hone
