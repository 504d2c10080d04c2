// SPDX-License-Identifier: MIT
//
// How many positions each algorithm looks at to find the same value, and how long it takes: `hone search --compare`.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/game_driver.hpp"

namespace hone::cli {

// What one search looked at. The plain algorithms are counted in leaves. The searcher is selective and ends its lines
// at other depths, so it is counted in nodes, quiescence included.
struct ComparedSearch {
  std::uint64_t count = 0;
  Score value = 0;
  std::chrono::nanoseconds elapsed{};
};

// Searches from the initial position to a fixed depth, with the game's material weights.
struct Comparison {
  std::string game;
  Depth depth = 0;
  std::vector<ComparedSearch> searches;  // in a fixed order, see the source
  double minimal = 0;  // leaves of the minimal tree in a uniform tree that has as many leaves as minimax looked at
};

// How many searches there are of each game.
[[nodiscard]] std::uint64_t searches_of_comparison();

// Without a depth, the deepest one at which minimax looks at no more than 5,000,000 leaves is taken. `progress` is told
// how many searches are done.
[[nodiscard]] std::vector<Comparison> compare_algorithms(std::span<const GameDriver* const> games,
                                                         std::optional<Depth> depth,
                                                         const std::function<void(std::uint64_t)>& progress);

// Tables in Markdown, with what their columns count: two of positions, which are the same on every machine, and the
// last one of seconds, which is not.
[[nodiscard]] std::string comparison_text(std::span<const Comparison> comparisons);
[[nodiscard]] nlohmann::ordered_json comparison_json(std::span<const Comparison> comparisons);

}  // namespace hone::cli
