// SPDX-License-Identifier: MIT
//
// The results of a tournament as JSON. Keys are never renamed, because scripts and older runs rely on them.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "tuner/match/summary.hpp"

namespace hone::match {

// players: one object for each, from its own view, in the order in which they were listed; ranking: their names, the
// best first; pairings: each two that met, from the first one's view; sprt, when there is one; games.
[[nodiscard]] nlohmann::ordered_json to_json(const MatchSummary& summary);
[[nodiscard]] nlohmann::ordered_json to_json(const TournamentResult& result);

// Throws an Error that names the key whose value is missing or wrong.
void from_json(const nlohmann::ordered_json& json, MatchSummary& summary);

// The members of MatchSummary, for from_json() of the whole.
void from_json(const nlohmann::ordered_json& json, PlayerSummary& player);
void from_json(const nlohmann::ordered_json& json, PairingSummary& pairing);

}  // namespace hone::match
