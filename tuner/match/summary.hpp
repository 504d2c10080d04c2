// SPDX-License-Identifier: MIT
//
// What a tournament came to, without its games: the part of its result that is kept in files, given to programs and
// shown on a page. tuner/match/json.hpp turns it into JSON and back.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tuner/match/tournament.hpp"
#include "tuner/stats/adjudication_check.hpp"
#include "tuner/stats/statistics.hpp"
#include "tuner/stats/stopped_estimate.hpp"
#include "tuner/stats/tally.hpp"

namespace hone::match {

// The results of one side, and the strength they speak of with its 95 % intervals.
struct SideSummary {
  stats::Trinomial games;
  // Nothing in runs of early versions, which did not keep them, or not the distinct ones.
  std::optional<stats::Pentanomial> pairs = std::nullopt;
  std::optional<stats::Pentanomial> distinct_pairs = std::nullopt;
  // What strength is estimated from where games are not played in pairs; otherwise nothing.
  std::optional<stats::Trinomial> distinct_games = std::nullopt;
  stats::Interval elo;
  std::optional<stats::Interval> nelo = std::nullopt;  // nothing in runs of early versions
  double los = 0.5;                                    // not a number without games
};

struct PlayerSummary {
  std::string name;
  SideSummary results = {};          // against the field
  stats::Trinomial first_move = {};  // the games among them in which the player moved first
  stats::ReasonCounts lost_by{};
  std::optional<std::uint64_t> warnings = std::nullopt;  // of the player's protocol
};

struct PairingSummary {
  std::string first, second;
  SideSummary results;           // seen by the first player
  std::uint64_t duplicates = 0;  // games that these two had played in an earlier pair, move by move
};

struct MatchSummary {
  std::vector<PlayerSummary> players;  // in the order in which they were listed; at least two
  std::vector<std::string> ranking;    // names, the best first
  std::string winner;                  // of a knockout that is over; otherwise empty
  std::vector<PairingSummary> pairings;
  std::optional<stats::SprtState> sprt;
  std::optional<stats::StoppedEstimate> corrected;  // the first player's strength, with the SPRT's stopping in mind
  std::uint64_t games = 0, planned = 0;
  std::uint64_t asked = 0;       // games at most; 0 in runs of early versions
  std::uint64_t suite_ends = 0;  // openings after which the players would only repeat themselves; 0: not planned
  double draw_ratio = 0;
  std::uint64_t duplicates = 0;
  stats::ReasonCounts reasons{};
  stats::AdjudicationChecks adjudication;  // empty in runs of early versions, which did not keep it
  std::string broken_off;                  // why a match was not played to its end; empty otherwise
  bool complete = false;

  // The first player's strength with its 95 % interval, corrected for the SPRT where that is known.
  [[nodiscard]] stats::Interval elo() const;
  [[nodiscard]] std::optional<stats::Interval> nelo() const;
  [[nodiscard]] double los() const;
  [[nodiscard]] bool is_undecided() const;  // there was an SPRT, and it came to no decision
  // The games of the first two players that are repeated although their pairs count as evidence, as they did in runs of
  // early versions.
  [[nodiscard]] std::uint64_t repeated_evidence() const;
};

[[nodiscard]] MatchSummary summary_of(const TournamentResult& result);

}  // namespace hone::match
