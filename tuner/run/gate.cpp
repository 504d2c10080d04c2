// SPDX-License-Identifier: MIT
#include "tuner/run/gate.hpp"

#include <fmt/format.h>

namespace hone::run {

namespace {

// Runs of early versions counted every game.
std::uint64_t games_of_evidence(const match::MatchSummary& match) {
  const match::SideSummary& first = match.players.at(0).results;
  return first.distinct_pairs ? 2 * first.distinct_pairs->count() : match.games;
}

// A test that ran out of games is no reason to throw away what is almost surely better.
GateDecision decide_by_los(const match::MatchSummary& match, double los_wanted) {
  const double los = match.players.at(0).results.los;
  const bool promoted = los >= los_wanted;
  return {promoted, fmt::format("LOS {:.1f} % {} {:.4g} %{}", 100 * los, promoted ? "reaches" : "is below",
                                100 * los_wanted, match.is_undecided() ? ", the SPRT being undecided" : "")};
}

}  // namespace

GateDecision decide(const match::MatchSummary& match, double los_wanted) {
  const std::uint64_t games = games_of_evidence(match);
  if (games < least_gate_games) {
    return {false, fmt::format("{} games{} are too few to tell, fewer than {}", games,
                               games < match.games ? " without repeats" : "", least_gate_games)};
  }
  if (!match.sprt || match.is_undecided()) return decide_by_los(match, los_wanted);
  const bool accepted = match.sprt->verdict == stats::SprtVerdict::accepted;
  return {accepted, fmt::format("the SPRT {}", to_string(match.sprt->verdict))};
}

std::string reason(const match::MatchSummary& match, bool promoted, double los_wanted, bool fell_in_pool) {
  const GateDecision decision = decide(match, los_wanted);
  if (fell_in_pool && !promoted) return decision.why + ", but it has surely fallen against the pool";
  return decision.promoted == promoted ? decision.why
                                       : "by the rule of an earlier version, or by games that were lost since";
}

}  // namespace hone::run
