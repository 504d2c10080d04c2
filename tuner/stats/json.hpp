// SPDX-License-Identifier: MIT
//
// Results and ratings for programs, as --json and the files of a run hold them. Keys are not renamed: scripts rely on
// them.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "tuner/stats/match_plan.hpp"
#include "tuner/stats/ratings.hpp"
#include "tuner/stats/statistics.hpp"
#include "tuner/stats/stopped_estimate.hpp"
#include "tuner/stats/tally.hpp"

namespace hone::stats {

[[nodiscard]] nlohmann::ordered_json to_json(const ReasonCounts& counts);  // those that occurred, by name
[[nodiscard]] nlohmann::ordered_json to_json(const PlayTally& tally);
[[nodiscard]] nlohmann::ordered_json to_json(const SprtState& state);
[[nodiscard]] nlohmann::ordered_json to_json(const StoppedEstimate& estimate);
[[nodiscard]] nlohmann::ordered_json to_json(const MatchPlan& plan);
[[nodiscard]] nlohmann::ordered_json to_json(const RatingSummary& summary, const RatingOptions& options,
                                             const RatedGames& games);

}  // namespace hone::stats
