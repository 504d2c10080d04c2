// SPDX-License-Identifier: MIT
//
// How often adjudication is wrong. A share of the adjudicated games is played on to their ends, and some of them end
// otherwise. Resignations and draws are counted apart, because their rules have nothing in common. The games are few,
// so that the share comes with its exact interval (Clopper and Pearson, Biometrika 26, 1934, 404-413).
#pragma once

#include <cstdint>
#include <string>

#include "data/game_record.hpp"
#include "tuner/stats/stopped_estimate.hpp"

namespace hone::stats {

struct AdjudicationCheck {
  std::uint64_t played_on = 0;
  std::uint64_t ended_otherwise = 0;  // at most played_on

  // The share that ends otherwise: two-sided at 95 %, or, where none or all of the games did, one-sided at 95 % with 0
  // or 1 as the other bound. Without games it is unknown: 0 to 1.
  [[nodiscard]] Interval share() const;
  friend bool operator==(const AdjudicationCheck&, const AdjudicationCheck&) = default;
};

struct AdjudicationChecks {
  AdjudicationCheck resignations, draws;

  // Counts a game that was played on; other games change nothing.
  void add(const GameRecord& game);
  friend bool operator==(const AdjudicationChecks&, const AdjudicationChecks&) = default;
};

// "0 of 7 (at most 34.8 %)", "1 of 20 (5.0 %, 0.1 to 24.9 %)"; empty without games.
[[nodiscard]] std::string to_string(const AdjudicationCheck& check);

}  // namespace hone::stats
