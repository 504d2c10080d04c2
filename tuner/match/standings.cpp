// SPDX-License-Identifier: MIT
#include "tuner/match/standings.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace hone::match {

namespace {

// Of the player who moved first: 0, 1 or 2.
int half_points(const GameRecord& game) { return game.outcome.utility > 0 ? 2 : game.outcome.utility == 0 ? 1 : 0; }

void count(stats::Trinomial& results, int half_points) {
  ++(half_points == 2 ? results.wins : half_points == 1 ? results.draws : results.losses);
}

double share_of_points(const Results& results) {
  const std::uint64_t games = results.games.count();
  return games == 0 ? 0.5 : results.points() / static_cast<double>(games);
}

}  // namespace

double Results::points() const { return static_cast<double>(games.wins) + static_cast<double>(games.draws) / 2; }

stats::Estimate Results::estimate() const {
  return pairs.count() > 0 ? hone::stats::estimate(pairs) : hone::stats::estimate(games);
}

Standings::Standings(std::vector<std::string> names) : cross_(names.size()) {
  for (std::string& name : names) players_.push_back({std::move(name), {}, {}, {}});
}

void Standings::add(const GameRecord& game, const ScheduledGame& slot) {
  const int points = half_points(game);
  tally_.add(game);
  cross_.add(slot.first, slot.second, points);
  count_game(slot.first, points, game);
  count_game(slot.second, 2 - points, game);
  count(players_[slot.first].first_move, points);

  PairingResults& pairing = pairing_of(slot);
  const bool in_order = pairing.players.first == slot.first;
  const int own_points = in_order ? points : 2 - points;
  count(pairing.results.games, own_points);
  if (!seen_.insert(game)) ++tally_.duplicates;
  if (!seen_by_pairing_[{pairing.players.first, pairing.players.second}].insert(game)) ++pairing.duplicates;
  if (slot.is_paired && !half_pair_) {
    half_pair_ = own_points;
  } else if (half_pair_) {
    count_pair(pairing.players, *half_pair_ + own_points);
    half_pair_.reset();
  }
}

std::vector<PairingResults> Standings::pairings() const {
  std::vector<PairingResults> all;
  for (const auto& [players, results] : pairings_) all.push_back(results);
  return all;
}

std::vector<std::size_t> Standings::ranking() const {
  std::vector<std::size_t> order(players_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return share_of_points(players_[a].results) > share_of_points(players_[b].results);
  });
  return order;
}

void Standings::count_game(PlayerIndex player, int half_points, const GameRecord& game) {
  PlayerResults& results = players_[player];
  count(results.results.games, half_points);
  if (half_points == 0) ++results.lost_by[static_cast<std::size_t>(game.outcome.reason)];
}

void Standings::count_pair(const Pairing& pairing, int half_points) {
  const auto place = static_cast<std::size_t>(half_points);
  ++pairings_.at({pairing.first, pairing.second}).results.pairs.pairs[place];
  ++players_[pairing.first].results.pairs.pairs[place];
  ++players_[pairing.second].results.pairs.pairs[4 - place];
}

PairingResults& Standings::pairing_of(const ScheduledGame& slot) {
  const auto [low, high] = std::minmax(slot.first, slot.second);
  const auto [found, is_new] = pairings_.try_emplace({low, high});
  if (is_new) found->second.players = {low, high};
  return found->second;
}

}  // namespace hone::match
