// SPDX-License-Identifier: MIT
//
// Games of falling marks, played slowly: columns of letters, and every line through the last mark looked at square by
// square. Shares nothing with the games under test.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace hone::testing {

class DropBoard {
 public:
  DropBoard(int rows, int cols, int length) : rows_(rows), length_(length), columns_(static_cast<std::size_t>(cols)) {}

  [[nodiscard]] int cols() const { return static_cast<int>(columns_.size()); }
  [[nodiscard]] bool has_room(int col) const { return height(col) < rows_; }
  [[nodiscard]] char to_move() const { return played_ % 2 == 0 ? 'X' : 'O'; }
  void play(int col) {
    column(col) += to_move();
    ++played_;
  }
  void take_back(int col) {
    column(col).pop_back();
    --played_;
  }

  // Is the top mark of the column part of a line of this direction?
  [[nodiscard]] bool has_line(int col, int row_step, int col_step) const {
    return 1 + run(col, row_step, col_step) + run(col, -row_step, -col_step) >= length_;
  }
  [[nodiscard]] bool has_horizontal(int col) const { return has_line(col, 0, 1); }
  [[nodiscard]] bool has_vertical(int col) const { return has_line(col, 1, 0); }
  [[nodiscard]] bool has_diagonal(int col) const { return has_line(col, 1, 1) || has_line(col, 1, -1); }
  [[nodiscard]] bool has_any_line(int col) const {
    return has_horizontal(col) || has_vertical(col) || has_diagonal(col);
  }

  // The rows from the top and the side to move.
  [[nodiscard]] std::string text() const {
    std::string text;
    for (int row = rows_ - 1; row >= 0; --row) {
      for (int col = 0; col < cols(); ++col) text += mark(row, col);
      text += row > 0 ? '/' : ' ';
    }
    return text + to_move();
  }

 private:
  [[nodiscard]] std::string& column(int col) { return columns_[static_cast<std::size_t>(col)]; }
  [[nodiscard]] int height(int col) const { return static_cast<int>(columns_[static_cast<std::size_t>(col)].size()); }
  [[nodiscard]] char mark(int row, int col) const {
    if (col < 0 || col >= cols() || row < 0 || row >= height(col)) return '.';
    return columns_[static_cast<std::size_t>(col)][static_cast<std::size_t>(row)];
  }
  // Equal marks in a row from the top of the column, itself not counted.
  [[nodiscard]] int run(int col, int row_step, int col_step) const {
    const int row = height(col) - 1;
    int count = 0;
    while (mark(row + (count + 1) * row_step, col + (count + 1) * col_step) == mark(row, col)) ++count;
    return count;
  }

  int rows_;
  int length_;
  int played_ = 0;
  std::vector<std::string> columns_;
};

// What the top mark of the column wins in connect three: the grades as the rules state them.
[[nodiscard]] inline int graded_utility(const DropBoard& board, int col) {
  return board.has_diagonal(col) ? 3 : board.has_vertical(col) ? 2 : board.has_horizontal(col) ? 1 : 0;
}

// Sequences of `plies` moves, of which only the last may complete a line.
[[nodiscard]] inline std::uint64_t count_sequences(DropBoard& board, int plies) {
  if (plies == 0) return 1;
  std::uint64_t count = 0;
  for (int col = 0; col < board.cols(); ++col) {
    if (!board.has_room(col)) continue;
    board.play(col);
    if (plies == 1) {
      ++count;
    } else if (!board.has_any_line(col)) {
      count += count_sequences(board, plies - 1);
    }
    board.take_back(col);
  }
  return count;
}

}  // namespace hone::testing
