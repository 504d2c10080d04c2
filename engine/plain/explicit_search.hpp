// SPDX-License-Identifier: MIT
//
// An explicit tree (data/TREES.md) as a tree to search. A move is the number of a successor, from 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "data/explicit_tree.hpp"
#include "engine/plain/run_plain.hpp"

namespace hone {

class ExplicitSearch {
 public:
  struct Node {
    std::size_t index = 0;
    bool max = true;
  };
  using Move = std::size_t;
  using Moves = std::vector<Move>;
  static constexpr bool is_known_whole = true;

  explicit ExplicitSearch(const ExplicitTree& tree) : tree_(&tree) {}

  [[nodiscard]] Node root() const { return {0, tree_->max_at_root}; }

  void moves(const Node& node, Moves& moves, Depth /*depth*/, Ply /*ply*/) {
    for (Move move = 0; move < at(node).children.size(); ++move) moves.push_back(move);
  }
  [[nodiscard]] std::optional<EndValue> end_value(const Node& node, const Moves& moves, Depth depth, Ply /*ply*/) {
    if (!moves.empty() && depth > 0) return std::nullopt;
    return EndValue{node.max ? at(node).value : -at(node).value, !moves.empty()};
  }
  [[nodiscard]] Node child(const Node& node, Move move) { return {at(node).children[move], !node.max}; }
  void enter(const Node& /*node*/) {}
  void leave() {}
  [[nodiscard]] std::uint64_t key(const Node& node) const { return node.index; }
  [[nodiscard]] bool max_to_move(const Node& node) const { return node.max; }
  // A leaf is named by its value.
  [[nodiscard]] std::string text(const Node& node, Move move) const {
    const ExplicitTree::Node& next = tree_->nodes[at(node).children[move]];
    return next.children.empty() ? "" : std::to_string(move + 1);
  }
  [[nodiscard]] std::string leaf_text(const Node& node) const { return std::to_string(at(node).value); }

 private:
  [[nodiscard]] const ExplicitTree::Node& at(const Node& node) const { return tree_->nodes[node.index]; }

  const ExplicitTree* tree_;
};

// The value is seen by MAX. Algorithm::searcher is the strong search with its selectivity, which records no tree.
// Throws Error if a node has more successors than the searcher takes.
[[nodiscard]] Deepened<ExplicitSearch> search_tree(const ExplicitTree& tree, const PlainOptions& options);

}  // namespace hone
