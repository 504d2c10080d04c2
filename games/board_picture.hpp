// SPDX-License-Identifier: MIT
//
// What a picture of a board shows: which pieces stand where, and what rows and columns are called. Terminals, pages and
// error messages draw it, each in its own way.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hone {

enum class Side : std::uint8_t;

// What lies on a square, or at a crossing of lines.
struct PictureCell {
  char letter = '.';          // as diagrams in plain text have it (chess: 'n'); '.' where nothing lies
  std::string symbol;         // the same in Unicode, a character of one column ("♞" for either owner); or empty
  std::optional<Side> owner;  // whose piece it is
  bool dark = false;          // squares of two colours: the darker one
  bool playable = true;       // false for the squares that a game does not use (checkers: the light ones)
  std::string name;           // of the square, as moves have it ("e4", "14"); empty where moves name none

  friend bool operator==(const PictureCell&, const PictureCell&) = default;
};

enum class PieceColour : std::uint8_t { white, black, red, yellow };

// What the game calls a player, and how the pieces look.
struct PicturePlayer {
  std::string name;
  PieceColour colour = PieceColour::white;

  friend bool operator==(const PicturePlayer&, const PicturePlayer&) = default;
};
using PicturePlayers = std::array<PicturePlayer, 2>;  // the first player and the second
[[nodiscard]] PicturePlayers white_and_black();
[[nodiscard]] PicturePlayers black_and_white();
[[nodiscard]] PicturePlayers x_and_o();

// Rows come from the top of the game's usual diagram, columns from the left. Names that the game does not have are
// empty.
struct BoardPicture {
  int rows = 0;  // 0: the game has no picture, and its text must do
  int columns = 0;
  PicturePlayers players = white_and_black();
  bool crossings = false;                 // pieces lie where lines cross (go)
  std::vector<std::string> row_names;     // "8", "7", ...
  std::vector<std::string> column_names;  // "a", "b", ...
  std::vector<PictureCell> cells;         // row by row
  std::vector<std::string> notes;         // what the board alone does not show ("komi 7", "en passant e3"), one a line

  [[nodiscard]] PictureCell& at(int row, int column) { return cells[static_cast<std::size_t>(row * columns + column)]; }
  [[nodiscard]] const PictureCell& at(int row, int column) const {
    return cells[static_cast<std::size_t>(row * columns + column)];
  }
  [[nodiscard]] bool has_row_names() const;
  [[nodiscard]] bool has_column_names() const;

  friend bool operator==(const BoardPicture&, const BoardPicture&) = default;
};

// Returns for each cell whether a move that led from one picture to the other is to be marked there: those of the
// changed cells that the move's text names, or all changed cells if it names none of them (connect four: "4").
[[nodiscard]] std::vector<bool> cells_of_move(const BoardPicture& before, const BoardPicture& after,
                                              std::string_view move);

// -- What games make their pictures of

// An empty board without names.
[[nodiscard]] BoardPicture unnamed_board(int rows, int columns);
enum class FirstRow : std::uint8_t { at_bottom, at_top };
// An empty board whose columns are named a, b, ... and whose rows 1, 2, ...; its squares are named "a1".
[[nodiscard]] BoardPicture lettered_board(int rows, int columns, FirstRow first_row = FirstRow::at_bottom);
// An empty board in which only the columns have names: 1, 2, ...
[[nodiscard]] BoardPicture numbered_columns(int rows, int columns);
// Makes every second square dark, the one at the lower left among them.
void chequer(BoardPicture& picture);
// Puts a piece into a cell.
void put(PictureCell& cell, Side owner, char letter, std::string_view symbol);

}  // namespace hone
