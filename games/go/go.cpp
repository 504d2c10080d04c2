// SPDX-License-Identifier: MIT
#include "games/go/go.hpp"

namespace hone::go {

Position initial(int size) {
  Position pos;
  pos.size = static_cast<std::uint8_t>(size);
  pos.komi_halves = static_cast<std::int16_t>(usual_komi_halves(size));
  return pos;
}

Position initial_with_komi(std::string_view komi, int size) {
  Position pos = initial(size);
  pos.komi_halves = static_cast<std::int16_t>(require_komi(komi, size));
  return pos;
}

Position flipped(const Position& pos) {
  Position result = pos;
  std::swap(result.black, result.white);
  result.komi_halves = static_cast<std::int16_t>(-pos.komi_halves);
  result.to_move = other(pos.to_move);
  return result;
}

std::optional<Outcome> outcome(const Position& pos) {
  if (!is_over(pos)) return std::nullopt;
  const int halves = score_halves(pos);
  return Outcome{halves > 0 ? (halves + 1) / 2 : (halves - 1) / 2, EndReason::two_passes};
}

// A stone taken is one less for the enemy, and its point is likely to become one's own.
int noisy_gain(const Position& pos, Move move) { return 300 + 250 * captured_at(pos, move.point).count(); }

}  // namespace hone::go
