// SPDX-License-Identifier: MIT
//
// A match of two that a run played, as its journal keeps it.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tuner/stats/stopped_estimate.hpp"

namespace hone::report {

// From the first player's view.
struct ReportedMatch {
  std::string player, opponent;
  std::uint64_t games = 0, wins = 0, draws = 0, losses = 0;
  std::uint64_t duplicates = 0;            // games that were played before, move by move
  std::vector<std::uint64_t> pentanomial;  // pairs by points, 0 to 2; empty: unknown
  stats::Interval elo;                     // 95 %
  std::optional<stats::Interval> nelo;     // 95 %
  bool is_corrected = false;               // elo, nelo and los take it into account that the SPRT stopped the match
  double los = 0.5;
  bool has_sprt = false;
  double llr = 0, lower = 0, upper = 0;
  std::string verdict;  // of the SPRT

  [[nodiscard]] bool is_undecided() const { return has_sprt && verdict == "undecided"; }
};

// Throws Json::exception when it is not the result of a match (tuner/match/json.hpp).
[[nodiscard]] ReportedMatch match_of(const nlohmann::ordered_json& json);

// What to beware of in the numbers of the match; nothing when they can be trusted.
[[nodiscard]] std::string caution(const ReportedMatch& match);

}  // namespace hone::report
