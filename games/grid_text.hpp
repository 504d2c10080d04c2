// SPDX-License-Identifier: MIT
//
// The text of a position on a small board of X and O, shared by the games that are played on one: the rows from the
// top, separated by '/', with '.' for an empty square, then the side to move.
//
//     XO../OX.O/XXOX O
//
// Their pictures are made here, too.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "games/game.hpp"

namespace hone {

// X is the first player. Rows and columns count from 0 at the lower left corner.
class Grid {
 public:
  Grid(int rows, int cols) : rows_(rows), cols_(cols), marks_(static_cast<std::size_t>(rows * cols), '.') {}

  [[nodiscard]] int rows() const { return rows_; }
  [[nodiscard]] int cols() const { return cols_; }
  [[nodiscard]] char& at(int row, int col) { return marks_[static_cast<std::size_t>(row * cols_ + col)]; }
  [[nodiscard]] char at(int row, int col) const { return marks_[static_cast<std::size_t>(row * cols_ + col)]; }
  [[nodiscard]] int count(char mark) const;

  Side to_move = Side::first;

 private:
  int rows_;
  int cols_;
  std::vector<char> marks_;
};

// For positions with sets of squares x and o and a side to move; bit(row, col) is the square.
template <class Position, class Bit>
[[nodiscard]] Grid grid_of(const Position& pos, int rows, int cols, Bit bit) {
  Grid grid(rows, cols);
  for (int row = 0; row < rows; ++row) {
    for (int col = 0; col < cols; ++col) {
      if (pos.x & bit(row, col)) grid.at(row, col) = 'X';
      if (pos.o & bit(row, col)) grid.at(row, col) = 'O';
    }
  }
  grid.to_move = pos.to_move;
  return grid;
}
template <class Position, class Bit>
[[nodiscard]] Position position_of(const Grid& grid, Bit bit) {
  Position pos;
  for (int row = 0; row < grid.rows(); ++row) {
    for (int col = 0; col < grid.cols(); ++col) {
      if (grid.at(row, col) == 'X') pos.x |= bit(row, col);
      if (grid.at(row, col) == 'O') pos.o |= bit(row, col);
    }
  }
  pos.to_move = grid.to_move;
  return pos;
}

[[nodiscard]] std::string to_text(const Grid& grid);

// Reads a position. Throws Error unless the text has exactly this form.
[[nodiscard]] Grid parse_grid(std::string_view text, int rows, int cols);

// The same for games in which X begins, both mark in turn and marks fall to the lowest empty square of their column:
// throws Error unless the counts fit the side to move and no mark hangs in the air.
[[nodiscard]] Grid parse_fallen_grid(std::string_view text, int rows, int cols);

// Puts the marks of a grid on an empty board of its size.
[[nodiscard]] BoardPicture with_marks(BoardPicture board, const Grid& grid, std::string_view x_symbol,
                                      std::string_view o_symbol);

}  // namespace hone
