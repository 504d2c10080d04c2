// SPDX-License-Identifier: MIT
//
// Extended Position Description (S. Edwards, "PGN Specification and Implementation Guide", 1994, section 16.2): the
// first four fields of FEN, then operations `opcode operand ... ;`.
//
//     r1bqk2r/ppp2ppp/2n5/4P3/2Bp2n1/5N1P/PP1N1PP1/R2Q1RK1 b kq - bm Nh6; id "WAC.015";
//
// In games other than chess the position is the game's own text, with all its words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/game_driver.hpp"

namespace hone::formats {

struct EpdOperation {
  std::string opcode;
  std::vector<std::string> operands;  // strings without their quotes

  friend bool operator==(const EpdOperation&, const EpdOperation&) = default;
};

struct Epd {
  std::string position;  // in chess FEN, its counters from the operations hmvc and fmvn, or else 0 and 1
  std::vector<EpdOperation> operations;

  // The operands of the first such operation, none when there is none.
  [[nodiscard]] std::vector<std::string> operands(std::string_view opcode) const;
};

// Throws Error. The last operation may lack its semicolon.
[[nodiscard]] Epd parse_epd(std::string_view line);
[[nodiscard]] Epd parse_epd(std::string_view line, const GameDriver& game);

// The number of fields of a position in EPD: 4 in games whose positions are FEN, otherwise all that its text has.
[[nodiscard]] int epd_fields(const GameDriver& game);
[[nodiscard]] bool is_fen(const GameDriver& game);  // positions have six fields, the last two of them counters

// The line of a position in FEN, its counters as operations before the others. A position with fewer fields, or of
// another game, is written as it is. Throws Error for a position that EPD cannot hold, with semicolons or quotes. As
// EPD has no escapes, quotes within an operand become apostrophes, and control characters \xNN.
[[nodiscard]] std::string to_epd(std::string_view position, const std::vector<EpdOperation>& operations);

}  // namespace hone::formats
