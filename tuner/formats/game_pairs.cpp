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

// Of the games of these players, the first named moving first, from one opening in one round.
std::uint64_t key_of(std::uint32_t first, std::uint32_t second, const PlayedGame& game, std::string_view round) {
  const std::uint64_t players = hash_seed(first, second);
  return hash_seed(players, hash_seed(game.opening, std::hash<std::string_view>()(without_game(round))));
}

}  // namespace

void GamePairs::add(const PlayedGame& game, std::string_view round) {
  if (game.first == game.second) return games_.add(game.first, game.second, stats::one_game(game.half_points / 2.0));
  games_in_order_.push_back({game});
  if (!is_known(round)) return;
  const auto found = by_round_.find(key_of(game.second, game.first, game, round));
  if (found == by_round_.end()) return wait(key_of(game.first, game.second, game, round));
  Queue& queue = found->second;
  Waiting& other = games_in_order_[queue.first];
  games_.add_pair(other.game.first, game.first, other.game.half_points, game.half_points);
  other.is_alone = games_in_order_.back().is_alone = false;
  if (queue.first == queue.last) {
    by_round_.erase(found);
  } else {
    queue.first = other.next;
  }
}

// Puts the newest game at the end of its queue.
void GamePairs::wait(std::uint64_t key) {
  const std::size_t place = games_in_order_.size() - 1;
  const auto [entry, is_new] = by_round_.try_emplace(key, Queue{place, place});
  if (is_new) return;
  games_in_order_[entry->second.last].next = place;
  entry->second.last = place;
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
