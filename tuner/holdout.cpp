// SPDX-License-Identifier: MIT
#include "tuner/holdout.hpp"

#include <algorithm>

namespace hone {
namespace {

// The mixer of SplitMix64 (Steele, Lea and Flood 2014).
std::uint64_t mix(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return x ^ (x >> 31);
}

}  // namespace

bool is_held_out(std::uint32_t game, double share, std::uint64_t seed) {
  const std::uint64_t number = mix(mix(seed) + game) >> 11;
  return static_cast<double>(number) * 0x1p-53 < share;
}

Split split_by_game(const RowSet& rows, double share, std::uint64_t seed) {
  Split split;
  for (std::uint32_t i = 0; i < rows.size(); ++i) {
    (is_held_out(rows[i].label.game, share, seed) ? split.heldout : split.train).push_back(i);
  }
  return split;
}

std::size_t count_games(const RowSet& rows, const RowSelection& selection) {
  std::vector<std::uint32_t> games;
  games.reserve(selection.size());
  for (const std::uint32_t i : selection) games.push_back(rows[i].label.game);
  std::sort(games.begin(), games.end());
  return static_cast<std::size_t>(std::unique(games.begin(), games.end()) - games.begin());
}

}  // namespace hone
