// SPDX-License-Identifier: MIT
//
// Search scores, side to move's view, and every bound there is. Three ranges that never mix:
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
using Depth = int;  // plies still to search
using Ply = int;    // plies from the root

inline constexpr Ply max_ply = 200;     // deepest line of a search, quiescence included
inline constexpr int max_utility = 64;  // othello's discs are the largest grading known here
inline constexpr Score max_eval = 20'000;
inline constexpr Score win_base = 30'000;
inline constexpr Score win_stride = 1'024;  // more than any distance
inline constexpr Score infinite_score = win_base + (max_utility + 1) * win_stride;
inline constexpr Score draw_score = 0;

[[nodiscard]] constexpr bool is_win(Score score) { return score > max_eval; }
[[nodiscard]] constexpr bool is_loss(Score score) { return score < -max_eval; }
[[nodiscard]] constexpr bool is_decided(Score score) { return is_win(score) || is_loss(score); }

// Value of a terminal position `ply` plies from the root; utility from the side to move's view there.
[[nodiscard]] constexpr Score terminal_score(int utility, Ply ply) {
  if (utility > 0) return win_base + utility * win_stride - ply;
  if (utility < 0) return -win_base + utility * win_stride + ply;
  return draw_score;
}

// Plies from the root to the end that a decided score promises, and the utility it promises, signed.
[[nodiscard]] constexpr Ply plies_to_end(Score score) {
  const Score past_base = std::abs(score) - win_base;
  return (win_stride - past_base % win_stride) % win_stride;
}
[[nodiscard]] constexpr int utility_of(Score score) {
  const int size = (std::abs(score) - win_base + plies_to_end(score)) / win_stride;
  return score > 0 ? size : -size;
}

[[nodiscard]] constexpr Score clamp_eval(int value) { return std::clamp(value, -max_eval, max_eval); }

// The transposition table keeps distances from its own position, not from the root.
[[nodiscard]] constexpr Score to_table(Score score, Ply ply) {
  return is_win(score) ? score + ply : is_loss(score) ? score - ply : score;
}
[[nodiscard]] constexpr Score from_table(Score score, Ply ply) {
  return is_win(score) ? score - ply : is_loss(score) ? score + ply : score;
}

}  // namespace hone
