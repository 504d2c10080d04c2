// SPDX-License-Identifier: MIT
//
// What decides the games of a tournament, as its game file states it. Only a tournament with the same header may go
// on with the file. How many games are played and when the SPRT ends them is not part of it where games do not
// depend on that, so that a match may be made longer.
#pragma once

#include <span>

#include "data/game_file.hpp"
#include "tuner/tournament/tournament.hpp"

namespace hone {

[[nodiscard]] GameFileHeader tournament_header(const GameDriver& driver, std::span<const Player> players,
                                               const TournamentOptions& options);

}  // namespace hone
