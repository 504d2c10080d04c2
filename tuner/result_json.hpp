// SPDX-License-Identifier: MIT
//
// Results for programs: the JSON of --json, of the journal and of a run's folders.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "tuner/fit/cross_validation.hpp"
#include "tuner/fit/fit.hpp"
#include "tuner/fit/group_worth.hpp"
#include "tuner/sampling/sampling_options.hpp"
#include "tuner/self_play/play_tally.hpp"
#include "tuner/self_play/self_play.hpp"
#include "tuner/statistics/match_plan.hpp"
#include "tuner/tournament/tournament.hpp"

namespace hone {

[[nodiscard]] nlohmann::ordered_json to_json(const PlayTally& tally);
[[nodiscard]] nlohmann::ordered_json to_json(const SelfPlaySummary& summary);
[[nodiscard]] nlohmann::ordered_json to_json(const SamplingSummary& summary);
[[nodiscard]] nlohmann::ordered_json to_json(const FitSummary& summary);
[[nodiscard]] nlohmann::ordered_json to_json(const CrossValidation& found);
[[nodiscard]] nlohmann::ordered_json to_json(const std::vector<GroupWorth>& worths);
// players: one object each, from its own view, as they were listed; ranking: their names, the best first; pairings:
// each two that met, from the first one's view; sprt, when there is one; games.
[[nodiscard]] nlohmann::ordered_json to_json(const TournamentResult& result);
[[nodiscard]] nlohmann::ordered_json to_json(const MatchPlan& plan);

}  // namespace hone
