// SPDX-License-Identifier: MIT
#include "engine/plain/explicit_search.hpp"

#include <algorithm>

#include "data/error.hpp"
#include "engine/plain/explicit_game.hpp"
#include "engine/searcher.hpp"

namespace hone {
namespace {

// The number of plies of the longest line.
Depth height(const ExplicitTree& tree, std::size_t index = 0) {
  Depth longest = 0;
  for (const std::size_t child : tree.nodes[index].children) longest = std::max(longest, 1 + height(tree, child));
  return longest;
}

void require_few_successors(const ExplicitTree& tree) {
  const auto too_many = [](const auto& node) { return node.children.size() > ExplicitGame::max_moves; };
  if (!std::ranges::any_of(tree.nodes, too_many)) return;
  throw Error("the searcher takes at most " + std::to_string(ExplicitGame::max_moves) + " successors of a node");
}

const Schema& value_schema() {
  static constexpr Layout<1> layout{{{"value", scalar(), "value of the node"}}};
  static const Schema schema("explicit_tree", {"all"}, 1, layout);
  return schema;
}

// Returns the moves up to a leaf of the tree; after that the searcher only waits.
Line<ExplicitSearch> line_in_tree(const ExplicitTree& tree, const std::vector<MoveCode>& moves) {
  Line<ExplicitSearch> line;
  std::size_t index = 0;
  for (const MoveCode move : moves) {
    if (tree.nodes[index].children.empty()) break;
    line.push_back(move);
    index = tree.nodes[index].children[move];
  }
  return line;
}

// Returns the value seen by the side to move at the root, which must not be a leaf.
Deepened<ExplicitSearch> search_strongly(const ExplicitTree& tree, const PlainOptions& options) {
  require_few_successors(tree);
  Weights weights = zero_weights(value_schema());
  weights.values = {1};
  const WeightTable unit(weights);
  EngineOptions engine;
  engine.hash_bytes = std::size_t{1} << 20;
  engine.transposition_table = options.table.value_or(true);
  TranspositionTable table(engine.hash_bytes);
  Searcher<ExplicitGame> searcher(unit, table, engine);
  SearchControl control;
  control.limits = {
      .depth = std::min(options.depth, height(tree)), .nodes = {}, .move_time = options.move_time, .clock = {}};
  const SearchResult result = searcher.search({&tree, 0, tree.max_at_root}, {}, control);
  return {{result.score, line_in_tree(tree, result.pv), result.counters, result.selective_depth, false}, result.depth};
}

Deepened<ExplicitSearch> search_for_mover(const ExplicitTree& tree, const PlainOptions& options) {
  const bool is_leaf = tree.nodes[0].children.empty() || options.depth == 0;
  if (options.algorithm == Algorithm::searcher && !is_leaf) return search_strongly(tree, options);
  PlainOptions plain = options;
  plain.depth = std::min(options.depth, std::max(height(tree), 1));  // a leaf, too, is searched to depth 1
  if (options.algorithm == Algorithm::searcher) plain.algorithm = Algorithm::alpha_beta;
  const ExplicitSearch search(tree);
  return run_plain(search, search.root(), plain, [](const auto& /*deepened*/) {});
}

}  // namespace

Deepened<ExplicitSearch> search_tree(const ExplicitTree& tree, const PlainOptions& options) {
  Deepened<ExplicitSearch> result = search_for_mover(tree, options);
  if (!tree.max_at_root) result.found.value = -result.found.value;
  return result;
}

}  // namespace hone
