// SPDX-License-Identifier: MIT
#include "games/board_picture.hpp"

#include <algorithm>

namespace hone {
namespace {

bool is_digit(char c) { return '0' <= c && c <= '9'; }

// Whether the text names the square. "1" is not named by "11-15", nor "a1" by "a10".
bool names(std::string_view text, std::string_view square) {
  if (square.empty()) return false;
  for (std::size_t at = text.find(square); at != std::string_view::npos; at = text.find(square, at + 1)) {
    const std::size_t end = at + square.size();
    const bool begins = at == 0 || !is_digit(text[at - 1]) || !is_digit(square.front());
    const bool ends = end == text.size() || !is_digit(text[end]) || !is_digit(square.back());
    if (begins && ends) return true;
  }
  return false;
}

bool is_any_filled(const std::vector<std::string>& texts) {
  return std::ranges::any_of(texts, [](const std::string& text) { return !text.empty(); });
}

}  // namespace

bool BoardPicture::has_row_names() const { return is_any_filled(row_names); }
bool BoardPicture::has_column_names() const { return is_any_filled(column_names); }

PicturePlayers white_and_black() { return {{{"White", PieceColour::white}, {"Black", PieceColour::black}}}; }
PicturePlayers black_and_white() { return {{{"Black", PieceColour::black}, {"White", PieceColour::white}}}; }
PicturePlayers x_and_o() { return {{{"X", PieceColour::red}, {"O", PieceColour::yellow}}}; }

std::vector<bool> cells_of_move(const BoardPicture& before, const BoardPicture& after, std::string_view move) {
  std::vector<bool> changed(after.cells.size()), named(after.cells.size());
  if (before.cells.size() != after.cells.size()) return changed;
  for (std::size_t i = 0; i < changed.size(); ++i) {
    changed[i] = before.cells[i] != after.cells[i];
    named[i] = changed[i] && names(move, after.cells[i].name);
  }
  return std::ranges::find(named, true) != named.end() ? named : changed;
}

BoardPicture unnamed_board(int rows, int columns) {
  BoardPicture picture;
  picture.rows = rows;
  picture.columns = columns;
  picture.row_names.resize(static_cast<std::size_t>(rows));
  picture.column_names.resize(static_cast<std::size_t>(columns));
  picture.cells.resize(static_cast<std::size_t>(rows * columns));
  return picture;
}

BoardPicture lettered_board(int rows, int columns, FirstRow first_row) {
  BoardPicture picture = unnamed_board(rows, columns);
  for (int col = 0; col < columns; ++col) {
    picture.column_names[static_cast<std::size_t>(col)] = static_cast<char>('a' + col);
  }
  for (int row = 0; row < rows; ++row) {
    const std::string number = std::to_string(first_row == FirstRow::at_top ? row + 1 : rows - row);
    picture.row_names[static_cast<std::size_t>(row)] = number;
    for (int col = 0; col < columns; ++col) {
      picture.at(row, col).name = picture.column_names[static_cast<std::size_t>(col)] + number;
    }
  }
  return picture;
}

BoardPicture numbered_columns(int rows, int columns) {
  BoardPicture picture = unnamed_board(rows, columns);
  for (int col = 0; col < columns; ++col) picture.column_names[static_cast<std::size_t>(col)] = std::to_string(col + 1);
  return picture;
}

void chequer(BoardPicture& picture) {
  for (int row = 0; row < picture.rows; ++row) {
    for (int col = 0; col < picture.columns; ++col) {
      picture.at(row, col).dark = (picture.rows - 1 - row + col) % 2 == 0;
    }
  }
}

void put(PictureCell& cell, Side owner, char letter, std::string_view symbol) {
  cell.owner = owner;
  cell.letter = letter;
  cell.symbol = symbol;
}

}  // namespace hone
