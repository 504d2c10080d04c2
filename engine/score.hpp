// SPDX-License-Identifier: MIT
//
// Search scores, seen by the side to move, and all their bounds. There are three ranges that do not overlap:
//
//   evaluations    -max_eval .. max_eval           centi-units, an estimate
//   draws          0                               a terminal value (see SearchResult::proved)
//   wins           +-(win_base + utility * win_stride - plies to the end)
//
// so a larger utility beats a shorter way, and of equal utilities the shorter way is better.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>

namespace hone {

using Score = std::int32_t;
using Depth = int;  // number of plies still to search
using Ply = int;    // plies from the root

inline constexpr Ply max_ply = 200;      // length of the longest line of a search, quiescence included
inline constexpr int max_utility = 162;  // go, graded by points: the whole board of 9 x 9, and as much komi
inline constexpr Score max_eval = 20'000;
inline constexpr Score win_base = 30'000;
inline constexpr Score win_stride = 1'024;  // more than the number of plies to any end
inline constexpr Score infinite_score = win_base + (max_utility + 1) * win_stride;
inline constexpr Score draw_score = 0;

[[nodiscard]] constexpr bool is_win(Score score) { return score > max_eval; }
[[nodiscard]] constexpr bool is_loss(Score score) { return score < -max_eval; }
[[nodiscard]] constexpr bool is_decided(Score score) { return is_win(score) || is_loss(score); }

// Returns the value of a terminal position `ply` plies from the root; the utility is seen by the side to move there.
[[nodiscard]] constexpr Score terminal_score(int utility, Ply ply) {
  if (utility > 0) return win_base + utility * win_stride - ply;
  if (utility < 0) return -win_base + utility * win_stride + ply;
  return draw_score;
}

// Return the number of plies from the root to the end that a decided score promises, and the signed utility of that
// end.
[[nodiscard]] constexpr Ply plies_to_end(Score score) {
  const Score past_base = std::abs(score) - win_base;
  return (win_stride - past_base % win_stride) % win_stride;
}
[[nodiscard]] constexpr int utility_of(Score score) {
  const int size = (std::abs(score) - win_base + plies_to_end(score)) / win_stride;
  return score > 0 ? size : -size;
}

[[nodiscard]] constexpr Score clamp_eval(int value) { return std::clamp(value, -max_eval, max_eval); }

// In the transposition table, distances count from the stored position, not from the root.
[[nodiscard]] constexpr Score to_table(Score score, Ply ply) {
  return is_win(score) ? score + ply : is_loss(score) ? score - ply : score;
}
[[nodiscard]] constexpr Score from_table(Score score, Ply ply) {
  return is_win(score) ? score - ply : is_loss(score) ? score + ply : score;
}

}  // namespace hone
