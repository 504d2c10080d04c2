// SPDX-License-Identifier: MIT
#include "tuner/tournament/cross_table.hpp"

#include <numeric>

namespace hone {

void CrossTable::add(PlayerIndex player, PlayerIndex opponent, int half_points) {
  cells_[player * players_ + opponent] += static_cast<std::uint64_t>(half_points);
  cells_[opponent * players_ + player] += static_cast<std::uint64_t>(2 - half_points);
}

std::uint64_t CrossTable::half_points(PlayerIndex player, PlayerIndex opponent) const {
  return cells_[player * players_ + opponent];
}

std::uint64_t CrossTable::half_points(PlayerIndex player) const {
  const auto row = cells_.begin() + static_cast<std::ptrdiff_t>(player * players_);
  return std::accumulate(row, row + static_cast<std::ptrdiff_t>(players_), std::uint64_t{0});
}

bool CrossTable::have_met(PlayerIndex player, PlayerIndex opponent) const {
  return half_points(player, opponent) + half_points(opponent, player) > 0;
}

}  // namespace hone
