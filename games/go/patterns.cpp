// SPDX-License-Identifier: MIT
#include "games/go/patterns.hpp"

#include <algorithm>
#include <cassert>

namespace hone::go {
namespace {

using Digits = std::array<int, 9>;

constexpr int symmetries = 8;

// The place to which a symmetry moves place 3 * row + column of the neighbourhood.
constexpr int moved_place(int place, int symmetry) {
  const int column = (symmetry & 1) != 0 ? 2 - place % 3 : place % 3;
  const int row = (symmetry & 2) != 0 ? 2 - place / 3 : place / 3;
  return (symmetry & 4) != 0 ? 3 * column + row : 3 * row + column;
}
// The same for the place where the edge cuts.
constexpr int moved_cut(int cut, int symmetry) { return moved_place(cut, symmetry); }

Digits digits_of(int configuration) {
  Digits digits{};
  for (int& digit : digits) {
    digit = configuration % 3;
    configuration /= 3;
  }
  return digits;
}

int moved(const Digits& digits, int symmetry, bool exchanged) {
  Digits image{};
  for (int place = 0; place < 9; ++place) {
    const int digit = digits[static_cast<std::size_t>(place)];
    image[static_cast<std::size_t>(moved_place(place, symmetry))] = exchanged && digit != 0 ? 3 - digit : digit;
  }
  int configuration = 0;
  for (int place = 8; place >= 0; --place) configuration = 3 * configuration + image[static_cast<std::size_t>(place)];
  return configuration;
}

Cut cut_of(int number) { return {number % 3, number / 3}; }

// Whether no stone lies off the board.
bool is_on_board(const Digits& digits, Cut cut) {
  for (int place = 0; place < 9; ++place) {
    const bool off_column = cut.column != 1 && place % 3 == cut.column;
    const bool off_row = cut.row != 1 && place / 3 == cut.row;
    if ((off_column || off_row) && digits[static_cast<std::size_t>(place)] != 0) return false;
  }
  return true;
}

class TableMaker {
 public:
  TableMaker() {
    for (PatternTable& table : tables_) table.resize(configurations);
  }

  std::array<PatternTable, 9> make() {
    for (int cut = 0; cut < 9; ++cut) {
      for (int configuration = 1; configuration < configurations; ++configuration) number(cut, configuration);
    }
    assert(next_ == pattern_terms);
    return std::move(tables_);
  }

 private:
  PatternTerm& at(int cut, int configuration) {
    return tables_[static_cast<std::size_t>(cut)][static_cast<std::size_t>(configuration)];
  }

  // Gives the next number to a configuration that has none yet, and to its images.
  void number(int cut, int configuration) {
    const Digits digits = digits_of(configuration);
    if (at(cut, configuration).count != 0 || !is_on_board(digits, cut_of(cut))) return;
    for (int symmetry = 0; symmetry < symmetries; ++symmetry) {
      if (moved_cut(cut, symmetry) == cut && moved(digits, symmetry, true) == configuration) return;
    }
    const auto index = static_cast<std::int16_t>(next_[static_cast<std::size_t>(cut_of(cut).group())]++);
    for (int symmetry = 0; symmetry < symmetries; ++symmetry) {
      at(moved_cut(cut, symmetry), moved(digits, symmetry, false)) = {index, 1};
      at(moved_cut(cut, symmetry), moved(digits, symmetry, true)) = {index, -1};
    }
  }

  std::array<PatternTable, 9> tables_;
  std::array<int, pattern_groups> next_{};
};

}  // namespace

const std::array<PatternTable, 9>& pattern_tables() {
  static const std::array<PatternTable, 9> tables = TableMaker().make();
  return tables;
}

}  // namespace hone::go
