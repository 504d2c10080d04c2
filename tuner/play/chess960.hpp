// SPDX-License-Identifier: MIT
//
// The 960 starting positions of Chess960 by their usual numbers (Reinhard Scharnagl's numbering; number 518 has the men
// of classical chess), drawn for games to learn from.
#pragma once

#include <string>

namespace hone::play {

inline constexpr int chess960_starts = 960;

// The position as FEN, with castling rights by the files of the rooks. 0 <= number < chess960_starts.
[[nodiscard]] std::string chess960_start(int number);

}  // namespace hone::play
