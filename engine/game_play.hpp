// SPDX-License-Identifier: MIT
//
// One game between two engines, from an opening to its end.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <stop_token>

#include "data/game_record.hpp"
#include "engine/adjudication.hpp"
#include "engine/game_driver.hpp"
#include "engine/opening.hpp"

namespace hone {

struct GamePlayOptions {
  std::array<Limits, 2> limits;  // of who moves first in the initial position, and of the other
  AdjudicationOptions adjudication;
  int max_plies = 0;  // a game of so many plies, opening included, is a draw; 0: the game's own bound

  void validate() const;  // throws Error naming the bound that is broken
};

// players[0] has the side of the first player; both may be one object. `seed` decides whether this game is one of
// those played on past adjudication; nothing else is random. The record's number and first player are the caller's
// to fill in. Nothing when stopped before the end. Throws Error when the opening does not fit the game.
[[nodiscard]] std::optional<GameRecord> play_game(const GameDriver& driver, const Opening& opening,
                                                  std::array<Engine*, 2> players, const GamePlayOptions& options,
                                                  std::uint64_t seed, const std::stop_token& stop);

}  // namespace hone
