// SPDX-License-Identifier: MIT
#include "tuner/formats/game_pairs.hpp"

#include <algorithm>
#include <functional>

#include "data/hash.hpp"

namespace hone::formats {

namespace {

bool are_pair(const PlayedGame& one, const PlayedGame& other) {
  return one.first == other.second && one.second == other.first && one.opening == other.opening;
}

// "7" of "7.2": what follows the last point numbers the games of a round.
std::string_view without_game(std::string_view round) { return round.substr(0, round.rfind('.')); }

bool is_known(std::string_view round) { return !round.empty() && round != "?" && round != "-"; }

std::uint64_t key_of(const PlayedGame& game, std::string_view round) {
  const std::uint64_t players = hash_seed(std::min(game.first, game.second), std::max(game.first, game.second));
  return hash_seed(players, hash_seed(game.opening, std::hash<std::string_view>()(without_game(round))));
}

}  // namespace

void GamePairs::add(const PlayedGame& game, std::string_view round) {
  if (game.first == game.second) return games_.add(game.first, game.second, stats::one_game(game.half_points / 2.0));
  games_in_order_.push_back({game});
  if (!is_known(round)) return;
  const std::uint64_t key = key_of(game, round);
  const auto [begin, end] = by_round_.equal_range(key);
  const auto found =
      std::find_if(begin, end, [&](const auto& entry) { return are_pair(games_in_order_[entry.second].game, game); });
  if (found == end) {
    by_round_.emplace(key, games_in_order_.size() - 1);
    return;
  }
  Waiting& other = games_in_order_[found->second];
  games_.add_pair(other.game.first, game.first, other.game.half_points, game.half_points);
  other.is_alone = games_in_order_.back().is_alone = false;
  by_round_.erase(found);
}

void GamePairs::finish() {
  std::erase_if(games_in_order_, [](const Waiting& waiting) { return !waiting.is_alone; });
  for (std::size_t i = 0; i < games_in_order_.size(); ++i) {
    const PlayedGame& game = games_in_order_[i].game;
    const PlayedGame* next = i + 1 < games_in_order_.size() ? &games_in_order_[i + 1].game : nullptr;
    if (next != nullptr && are_pair(game, *next)) {
      games_.add_pair(game.first, next->first, game.half_points, next->half_points);
      ++i;
    } else {
      games_.add(game.first, game.second, stats::one_game(game.half_points / 2.0));
    }
  }
  games_in_order_.clear();
  by_round_.clear();
}

}  // namespace hone::formats
