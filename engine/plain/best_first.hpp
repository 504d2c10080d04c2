// SPDX-License-Identifier: MIT
//
// A tree whose moves are tried best first, by their true values to the same depth: the order with which alpha-beta
// looks at the least that any search must (Knuth and Moore 1975). It costs more to find than it saves; it shows what
// a good order is worth. Equal moves stay in the order of the tree. The nodes looked at for the order are not counted.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "engine/plain/alpha_beta.hpp"

namespace hone {

template <SearchTree T>
class BestFirst {
 public:
  using Node = typename T::Node;
  using Move = typename T::Move;
  using Moves = typename T::Moves;
  static constexpr bool is_known_whole = T::is_known_whole;

  explicit BestFirst(T& tree) : tree_(tree) {}

  void moves(const Node& node, Moves& moves, Depth depth, Ply ply) {
    tree_.moves(node, moves, depth, ply);
    if (depth <= 0 || end_value(node, moves, depth, ply)) return;
    std::vector<std::pair<Score, Move>> ranked;
    tree_.enter(node);
    for (const Move& move : moves) {
      const Score value = AlphaBeta<T>(tree_).search(tree_.child(node, move), depth - 1, {}, ply + 1).value;
      ranked.emplace_back(value, move);
    }
    tree_.leave();
    std::ranges::stable_sort(ranked, {}, [](const auto& entry) { return entry.first; });
    for (std::size_t i = 0; i < ranked.size(); ++i) moves[i] = ranked[i].second;
  }
  [[nodiscard]] std::optional<EndValue> end_value(const Node& node, const Moves& moves, Depth depth, Ply ply) {
    return tree_.end_value(node, moves, depth, ply);
  }
  [[nodiscard]] Node child(const Node& node, const Move& move) { return tree_.child(node, move); }
  void enter(const Node& node) { tree_.enter(node); }
  void leave() { tree_.leave(); }
  [[nodiscard]] bool max_to_move(const Node& node) const { return tree_.max_to_move(node); }
  [[nodiscard]] std::string text(const Node& node, const Move& move) const { return tree_.text(node, move); }

 private:
  T& tree_;
};

}  // namespace hone
