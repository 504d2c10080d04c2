// SPDX-License-Identifier: MIT
//
// What each algorithm looks at to find the same value: the figure of every lecture on game trees.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/game_driver.hpp"

namespace hone::cli {

// From the initial position to a fixed depth, with the game's material weights. Leaves, but for the searcher, whose
// selectivity ends no line at that depth: nodes, quiescence included.
struct Comparison {
  std::string game;
  Depth depth = 0;
  std::uint64_t minimax = 0;
  std::uint64_t branch_and_bound = 0;
  std::uint64_t alpha_beta = 0;             // moves in the order of the generator
  std::uint64_t best_first_alpha_beta = 0;  // moves best first
  double minimal = 0;  // leaves of the minimal tree, for the width of a uniform tree with as many leaves as minimax
  std::uint64_t searcher_nodes = 0;
};

// Without a depth: the deepest at which minimax looks at no more than 5,000,000 leaves.
[[nodiscard]] std::vector<Comparison> compare_algorithms(std::span<const GameDriver* const> games,
                                                         std::optional<Depth> depth);

[[nodiscard]] std::string comparison_table(std::span<const Comparison> comparisons);  // Markdown
[[nodiscard]] nlohmann::ordered_json comparison_json(std::span<const Comparison> comparisons);

}  // namespace hone::cli
