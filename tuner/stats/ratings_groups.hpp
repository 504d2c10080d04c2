// SPDX-License-Identifier: MIT
//
// Which players can be rated together. Finite ratings exist only in a group where a chain of points leads from every
// player to every other: a player who won all games would be infinitely better than the others, and nothing is known
// about players whom no chain of games connects (L. R. Ford, American Mathematical Monthly 64, 1957, 28-33).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tuner/stats/ratings_model.hpp"

namespace hone::stats {

inline constexpr std::uint32_t nobody = UINT32_MAX;  // instead of the number of a player

enum class TakenOut {
  won_all,    // won all games against the players who remained
  lost_all,   // lost all games against the players who remained
  no_games,   // has no games against the players who remained
  separated,  // won or lost all games against each of the groups
};
[[nodiscard]] const char* to_string(TakenOut reason);  // "won all games", ...

struct TakenOutPlayer {
  std::uint32_t player = 0;
  TakenOut reason = TakenOut::no_games;
  std::uint64_t games = 0;  // that the reason speaks of
};

// One group won all games that it had with the other, or the two would be one group.
struct GroupLink {
  std::uint32_t winner = 0, loser = 0;  // groups, by their place in the list
  std::uint64_t games = 0;

  friend bool operator==(const GroupLink&, const GroupLink&) = default;
};

struct RatingGroups {
  std::vector<std::vector<std::uint32_t>> groups;  // the largest first; players in the order of their numbers
  std::vector<TakenOutPlayer> taken_out;           // in the order in which they were taken out
  std::uint64_t games_between = 0;                 // between groups, the separated players included
  std::vector<GroupLink> links;                    // the groups that met, in the order of their places
};

[[nodiscard]] RatingGroups find_groups(std::size_t players, std::span<const Encounter> encounters);

}  // namespace hone::stats
