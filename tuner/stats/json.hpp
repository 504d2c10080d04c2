// SPDX-License-Identifier: MIT
//
// Results and ratings as JSON, which --json prints and the files of a run hold. Keys are never renamed, because scripts
// and older runs rely on them. from_json() throws an Error that names the key whose value is missing or wrong.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "tuner/stats/adjudication_check.hpp"
#include "tuner/stats/match_plan.hpp"
#include "tuner/stats/ratings.hpp"
#include "tuner/stats/statistics.hpp"
#include "tuner/stats/stopped_estimate.hpp"
#include "tuner/stats/tally.hpp"

namespace hone::stats {

// An object with the name and count of each reason that occurred.
[[nodiscard]] nlohmann::ordered_json to_json(const ReasonCounts& counts);
[[nodiscard]] ReasonCounts reason_counts(const nlohmann::ordered_json& json);

// The games that were played on, of each kind, with the interval of the share that ended otherwise.
[[nodiscard]] nlohmann::ordered_json to_json(const AdjudicationChecks& checks);
void from_json(const nlohmann::ordered_json& json, AdjudicationChecks& checks);

[[nodiscard]] nlohmann::ordered_json to_json(const PlayTally& tally);
void from_json(const nlohmann::ordered_json& json, PlayTally& tally);

[[nodiscard]] nlohmann::ordered_json to_json(const SprtState& state);
void from_json(const nlohmann::ordered_json& json, SprtState& state);

[[nodiscard]] nlohmann::ordered_json to_json(const Interval& interval);
void from_json(const nlohmann::ordered_json& json, Interval& interval);

// The interval as members of an object: NAME, NAME_error (half of its width), NAME_low and NAME_high, with null for
// what is not bounded. Early versions wrote the first two only.
void put_interval(nlohmann::ordered_json& object, const std::string& name, const Interval& interval);
[[nodiscard]] Interval interval_member(const nlohmann::ordered_json& object, const std::string& name);

[[nodiscard]] nlohmann::ordered_json to_json(const StoppedEstimate& estimate);
void from_json(const nlohmann::ordered_json& json, StoppedEstimate& estimate);

// With the bounds and the true difference that it is of, and their unit.
[[nodiscard]] nlohmann::ordered_json to_json(const MatchPlan& plan, const PlanOptions& options);
[[nodiscard]] nlohmann::ordered_json to_json(const RatingSummary& summary, const RatingOptions& options,
                                             const RatedGames& games);

}  // namespace hone::stats
