// SPDX-License-Identifier: MIT
//
// Labelled positions in CSV (RFC 4180), columns found by the names in the header line, other columns ignored:
//
//   fen, position                     the position; needed
//   result_white, result              0 .. 1, or 1-0, 0-1, 1/2-1/2, for the first player; needed
//   score_white_cp, score             centi-units, first player's view; a cell may be empty
//   game                              a number that the positions of one game share
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "tuner/labelled_positions.hpp"

namespace hone {

class CsvLabels {
 public:
  // Throws Error without a place when a needed column is missing or one is named twice.
  explicit CsvLabels(std::string_view header);

  [[nodiscard]] bool has_games() const { return game_.has_value(); }

  // game is the number in the file, 0 without the column. Throws Error without a place.
  [[nodiscard]] LabelledPosition parse(std::string_view line) const;

 private:
  std::size_t columns_, position_, result_;
  std::optional<std::size_t> score_, game_;
};

}  // namespace hone
