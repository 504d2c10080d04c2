// SPDX-License-Identifier: MIT
#include "tuner/learn/tree_samples.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <unordered_set>

namespace hone::learn {

namespace {

bool is_wanted(const TreeNode& node, const SamplingOptions& options) {
  return std::abs(node.value) <= options.max_score && !(options.skip_check && node.board->in_check());
}

NodeSampling node_sampling(const SamplingOptions& options) {
  NodeSampling sampling{.least_depth = options.target.tree->depth, .seed = options.seed};
  if (options.target.tree->rows > 0) sampling.most = options.target.tree->rows;
  return sampling;
}

// Nodes of a search have been searched deeply enough.
Resolve resolve_of_nodes(const Resolve& resolve) {
  return resolve.searches() ? Resolve{.kind = Resolve::Kind::leaf} : resolve;
}

std::shared_ptr<Engine> search_engine_of(const GameDriver& driver, const Weights& weights,
                                         const SamplingOptions& options) {
  if (!options.target.tree) return nullptr;
  EngineOptions search;
  search.hash_bytes = hash_bytes_for(options.target.tree->nodes);
  return driver.engine(weights, search);
}

}  // namespace

std::size_t hash_bytes_for(std::uint64_t nodes) {
  constexpr std::size_t least = std::size_t{1} << 16, most = std::size_t{1} << 28;
  constexpr std::size_t per_node = 64;  // four times an entry
  return std::clamp(per_node * static_cast<std::size_t>(std::min<std::uint64_t>(nodes, most)), least, most);
}

SamplingEngines sampling_engines(const GameDriver& driver, const Weights& weights, const SamplingOptions& options) {
  return {Resolver(driver, weights, options.resolve, options.quiet_margin),
          Resolver(driver, weights, resolve_of_nodes(options.resolve), options.quiet_margin),
          search_engine_of(driver, weights, options)};
}

// Deeper nodes come first, so that of several nodes with one quiet position the deepest is kept.
std::vector<TreeSample> tree_samples(SamplingEngines& engines, const Board& board, const SamplingOptions& options,
                                     const std::stop_token& stop) {
  engines.search->new_game();
  SearchControl control;
  control.limits.nodes = options.target.tree->nodes;
  control.stop = stop;
  std::vector<TreeNode> nodes = engines.search->search_tree(board, control, node_sampling(options));
  std::ranges::stable_sort(nodes, std::ranges::greater(), &TreeNode::depth);
  std::vector<TreeSample> samples;
  std::unordered_set<std::uint64_t> seen;
  for (const TreeNode& node : nodes) {
    if (!is_wanted(node, options)) continue;
    for (const auto& quiet : engines.node_resolver.positions(*node.board, std::nullopt, stop)) {
      if (options.unique && !seen.insert(quiet->hash()).second) continue;
      samples.push_back({quiet->hash(), quiet->row(), static_cast<float>(node.value), node.bound});
    }
  }
  return samples;
}

}  // namespace hone::learn
