// SPDX-License-Identifier: MIT
//
// Standings as aligned tables: who is where, and who did what against whom.
#pragma once

#include <string>

#include "tuner/tournament/standings.hpp"

namespace hone {

// One line a player, the best first: rank, name, Elo against the field with its error, nElo, LOS, games, points,
// draws, and the pairs by their points.
[[nodiscard]] std::string standings_table(const Standings& standings);

// Each player's points against each other player, in the order of the standings.
[[nodiscard]] std::string cross_table(const Standings& standings);

}  // namespace hone
