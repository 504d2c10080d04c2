// SPDX-License-Identifier: MIT
//
// Results as text, in the words that match runners use.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tuner/learn/fit/fit.hpp"
#include "tuner/learn/fit/validation.hpp"
#include "tuner/learn/sampling_options.hpp"
#include "tuner/match/tournament.hpp"
#include "tuner/play/self_play.hpp"
#include "tuner/stats/match_plan.hpp"
#include "tuner/stats/tally.hpp"

namespace hone::cli {

// Of 100; 0 of nothing is 0.
[[nodiscard]] double percent(std::uint64_t part, std::uint64_t whole);
// "win 7, repetition 8": how often games ended for each reason that occurred.
[[nodiscard]] std::string reasons_text(const stats::ReasonCounts& counts);

// Each text ends with a line end.
[[nodiscard]] std::string report(const play::SelfPlaySummary& summary);
[[nodiscard]] std::string report(const learn::SamplingSummary& summary);
[[nodiscard]] std::string report(const learn::FitSummary& summary);
[[nodiscard]] std::string report(const match::TournamentResult& result);
// A warning that the fit is worse than its start, with a line end; empty where it is not.
[[nodiscard]] std::string worse_text(const learn::FitSummary& summary);
[[nodiscard]] std::string report(const learn::CrossValidation& found);
[[nodiscard]] std::string report(const std::vector<learn::GroupWorth>& worths);

[[nodiscard]] std::string report(const stats::MatchPlan& plan, const stats::PlanOptions& options);

// Warns that hold-outs and errors are not to be trusted where rows or positions do not say which game they are from.
// Empty when all of them do.
[[nodiscard]] std::string unnamed_warning(std::uint64_t count, std::string_view what);

// The standings so far, for a terminal; each line ends with a line end.
[[nodiscard]] std::string live_table(const match::TournamentResult& result);
// For the line of progress: "Elo +35.2 +- 20.1, LLR 1.20 (-2.94, 2.94)".
[[nodiscard]] std::string short_report(const match::TournamentResult& result);

}  // namespace hone::cli
