// SPDX-License-Identifier: MIT
//
// Results for people, in the words of the match runners.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
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

// Each ends with a line end.
[[nodiscard]] std::string report(const SelfPlaySummary& summary);
[[nodiscard]] std::string report(const SamplingSummary& summary);
[[nodiscard]] std::string report(const FitSummary& summary);
[[nodiscard]] std::string report(const TournamentResult& result);
[[nodiscard]] std::string report(const CrossValidation& found);
[[nodiscard]] std::string report(const std::vector<GroupWorth>& worths);

[[nodiscard]] std::string report(const MatchPlan& plan, const PlanOptions& options);

// Beware of hold-outs and errors where rows or positions do not say which game they are from; empty when all do.
[[nodiscard]] std::string unnamed_warning(std::uint64_t count, std::string_view what);

// The standings so far, for a terminal; each line ends with a line end.
[[nodiscard]] std::string live_table(const TournamentResult& result);
// For a line of progress: "+35.2 +- 20.1 Elo, LLR 1.20 (-2.94, 2.94)".
[[nodiscard]] std::string short_report(const TournamentResult& result);

}  // namespace hone
