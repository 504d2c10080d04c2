// SPDX-License-Identifier: MIT
//
// Polyglot books: binary files of moves of chess and their weights, found by the key of a position. An entry has 16
// bytes, the first byte of each number being its most significant one, and entries stand in the order of their keys:
//
//     key 8   move 2 (to file, to rank, from file, from rank, promotion: 3 bits each, lowest first)   weight 2   learn
//     4
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/game_driver.hpp"
#include "engine/opening.hpp"

namespace hone::play {

class PolyglotBook {
 public:
  // Throws Error when the file is no book.
  explicit PolyglotBook(const std::filesystem::path& file);

  struct Entry {
    std::uint64_t key = 0;
    std::uint16_t move = 0, weight = 0;
  };
  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] Entry entry(std::size_t index) const;

  struct WeighedMove {
    MoveCode move;
    std::uint16_t weight;
  };
  // The moves of the book that are legal in this position of chess and have a weight.
  [[nodiscard]] std::vector<WeighedMove> moves(const Board& board) const;

 private:
  std::filesystem::path file_;
  std::string bytes_;
};

struct BookLines {
  int plies = 16;             // of a line at most; it ends earlier where the book does
  std::size_t count = 1'000;  // lines at most; books of few lines have fewer
  std::size_t attempts = 20;  // drawn lines for each of them
  std::uint64_t seed = 1;     // of the draws
};

// Lines of the book, each move drawn by its weight. They end in different positions, in none of which the game is over,
// and depend on the book and the options alone. Throws Error when there are none.
[[nodiscard]] std::vector<Opening> book_lines(const GameDriver& chess, const std::filesystem::path& file,
                                              const BookLines& options);

}  // namespace hone::play
