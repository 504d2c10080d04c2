// SPDX-License-Identifier: MIT
//
// The results of a tournament for programs.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "tuner/match/tournament.hpp"

namespace hone::match {

// players: one object each, from its own view, as they were listed; ranking: their names, the best first; pairings:
// each two that met, from the first one's view; sprt, when there is one; games.
[[nodiscard]] nlohmann::ordered_json to_json(const TournamentResult& result);

}  // namespace hone::match
