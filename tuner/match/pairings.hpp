// SPDX-License-Identifier: MIT
//
// Who scored what against whom.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hone::match {

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

// Who meets whom in a stage of a tournament, by the format and by the results so far. Pure functions.

struct Pairing {
  PlayerIndex first = 0;
  PlayerIndex second = 0;

  friend bool operator==(const Pairing&, const Pairing&) = default;
};

// Each against each.
[[nodiscard]] std::vector<Pairing> round_robin_pairings(std::size_t players);

// Each of the first `seeds` players against all that are no seeds.
[[nodiscard]] std::vector<Pairing> gauntlet_pairings(std::size_t players, std::size_t seeds);

// The best meet last, and the first have the byes. Who won a tied encounter is who comes first in the list.
[[nodiscard]] std::vector<Pairing> knockout_pairings(std::size_t players, int stage, const CrossTable& so_far);

// The nearest in points that have not met, the best first; only where there is no other way do two meet again. Of an
// odd number one sits out who did not before.
[[nodiscard]] std::vector<Pairing> swiss_pairings(const CrossTable& so_far);

}  // namespace hone::match
