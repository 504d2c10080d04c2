// SPDX-License-Identifier: MIT
//
// A position with its result on one line, EPD or FEN:
//
//   8/6P1/8/1pk1r3/6RP/8/3K4/8 b - - c9 "1-0";        comment 9 holds the result, the semicolon may be missing
//   8/6P1/8/1pk1r3/6RP/8/3K4/8 b - - 0 61 [0.5]       the first player's share in brackets, 0 .. 1
//
// The position is what comes before the first operation or bracket. Other operations are ignored. Results are looked
// for nowhere else: "1/2" and "1-0" can be part of a FEN.
#pragma once

#include <string_view>

#include "tuner/labelled_positions.hpp"

namespace hone {

// Throws Error without a place unless there is exactly one result. game is left at 0.
[[nodiscard]] LabelledPosition parse_epd_label(std::string_view line);

}  // namespace hone
