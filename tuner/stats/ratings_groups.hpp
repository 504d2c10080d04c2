// SPDX-License-Identifier: MIT
//
// Who can be rated against whom. Ratings exist only among players of whom each is linked to each by points: whoever won
// all games is infinitely better than the others, and between players without a chain of games nothing is known
// (L. R. Ford, American Mathematical Monthly 64, 1957, 28-33).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tuner/stats/ratings_model.hpp"

namespace hone::stats {

enum class TakenOut {
  won_all,    // of the games against players who were still in
  lost_all,   // ...
  no_games,   // against players who were still in
  separated,  // won or lost all games against each of the groups
};
[[nodiscard]] const char* to_string(TakenOut reason);  // "won all games", ...

struct TakenOutPlayer {
  std::uint32_t player = 0;
  TakenOut reason = TakenOut::no_games;
  std::uint64_t games = 0;  // those that the reason speaks of
};

struct RatingGroups {
  std::vector<std::vector<std::uint32_t>> groups;  // the largest first; players in the order of their numbers
  std::vector<TakenOutPlayer> taken_out;           // in the order in which it happened
  std::uint64_t games_between = 0;                 // of groups: one side won them all, or they would be one group
};

[[nodiscard]] RatingGroups find_groups(std::size_t players, std::span<const Encounter> encounters);

}  // namespace hone::stats
