// SPDX-License-Identifier: MIT
//
// The decision on a candidate after its match against the best weights: the SPRT must accept; where there is none, or
// it came to no decision, the likelihood of superiority (LOS) must reach what was asked for.
#pragma once

#include <cstdint>
#include <string>

#include "tuner/match/summary.hpp"

namespace hone::run {

// The games of a gate that may promote, without those of repeated pairs, which tell nothing new. A match of two games
// between equals is won in a quarter of all cases, and up to about 40 games the estimates of errors are too small for
// the chances of a wrong promotion to be what they claim.
inline constexpr std::uint64_t least_gate_games = 40;

struct GateDecision {
  bool promoted = false;
  std::string why;  // "the SPRT accepted", "LOS 97.3 % reaches 95 %, the SPRT being undecided"
};

[[nodiscard]] GateDecision decide(const match::MatchSummary& match, double los_wanted);

// Why a gate promoted, or did not: the reason of decide(), which a run of an early version may not have had.
// `fell_in_pool`: it passed, and was kept out by its games against the pool.
[[nodiscard]] std::string reason(const match::MatchSummary& match, bool promoted, double los_wanted,
                                 bool fell_in_pool = false);

}  // namespace hone::run
