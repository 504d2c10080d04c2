// SPDX-License-Identifier: MIT
#include "games/grid_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "games/refusal.hpp"

namespace hone {
namespace {

// The place of a square in the text.
std::size_t place(const Grid& grid, int row, int col) {
  return static_cast<std::size_t>((grid.rows() - 1 - row) * (grid.cols() + 1) + col);
}

// Whether the separators stand where the example has them.
bool has_form_of(std::string_view text, std::string_view example) {
  return std::ranges::equal(text, example,
                            [](char c, char model) { return (model != '/' && model != ' ') || c == model; });
}

void require_form(std::string_view text, const Grid& empty) {
  const std::string example = to_text(empty);
  if (!has_form_of(text, example)) {
    reject(fmt::format("{} rows of {} and the side to move like \"{}\"", empty.rows(), empty.cols(), example), text);
  }
  if (text.back() != 'X' && text.back() != 'O') reject("X or O to move", text);
}

void require_support(const Grid& grid, std::string_view text) {
  for (int row = 1; row < grid.rows(); ++row) {
    for (int col = 0; col < grid.cols(); ++col) {
      if (grid.at(row, col) != '.' && grid.at(row - 1, col) == '.') reject("no mark above an empty square", text);
    }
  }
}

}  // namespace

int Grid::count(char mark) const { return static_cast<int>(std::ranges::count(marks_, mark)); }

std::string to_text(const Grid& grid) {
  std::string text;
  for (int row = grid.rows() - 1; row >= 0; --row) {
    for (int col = 0; col < grid.cols(); ++col) text += grid.at(row, col);
    text += row > 0 ? '/' : ' ';
  }
  return text + (grid.to_move == Side::first ? 'X' : 'O');
}

Grid parse_grid(std::string_view text, int rows, int cols) {
  Grid grid(rows, cols);
  require_form(text, grid);
  for (int row = 0; row < rows; ++row) {
    for (int col = 0; col < cols; ++col) {
      const char mark = text[place(grid, row, col)];
      if (std::string_view("XO.").find(mark) == std::string_view::npos) reject("X, O or . on squares", text);
      grid.at(row, col) = mark;
    }
  }
  grid.to_move = text.back() == 'X' ? Side::first : Side::second;
  return grid;
}

Grid parse_fallen_grid(std::string_view text, int rows, int cols) {
  Grid grid = parse_grid(text, rows, cols);
  if (grid.count('X') != grid.count('O') + (grid.to_move == Side::first ? 0 : 1)) {
    reject("as many X as O with X to move, one X more with O to move", text);
  }
  require_support(grid, text);
  return grid;
}

BoardPicture with_marks(BoardPicture board, const Grid& grid, std::string_view x_symbol, std::string_view o_symbol) {
  board.players = x_and_o();
  for (int row = 0; row < grid.rows(); ++row) {
    for (int col = 0; col < grid.cols(); ++col) {
      PictureCell& cell = board.at(grid.rows() - 1 - row, col);
      if (grid.at(row, col) == 'X') put(cell, Side::first, 'X', x_symbol);
      if (grid.at(row, col) == 'O') put(cell, Side::second, 'O', o_symbol);
    }
  }
  return board;
}

}  // namespace hone
