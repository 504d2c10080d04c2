// SPDX-License-Identifier: MIT
#include "tuner/stats/ratings_groups.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace hone::stats {

namespace {

using Players = std::vector<std::uint32_t>;

// Games and half points, which are whole numbers.
struct Tally {
  std::uint64_t games = 0;
  std::uint64_t halves = 0;

  void add(const Trinomial& results) {
    games += results.count();
    halves += 2 * results.wins + results.draws;
  }
  [[nodiscard]] std::optional<TakenOut> reason() const {
    if (games == 0) return TakenOut::no_games;
    if (halves == 2 * games) return TakenOut::won_all;
    if (halves == 0) return TakenOut::lost_all;
    return std::nullopt;
  }
};

std::vector<Tally> tallies(const std::vector<bool>& is_in, std::span<const Encounter> encounters) {
  std::vector<Tally> tally(is_in.size());
  for (const Encounter& met : encounters) {
    if (!is_in[met.first] || !is_in[met.second]) continue;
    tally[met.first].add(met.results);
    tally[met.second].add(met.results.reversed());
  }
  return tally;
}

// In rounds, because taking out a player may leave others with nothing but wins.
std::vector<TakenOutPlayer> purge(std::vector<bool>& is_in, std::span<const Encounter> encounters) {
  std::vector<TakenOutPlayer> out;
  for (std::size_t before = out.size() + 1; before != out.size();) {
    before = out.size();
    const std::vector<Tally> tally = tallies(is_in, encounters);
    for (std::uint32_t player = 0; player < is_in.size(); ++player) {
      const auto reason = tally[player].reason();
      if (!is_in[player] || !reason) continue;
      is_in[player] = false;
      out.push_back({player, *reason, tally[player].games});
    }
  }
  return out;
}

// For each player, those whom it took points from and those who took points from it.
struct Links {
  std::vector<Players> took_from, gave_to;

  Links(const std::vector<bool>& is_in, std::span<const Encounter> encounters)
      : took_from(is_in.size()), gave_to(is_in.size()) {
    for (const auto& [first, second, results] : encounters) {
      if (!is_in[first] || !is_in[second]) continue;
      if (results.wins + results.draws > 0) link(first, second);
      if (results.losses + results.draws > 0) link(second, first);
    }
  }

  void link(std::uint32_t winner, std::uint32_t loser) {
    took_from[winner].push_back(loser);
    gave_to[loser].push_back(winner);
  }
};

std::vector<bool> reach(std::uint32_t start, const std::vector<Players>& links) {
  std::vector<bool> seen(links.size());
  Players open{start};
  seen[start] = true;
  while (!open.empty()) {
    const std::uint32_t player = open.back();
    open.pop_back();
    for (const std::uint32_t next : links[player]) {
      if (!seen[next]) open.push_back(next);
      seen[next] = true;
    }
  }
  return seen;
}

// The strongly connected components: for each player the first player of its component, or nobody when not in.
Players components(const std::vector<bool>& is_in, const Links& links) {
  Players group(is_in.size(), nobody);
  for (std::uint32_t player = 0; player < is_in.size(); ++player) {
    if (!is_in[player] || group[player] != nobody) continue;
    const std::vector<bool> to = reach(player, links.took_from), from = reach(player, links.gave_to);
    for (std::uint32_t other = 0; other < is_in.size(); ++other) {
      if (to[other] && from[other]) group[other] = player;
    }
  }
  return group;
}

std::uint64_t games_between(const Players& group, std::span<const Encounter> encounters) {
  std::uint64_t games = 0;
  for (const Encounter& met : encounters) {
    const std::uint32_t first = group[met.first], second = group[met.second];
    if (first != nobody && second != nobody && first != second) games += met.results.count();
  }
  return games;
}

std::vector<GroupLink> links_between(const std::vector<Players>& groups, std::size_t players,
                                     std::span<const Encounter> encounters) {
  Players place(players, nobody);
  for (std::uint32_t group = 0; group < groups.size(); ++group) {
    for (const std::uint32_t player : groups[group]) place[player] = group;
  }
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> games;
  for (const Encounter& met : encounters) {
    const std::uint32_t first = place[met.first], second = place[met.second];
    if (first == second || first == nobody || second == nobody) continue;
    games[met.results.wins > 0 ? std::pair(first, second) : std::pair(second, first)] += met.results.count();
  }
  std::vector<GroupLink> links;
  for (const auto& [groups_that_met, count] : games) {
    if (count > 0) links.push_back({groups_that_met.first, groups_that_met.second, count});
  }
  return links;
}

}  // namespace

const char* to_string(TakenOut reason) {
  switch (reason) {
    case TakenOut::won_all:
      return "won all games";
    case TakenOut::lost_all:
      return "lost all games";
    case TakenOut::no_games:
      return "no games against players who can be rated";
    case TakenOut::separated:
      return "won or lost all games against each group";
  }
  return "";
}

RatingGroups find_groups(std::size_t players, std::span<const Encounter> encounters) {
  std::vector<bool> is_in(players, true);
  RatingGroups result;
  result.taken_out = purge(is_in, encounters);
  const Players group = components(is_in, Links(is_in, encounters));
  result.games_between = games_between(group, encounters);
  std::vector<Players> members(players);
  for (std::uint32_t player = 0; player < players; ++player) {
    if (group[player] != nobody) members[group[player]].push_back(player);
  }
  const std::vector<Tally> tally = tallies(is_in, encounters);
  for (Players& some : members) {
    if (some.size() == 1) result.taken_out.push_back({some[0], TakenOut::separated, tally[some[0]].games});
    if (some.size() > 1) result.groups.push_back(std::move(some));
  }
  std::stable_sort(result.groups.begin(), result.groups.end(),
                   [](const Players& a, const Players& b) { return a.size() > b.size(); });
  result.links = links_between(result.groups, players, encounters);
  return result;
}

}  // namespace hone::stats
