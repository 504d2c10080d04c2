// SPDX-License-Identifier: MIT
//
// The games of a stage of a tournament by their numbers (tuner/play/numbered_games.hpp), so that they can be played
// elsewhere.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/game_driver.hpp"
#include "tuner/match/pairings.hpp"
#include "tuner/match/tournament.hpp"
#include "tuner/play/entrant.hpp"
#include "tuner/play/numbered_games.hpp"

namespace hone::match {

// A stage whose pairings are settled.
struct StageGames {
  int number = 0;
  std::vector<Pairing> pairings = {};
  std::uint64_t before = 0;  // games of the stages before it: the number of its first game
};

// The games of the stage, numbered as in the whole tournament; without one canaries only. The header is that of the
// tournament's file. The driver and the players must outlive the result. Games that end by a failure of a player keep
// it as the record's note.
[[nodiscard]] play::NumberedGames numbered_games(const GameDriver& driver, std::span<const play::Entrant> players,
                                                 const TournamentOptions& options,
                                                 const std::optional<StageGames>& stage);

}  // namespace hone::match
