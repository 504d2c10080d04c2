// SPDX-License-Identifier: MIT
#include "tuner/match/summary.hpp"

#include <algorithm>

namespace hone::match {

namespace {

SideSummary side(const Results& results) {
  const stats::Estimate strength = results.estimate();
  return {.games = results.games,
          .pairs = results.pairs,
          .distinct_pairs = results.distinct_pairs,
          .distinct_games = results.pairs.count() == 0 ? std::optional(results.distinct_games) : std::nullopt,
          .elo = strength.elo,
          .nelo = strength.nelo,
          .los = strength.los};
}

}  // namespace

stats::Interval MatchSummary::elo() const { return corrected ? corrected->elo : players.at(0).results.elo; }

std::optional<stats::Interval> MatchSummary::nelo() const {
  return corrected ? std::optional(corrected->nelo) : players.at(0).results.nelo;
}

double MatchSummary::los() const { return corrected ? corrected->los : players.at(0).results.los; }

bool MatchSummary::is_undecided() const { return sprt && sprt->verdict == stats::SprtVerdict::undecided; }

std::uint64_t MatchSummary::repeated_evidence() const {
  if (players.empty()) return duplicates;
  const SideSummary& side = players.front().results;
  if (side.distinct_games) return 0;
  if (!side.pairs || !side.distinct_pairs) return duplicates;
  const std::uint64_t not_counted = 2 * (side.pairs->count() - side.distinct_pairs->count());
  return duplicates - std::min(duplicates, not_counted);
}

MatchSummary summary_of(const TournamentResult& result) {
  const Standings& standings = result.standings;
  const auto name = [&](std::size_t player) { return standings.players()[player].name; };
  MatchSummary summary;
  summary.sprt = result.sprt;
  summary.corrected = result.corrected;
  summary.games = result.tally().games;
  summary.planned = result.planned;
  summary.asked = result.asked;
  summary.suite_ends = result.suite_ends;
  if (const auto winner = standings.winner()) summary.winner = name(*winner);
  summary.draw_ratio = result.draw_ratio();
  summary.duplicates = result.tally().duplicates;
  summary.reasons = result.tally().reasons;
  summary.adjudication = result.tally().checks;
  summary.broken_off = result.broken_off;
  summary.complete = result.complete;
  for (const PlayerResults& player : standings.players()) {
    summary.players.push_back({player.name, side(player.results), player.first_move, player.lost_by, std::nullopt});
  }
  for (std::size_t i = 0; i < result.warnings.size(); ++i) summary.players[i].warnings = result.warnings[i].count;
  for (const std::size_t place : standings.ranking()) summary.ranking.push_back(name(place));
  for (const PairingResults& pairing : standings.pairings()) {
    summary.pairings.push_back(
        {name(pairing.players.first), name(pairing.players.second), side(pairing.results), pairing.duplicates});
  }
  return summary;
}

}  // namespace hone::match
