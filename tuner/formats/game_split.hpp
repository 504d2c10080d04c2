// SPDX-License-Identifier: MIT
//
// Which games are held out when others are learnt from. A hash of the game decides, so that it stays on its side
// whatever other games there are.
#pragma once

#include <cstdint>

#include "data/game_record.hpp"

namespace hone::formats {

// The id of a game's positions and rows, drawn from its seed: the same in every data set that it is part of, so that a
// game once held out stays so in all fits with one seed.
[[nodiscard]] constexpr std::uint32_t id_of(const GameRecord& game) {
  return static_cast<std::uint32_t>(game.seed ^ (game.seed >> 32));
}

// Depends on nothing but its arguments. A larger share holds out the games of a smaller one and more.
[[nodiscard]] bool is_held_out(std::uint32_t game, double share, std::uint64_t seed);

}  // namespace hone::formats
