// SPDX-License-Identifier: MIT
#include "games/go/go.hpp"

#include <algorithm>

#include "games/go/pass_alive.hpp"

namespace hone::go {
namespace {

// Half a point is rounded away from zero, so that it wins.
int utility_of_halves(int halves) { return halves > 0 ? (halves + 1) / 2 : (halves - 1) / 2; }

}  // namespace

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
  return Outcome{utility_of_halves(score_halves(pos)), EndReason::two_passes};
}

// How long it takes is not known: soon where that is good for the bound, late where it is not. After a pass the side to
// move may end the game as the stones stand, the dead ones among them.
ValueBounds bounds(const Position& pos) {
  constexpr int soonest = 1;
  constexpr int latest = 900;  // plies
  const ScoreBounds halves = score_bounds(pos);
  const bool is_black = pos.to_move == Side::first;
  const int worst = is_black ? utility_of_halves(halves.least) : -utility_of_halves(halves.most);
  int best = is_black ? utility_of_halves(halves.most) : -utility_of_halves(halves.least);
  if (pos.passes == 1) best = std::max(best, sign(pos.to_move) * utility_of_halves(score_halves(pos)));
  return {{worst, worst > 0 ? latest : soonest}, {best, best > 0 ? soonest : latest}};
}

// A stone taken is one less for the enemy, and its point is likely to become one's own.
int noisy_gain(const Position& pos, Move move) { return 300 + 250 * captured_at(pos, move.point).count(); }

}  // namespace hone::go
