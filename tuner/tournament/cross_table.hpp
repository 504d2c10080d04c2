// SPDX-License-Identifier: MIT
//
// Who scored what against whom.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hone {

using PlayerIndex = std::uint8_t;  // place in the list of players
inline constexpr std::size_t max_players = 256;

// Half points of each player against each other.
class CrossTable {
 public:
  explicit CrossTable(std::size_t players) : players_(players), cells_(players * players) {}

  // 2, 1 or 0 half points for `player`, the rest of 2 for the opponent.
  void add(PlayerIndex player, PlayerIndex opponent, int half_points);

  [[nodiscard]] std::size_t players() const { return players_; }
  [[nodiscard]] std::uint64_t half_points(PlayerIndex player, PlayerIndex opponent) const;
  [[nodiscard]] std::uint64_t half_points(PlayerIndex player) const;  // against everybody
  [[nodiscard]] bool have_met(PlayerIndex player, PlayerIndex opponent) const;

 private:
  std::size_t players_;
  std::vector<std::uint64_t> cells_;
};

}  // namespace hone
