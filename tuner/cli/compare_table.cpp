// SPDX-License-Identifier: MIT
#include "tuner/cli/compare_table.hpp"

#include <fmt/format.h>

#include <cmath>

#include "tuner/cli/search_counters.hpp"

namespace hone {
namespace {

Depth fitting_depth(const GameDriver& game, const Board& board) {
  Depth depth = 1;
  while (depth < 9 && game.perft(board, depth + 1) <= 300'000) ++depth;
  return depth;
}

std::string compare_row(const GameDriver& game, std::optional<Depth> given) {
  const auto board = game.initial();
  const Depth depth = given ? *given : fitting_depth(game, *board);
  const Weights weights = game.material_weights();
  const auto nodes = [&](Algorithm algorithm, bool best_first) {
    PlainOptions options;
    options.algorithm = algorithm;
    options.depth = depth;
    options.best_first = best_first;
    return game.plain_search(*board, options, weights).counters;
  };
  const SearchCounters full = nodes(Algorithm::minimax, false);
  const SearchCounters ordered = nodes(Algorithm::alpha_beta, true);
  SearchControl control;
  control.limits.depth = depth;
  const auto strong = game.engine(weights, {})->search(*board, control).counters;
  const double width = std::pow(static_cast<double>(full.leaves), 1.0 / depth);
  return fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} | {:.0f} |\n", game.name(), depth, full.nodes,
                     nodes(Algorithm::branch_and_bound, false).nodes, nodes(Algorithm::alpha_beta, false).nodes,
                     ordered.nodes, strong.nodes, ordered.leaves, minimal_leaves(width, depth));
}

}  // namespace

std::string compare_table(std::span<const GameDriver* const> games, std::optional<Depth> depth) {
  std::string table =
      "| game | depth | minimax | branch and bound | alpha-beta | best first | searcher | leaves, best first | minimal "
      "leaves |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|\n";
  for (const GameDriver* game : games) table += compare_row(*game, depth);
  return table;
}

}  // namespace hone
