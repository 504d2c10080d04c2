// SPDX-License-Identifier: MIT
#include "tuner/match/pairings.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

namespace hone::match {

namespace {

PlayerIndex index_of(std::size_t player) { return static_cast<PlayerIndex>(player); }

// Each of the first `seeds` players against each player after it.
std::vector<Pairing> everyone_after(std::size_t seeds, std::size_t players) {
  std::vector<Pairing> pairings;
  for (std::size_t i = 0; i < seeds; ++i) {
    for (std::size_t j = i + 1; j < players; ++j) pairings.push_back({index_of(i), index_of(j)});
  }
  return pairings;
}

// The order of the players in which neighbours meet and the best meet last: 0 7 3 4 1 6 2 5 for eight.
std::vector<std::size_t> bracket(std::size_t size) {
  std::vector<std::size_t> order{0};
  while (order.size() < size) {
    std::vector<std::size_t> wider;
    for (const std::size_t player : order) wider.insert(wider.end(), {player, 2 * order.size() - 1 - player});
    order = std::move(wider);
  }
  return order;
}

PlayerIndex winner(const Pairing& pairing, const CrossTable& so_far) {
  const std::uint64_t own = so_far.half_points(pairing.first, pairing.second);
  const std::uint64_t other = so_far.half_points(pairing.second, pairing.first);
  if (own == other) return std::min(pairing.first, pairing.second);
  return own > other ? pairing.first : pairing.second;
}

// The bracket's places that are left after that many stages, neighbours meeting next. Places that no player fills are
// byes.
std::vector<std::size_t> knockout_field(std::size_t players, int stages, const CrossTable& so_far) {
  std::vector<std::size_t> field = bracket(std::bit_ceil(players));
  for (int stage = 0; stage < stages; ++stage) {
    std::vector<std::size_t> survivors;
    for (std::size_t i = 0; i + 1 < field.size(); i += 2) {
      const auto [low, high] = std::minmax(field[i], field[i + 1]);
      survivors.push_back(high < players ? winner({index_of(low), index_of(high)}, so_far) : low);
    }
    field = std::move(survivors);
  }
  return field;
}

// Pairs each player, the best first, with the nearest one, and backtracks from dead ends.
class SwissPairing {
 public:
  explicit SwissPairing(const CrossTable& so_far) : so_far_(so_far) {}

  // most: games that all pairs together may have played against each other before. Nothing where there is no such way,
  // or where none was found in reasonable time.
  std::optional<std::vector<Pairing>> pair(const std::vector<PlayerIndex>& players, std::uint64_t most) {
    steps_ = 0;
    return pair_rest(players, most);
  }

 private:
  static constexpr int max_steps = 100'000;

  std::optional<std::vector<Pairing>> pair_rest(std::vector<PlayerIndex> left, std::uint64_t most) {
    if (left.size() < 2) return std::vector<Pairing>();
    const PlayerIndex best = left.front();
    for (std::size_t i = 1; i < left.size(); ++i) {
      const std::uint64_t games = so_far_.games(best, left[i]);
      if (games > most) continue;
      if (++steps_ > max_steps) return std::nullopt;
      std::vector<PlayerIndex> rest(left.begin() + 1, left.end());
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i) - 1);
      auto pairings = pair_rest(std::move(rest), most - games);
      if (!pairings) continue;
      pairings->insert(pairings->begin(), {best, left[i]});
      return pairings;
    }
    return std::nullopt;
  }

  const CrossTable& so_far_;
  int steps_ = 0;
};

// The numbers of games that two of the players have played against each other, ascending, each once.
std::vector<std::uint64_t> numbers_of_games(const std::vector<PlayerIndex>& players, const CrossTable& so_far) {
  std::set<std::uint64_t> numbers;
  for (const PlayerIndex a : players) {
    for (const PlayerIndex b : players) {
      if (a < b) numbers.insert(so_far.games(a, b));
    }
  }
  return {numbers.begin(), numbers.end()};
}

// With an odd number of players, drops the last in the order of those who have sat out least, that is, have played
// most.
void drop_one_of_odd(std::vector<PlayerIndex>& order, const CrossTable& so_far) {
  if (order.size() % 2 == 0) return;
  const auto out = std::max_element(order.rbegin(), order.rend(),
                                    [&](PlayerIndex a, PlayerIndex b) { return so_far.games(a) < so_far.games(b); });
  order.erase(std::next(out).base());
}

}  // namespace

void CrossTable::add(PlayerIndex player, PlayerIndex opponent, int half_points) {
  cells_[player * players_ + opponent] += static_cast<std::uint64_t>(half_points);
  cells_[opponent * players_ + player] += static_cast<std::uint64_t>(2 - half_points);
}

std::uint64_t CrossTable::half_points(PlayerIndex player, PlayerIndex opponent) const {
  return cells_[player * players_ + opponent];
}

std::uint64_t CrossTable::half_points(PlayerIndex player) const {
  const auto row = cells_.begin() + static_cast<std::ptrdiff_t>(player * players_);
  return std::accumulate(row, row + static_cast<std::ptrdiff_t>(players_), std::uint64_t{0});
}

std::uint64_t CrossTable::games(PlayerIndex player, PlayerIndex opponent) const {
  return (half_points(player, opponent) + half_points(opponent, player)) / 2;
}

std::uint64_t CrossTable::games(PlayerIndex player) const {
  std::uint64_t sum = 0;
  for (std::size_t opponent = 0; opponent < players_; ++opponent) sum += games(player, index_of(opponent));
  return sum;
}

std::vector<Pairing> round_robin_pairings(std::size_t players) { return everyone_after(players, players); }

std::vector<Pairing> gauntlet_pairings(std::size_t players, std::size_t seeds) {
  std::vector<Pairing> pairings = everyone_after(seeds, players);
  std::erase_if(pairings, [&](const Pairing& pairing) { return pairing.second < seeds; });
  return pairings;
}

std::vector<Pairing> knockout_pairings(std::size_t players, int stage, const CrossTable& so_far) {
  const std::vector<std::size_t> field = knockout_field(players, stage, so_far);
  std::vector<Pairing> pairings;
  for (std::size_t i = 0; i + 1 < field.size(); i += 2) {
    const auto [low, high] = std::minmax(field[i], field[i + 1]);
    if (high < players) pairings.push_back({index_of(low), index_of(high)});
  }
  return pairings;
}

std::vector<PlayerIndex> knockout_survivors(std::size_t players, int stages, const CrossTable& so_far) {
  std::vector<PlayerIndex> survivors;
  for (const std::size_t player : knockout_field(players, stages, so_far)) {
    if (player < players) survivors.push_back(index_of(player));
  }
  return survivors;
}

std::vector<Pairing> swiss_pairings(const CrossTable& so_far) {
  std::vector<PlayerIndex> order(so_far.players());
  std::iota(order.begin(), order.end(), PlayerIndex{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](PlayerIndex a, PlayerIndex b) { return so_far.half_points(a) > so_far.half_points(b); });
  drop_one_of_odd(order, so_far);
  if (order.size() < 2) return {};
  // As few games as possible between those who meet again, up to so many that all may meet.
  constexpr std::uint64_t most_trials = 64;
  const std::vector<std::uint64_t> numbers = numbers_of_games(order, so_far);
  const std::uint64_t pairs = order.size() / 2, least = pairs * numbers.front(), all = pairs * numbers.back();
  const std::uint64_t one_pair = numbers.size() > 1 ? numbers[1] - numbers[0] : 1;
  SwissPairing pairing(so_far);
  for (std::uint64_t most = least; most < all; most += std::max(one_pair, (all - least) / most_trials)) {
    if (auto pairings = pairing.pair(order, most)) return *pairings;
  }
  return *pairing.pair(order, all);
}

}  // namespace hone::match
