// SPDX-License-Identifier: MIT
//
// The results of the players against each other, and the pairings of a tournament's next stage by its format and by
// these results. The functions are pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hone::match {

using PlayerIndex = std::uint8_t;  // a place in the list of players
inline constexpr std::size_t max_players = 256;

struct Pairing {
  PlayerIndex first = 0;
  PlayerIndex second = 0;

  friend bool operator==(const Pairing&, const Pairing&) = default;
};

// Half points of each player against each other.
class CrossTable {
 public:
  explicit CrossTable(std::size_t players) : players_(players), cells_(players * players) {}

  // Adds 2, 1 or 0 half points for `player`, and the rest of the 2 for the opponent.
  void add(PlayerIndex player, PlayerIndex opponent, int half_points);

  [[nodiscard]] std::size_t players() const { return players_; }
  [[nodiscard]] std::uint64_t half_points(PlayerIndex player, PlayerIndex opponent) const;
  [[nodiscard]] std::uint64_t half_points(PlayerIndex player) const;  // against everybody
  // Games against each other, and against everybody.
  [[nodiscard]] std::uint64_t games(PlayerIndex player, PlayerIndex opponent) const;
  [[nodiscard]] std::uint64_t games(PlayerIndex player) const;

 private:
  std::size_t players_;
  std::vector<std::uint64_t> cells_;
};

// Every player against every other.
[[nodiscard]] std::vector<Pairing> round_robin_pairings(std::size_t players);

// Each of the first `seeds` players against all players who are not among them.
[[nodiscard]] std::vector<Pairing> gauntlet_pairings(std::size_t players, std::size_t seeds);

// The best players meet last, and the first in the list have the byes. A tied encounter counts as won by the player who
// comes first in the list.
[[nodiscard]] std::vector<Pairing> knockout_pairings(std::size_t players, int stage, const CrossTable& so_far);
// Who is left after that many stages, all games of which are in the table.
[[nodiscard]] std::vector<PlayerIndex> knockout_survivors(std::size_t players, int stages, const CrossTable& so_far);

// Pairs players who have not met and are nearest in points, the best first. Where there is no other way players meet
// again, those who have played each other least. With an odd number one of those sits out who have done so least.
[[nodiscard]] std::vector<Pairing> swiss_pairings(const CrossTable& so_far);

}  // namespace hone::match
