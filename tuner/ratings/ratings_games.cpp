// SPDX-License-Identifier: MIT
#include "tuner/ratings/ratings_games.hpp"

#include <algorithm>

namespace hone {

std::uint32_t RatedGames::player(std::string_view name) {
  if (const auto found = numbers_.find(name); found != numbers_.end()) return found->second;
  const auto number = static_cast<std::uint32_t>(names_.size());
  names_.emplace_back(name);
  numbers_.emplace(name, number);
  return number;
}

void RatedGames::add(std::uint32_t first, std::uint32_t second, const Trinomial& results) {
  if (first == second) {
    with_itself_ += results.count();
    return;
  }
  results_[std::uint64_t{first} << 32 | second] += results;
  games_ += results.count();
}

void RatedGames::add(std::string_view first, std::string_view second, const Trinomial& results) {
  const std::uint32_t one = player(first);  // numbered before the second
  add(one, player(second), results);
}

std::vector<Encounter> RatedGames::encounters() const {
  std::vector<Encounter> all;
  for (const auto& [key, results] : results_) {
    all.push_back({static_cast<std::uint32_t>(key >> 32), static_cast<std::uint32_t>(key), results});
  }
  std::sort(all.begin(), all.end(), [](const Encounter& a, const Encounter& b) {
    return std::pair(a.first, a.second) < std::pair(b.first, b.second);
  });
  return all;
}

Trinomial one_game(double points) { return {.losses = points == 0.0, .draws = points == 0.5, .wins = points == 1.0}; }

}  // namespace hone
