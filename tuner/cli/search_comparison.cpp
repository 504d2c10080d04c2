// SPDX-License-Identifier: MIT
#include "tuner/cli/search_comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "tuner/cli/print/search_text.hpp"

namespace hone::cli {

namespace {

constexpr std::uint64_t most_leaves = 5'000'000;

Depth fitting_depth(const GameDriver& game, const Board& board) {
  Depth depth = 1;
  while (depth < game.max_plies() && game.perft(board, depth + 1) <= most_leaves) ++depth;
  return depth;
}

// `tick` is called after each search.
Comparison compare_on(const GameDriver& game, std::optional<Depth> given, const std::function<void()>& tick) {
  const auto board = game.initial();
  const Weights weights = game.material_weights();
  Comparison result;
  result.game = game.name();
  result.depth = given ? *given : fitting_depth(game, *board);
  Depth longest = 0;
  const auto leaves = [&](Algorithm algorithm, bool best_first) {
    PlainOptions options;
    options.algorithm = algorithm;
    options.depth = result.depth;
    options.best_first = best_first;
    const SearchResult searched = game.plain_search(*board, options, weights);
    longest = std::max(longest, searched.selective_depth);
    tick();
    return searched.counters.leaves;
  };
  result.minimax = leaves(Algorithm::minimax, false);
  result.branch_and_bound = leaves(Algorithm::branch_and_bound, false);
  result.alpha_beta = leaves(Algorithm::alpha_beta, false);
  result.best_first_alpha_beta = leaves(Algorithm::alpha_beta, true);
  result.minimal = minimal_leaves(std::pow(static_cast<double>(result.minimax), 1.0 / longest), longest);
  SearchControl control;
  control.limits.depth = result.depth;
  result.searcher_nodes = game.engine(weights, {})->search(*board, control).counters.nodes;
  tick();
  return result;
}

}  // namespace

std::vector<Comparison> compare_algorithms(std::span<const GameDriver* const> games, std::optional<Depth> depth,
                                           const std::function<void(std::uint64_t)>& progress) {
  std::vector<Comparison> comparisons;
  std::uint64_t done = 0;
  for (const GameDriver* game : games) comparisons.push_back(compare_on(*game, depth, [&] { progress(++done); }));
  return comparisons;
}

std::string comparison_table(std::span<const Comparison> comparisons) {
  std::string table =
      "| game | depth | minimax | branch and bound | alpha-beta | alpha-beta, best first | minimal tree | searcher, "
      "nodes |\n|---|--:|--:|--:|--:|--:|--:|--:|\n";
  for (const Comparison& each : comparisons) {
    table += fmt::format("| {} | {} | {} | {} | {} | {} | {:.0f} | {} |\n", each.game, each.depth, each.minimax,
                         each.branch_and_bound, each.alpha_beta, each.best_first_alpha_beta, each.minimal,
                         each.searcher_nodes);
  }
  return table;
}

nlohmann::ordered_json comparison_json(std::span<const Comparison> comparisons) {
  nlohmann::ordered_json games = nlohmann::ordered_json::array();
  for (const Comparison& each : comparisons) {
    games.push_back({{"game", each.game},
                     {"depth", each.depth},
                     {"leaves",
                      {{"minimax", each.minimax},
                       {"branch_and_bound", each.branch_and_bound},
                       {"alpha_beta", each.alpha_beta},
                       {"best_first_alpha_beta", each.best_first_alpha_beta},
                       {"minimal", each.minimal}}},
                     {"searcher_nodes", each.searcher_nodes}});
  }
  return {{"games", std::move(games)}};
}

}  // namespace hone::cli
