// SPDX-License-Identifier: MIT
#include "tuner/match/standings.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace hone::match {

namespace {

// Of the player who moved first: 0, 1 or 2.
int half_points(const GameRecord& game) { return game.outcome.utility > 0 ? 2 : game.outcome.utility == 0 ? 1 : 0; }

void count_points(stats::Trinomial& results, int half_points) {
  ++(half_points == 2 ? results.wins : half_points == 1 ? results.draws : results.losses);
}

double share_of_points(const Results& results) {
  const std::uint64_t games = results.games.count();
  return games == 0 ? 0.5 : results.points() / static_cast<double>(games);
}

}  // namespace

double Results::points() const { return static_cast<double>(games.wins) + static_cast<double>(games.draws) / 2; }

stats::Estimate Results::estimate() const {
  return pairs.count() > 0 ? hone::stats::estimate(distinct_pairs) : hone::stats::estimate(distinct_games);
}

Standings::Standings(std::vector<std::string> names) : cross_(names.size()), stages_survived_(names.size()) {
  for (std::string& name : names) players_.push_back({std::move(name), {}, {}, {}});
}

void Standings::add(const GameRecord& game, const ScheduledGame& slot) {
  const int points = half_points(game);
  const bool is_repeated = !seen_[{slot.first, slot.second}].insert(game);
  tally_.add(game);
  cross_.add(slot.first, slot.second, points);
  count_game(slot.first, {points, is_repeated}, game);
  count_game(slot.second, {2 - points, is_repeated}, game);
  count_points(players_[slot.first].first_move, points);

  PairingResults& pairing = pairing_of(slot);
  const bool in_order = pairing.players.first == slot.first;
  const Evidence own{in_order ? points : 2 - points, is_repeated};
  count(pairing.results, own);
  if (is_repeated) ++tally_.duplicates, ++pairing.duplicates;
  if (slot.is_paired && !half_pair_) {
    half_pair_ = own;
  } else if (half_pair_) {
    count_pair(pairing.players,
               {half_pair_->half_points + own.half_points, half_pair_->is_repeated || own.is_repeated});
    half_pair_.reset();
  }
}

void Standings::go_on_with(std::vector<PlayerIndex> survivors) {
  survivors_ = std::move(survivors);
  for (const PlayerIndex player : survivors_) ++stages_survived_[player];
}

std::vector<PairingResults> Standings::pairings() const {
  std::vector<PairingResults> all;
  for (const auto& [players, results] : pairings_) all.push_back(results);
  return all;
}

std::vector<std::size_t> Standings::ranking() const {
  std::vector<std::size_t> order(players_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto merit = [&](std::size_t player) {
    return std::pair(stages_survived_[player], share_of_points(players_[player].results));
  };
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return merit(a) > merit(b); });
  return order;
}

std::optional<std::size_t> Standings::winner() const {
  return survivors_.size() == 1 ? std::optional<std::size_t>(survivors_.front()) : std::nullopt;
}

void Standings::count_game(PlayerIndex player, const Evidence& seen, const GameRecord& game) {
  PlayerResults& results = players_[player];
  count(results.results, seen);
  if (seen.half_points == 0) ++results.lost_by[static_cast<std::size_t>(game.outcome.reason)];
}

void Standings::count(Results& results, const Evidence& game) {
  count_points(results.games, game.half_points);
  if (!game.is_repeated) count_points(results.distinct_games, game.half_points);
}

void Standings::count_pair(const Pairing& pairing, const Evidence& seen) {
  const auto place = static_cast<std::size_t>(seen.half_points);
  const auto add = [&](Results& results, std::size_t points) {
    ++results.pairs.pairs[points];
    if (!seen.is_repeated) ++results.distinct_pairs.pairs[points];
  };
  add(pairings_.at({pairing.first, pairing.second}).results, place);
  add(players_[pairing.first].results, place);
  add(players_[pairing.second].results, 4 - place);
}

PairingResults& Standings::pairing_of(const ScheduledGame& slot) {
  const auto [low, high] = std::minmax(slot.first, slot.second);
  const auto [found, is_new] = pairings_.try_emplace({low, high});
  if (is_new) found->second.players = {low, high};
  return found->second;
}

}  // namespace hone::match
