// SPDX-License-Identifier: MIT
//
// Labelled positions in CSV (RFC 4180), columns found by the names in the header line, other columns ignored:
//
//   fen, position                     the position; needed
//   result_white, result              0 .. 1, or 1-0, 0-1, 1/2-1/2, for the first player; needed
//   score_white_cp, score             centi-units, first player's view; a cell may be empty
//   game                              a number that the positions of one game share; a cell may be empty
//   weight                            share in a fit, 0 or more
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "tuner/formats/labels.hpp"
#include "tuner/text/csv.hpp"

namespace hone::formats {

class CsvLabels {
 public:
  // Throws Error without a place when a needed column is missing or one is named twice.
  explicit CsvLabels(std::string_view header);

  [[nodiscard]] bool has_weights() const { return weight_.has_value(); }

  // Throws Error without a place.
  void parse(std::string_view line, LabelledPosition& into);

 private:
  text::CsvCells cells_;  // of the last line: kept, so that the next takes no memory of its own
  std::size_t columns_, position_, result_;
  std::optional<std::size_t> score_, game_, weight_;
};

}  // namespace hone::formats
