// SPDX-License-Identifier: MIT
//
// How many positions each algorithm looks at to find the same value: `hone search --compare`.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/game_driver.hpp"

namespace hone::cli {

// Searches from the initial position to a fixed depth, with the game's material weights. The plain algorithms are
// counted in leaves. The searcher is selective and ends its lines at other depths, so it is counted in nodes,
// quiescence included.
struct Comparison {
  std::string game;
  Depth depth = 0;
  std::uint64_t minimax = 0;
  std::uint64_t branch_and_bound = 0;
  std::uint64_t alpha_beta = 0;             // with moves in the order of the generator
  std::uint64_t best_first_alpha_beta = 0;  // with the best move first
  double minimal = 0;  // leaves of the minimal tree in a uniform tree that has as many leaves as minimax looked at
  std::uint64_t searcher_nodes = 0;
};

// How many searches there are of each game.
inline constexpr std::uint64_t searches_of_comparison = 5;

// Without a depth, the deepest one at which minimax looks at no more than 5,000,000 leaves is taken. `progress` is told
// how many searches are done.
[[nodiscard]] std::vector<Comparison> compare_algorithms(std::span<const GameDriver* const> games,
                                                         std::optional<Depth> depth,
                                                         const std::function<void(std::uint64_t)>& progress);

[[nodiscard]] std::string comparison_table(std::span<const Comparison> comparisons);  // Markdown
[[nodiscard]] nlohmann::ordered_json comparison_json(std::span<const Comparison> comparisons);

}  // namespace hone::cli
