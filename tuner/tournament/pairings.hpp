// SPDX-License-Identifier: MIT
//
// Who meets whom in a stage of a tournament, by the format and by the results so far. Pure functions.
#pragma once

#include <cstddef>
#include <vector>

#include "tuner/tournament/cross_table.hpp"

namespace hone {

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

}  // namespace hone
