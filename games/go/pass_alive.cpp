// SPDX-License-Identifier: MIT
#include "games/go/pass_alive.hpp"

#include <array>

namespace hone::go {
namespace {

// A chain has at least one point of its own, and so has a region.
constexpr std::size_t most_parts = largest_size * largest_size;

struct Region {
  Points points;
  Points empty;
};

struct Parts {
  std::array<Chain, most_parts> chains;
  std::array<Region, most_parts> regions;
  std::size_t chain_count = 0;
  std::size_t region_count = 0;
};

bool is_vital(const Region& region, const Chain& chain, Points board) {
  const bool is_beside = !neighbours(region.points, chain.stones).empty();
  return is_beside && (region.empty & ~neighbours(chain.stones, board)).empty();
}

// Whether the other side can live nowhere in a vital region, even where its stones are taken that fill it now: two eyes
// of its own would take two points that are not next to living chains.
bool has_no_room(const Region& region, Points alive, Points board) {
  return (region.points & ~neighbours(alive, board)).count() < 2;
}

// Removes from `alive` the chains with fewer than two vital regions; returns whether there was any.
bool remove_chains(const Parts& parts, Points board, const std::array<bool, most_parts>& sound, Points& alive) {
  const Points before = alive;
  for (std::size_t c = 0; c < parts.chain_count; ++c) {
    const Chain& chain = parts.chains[c];
    if ((chain.stones & alive).empty()) continue;
    int vital = 0;
    for (std::size_t r = 0; r < parts.region_count && vital < 2; ++r) {
      if (sound[r] && is_vital(parts.regions[r], chain, board)) ++vital;
    }
    if (vital < 2) alive &= ~chain.stones;
  }
  return alive != before;
}

}  // namespace

Points pass_alive(Points own, Points board, Points empty) {
  Parts parts;
  for (Points left = board & ~own; !left.empty(); ++parts.region_count) {
    const Points points = flooded(bit(left.first()), left);
    left &= ~points;
    parts.regions[parts.region_count] = {points, points & empty};
  }
  if (parts.region_count < 2) return {};
  for_each_chain(own, empty, [&](const Chain& chain) { parts.chains[parts.chain_count++] = chain; });

  Points alive = own;
  std::array<bool, most_parts> sound{};  // regions with living chains alone around them
  do {
    for (std::size_t r = 0; r < parts.region_count; ++r) {
      sound[r] = neighbours(parts.regions[r].points, own & ~alive).empty();
    }
  } while (remove_chains(parts, board, sound, alive));

  Points safe = alive;
  for (std::size_t r = 0; r < parts.region_count && !alive.empty(); ++r) {
    if (!sound[r]) continue;
    for (std::size_t c = 0; c < parts.chain_count; ++c) {
      const Chain& chain = parts.chains[c];
      const bool is_alive = !(chain.stones & alive).empty() && is_vital(parts.regions[r], chain, board);
      if (is_alive && has_no_room(parts.regions[r], alive, board)) safe |= parts.regions[r].points;
    }
  }
  return safe;
}

// Who owns a points has them against the `size * size - a` others at worst.
ScoreBounds score_bounds(const Position& pos) {
  const int points = pos.size * pos.size;
  const int black = pass_alive(pos.black, pos.board(), pos.empty()).count();
  const int white = pass_alive(pos.white, pos.board(), pos.empty()).count();
  return {2 * (2 * black - points) - pos.komi_halves, 2 * (points - 2 * white) - pos.komi_halves};
}

}  // namespace hone::go
