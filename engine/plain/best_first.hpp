// SPDX-License-Identifier: MIT
//
// A tree whose moves are tried best first, by their true values to the same depth. On uniform trees alpha-beta then
// visits the smallest number of nodes that any search must visit (Knuth and Moore 1975); on others a worse move may be
// the cheaper refutation. Finding the order costs more than it saves; it shows what a good order is worth. Equal moves
// stay in the order of the tree. The nodes visited to find the order are not counted.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "engine/plain/alpha_beta.hpp"

namespace hone {

template <SearchTree T>
class BestFirst : public LikeTree<T> {
 public:
  using typename LikeTree<T>::Node;
  using typename LikeTree<T>::Move;
  using typename LikeTree<T>::Moves;
  using LikeTree<T>::LikeTree;

  void moves(const Node& node, Moves& moves, Depth depth, Ply ply) {
    T& tree = this->tree_;
    tree.moves(node, moves, depth, ply);
    if (depth <= 0 || tree.end_value(node, moves, depth, ply)) return;
    std::vector<std::pair<Score, Move>> ranked;
    tree.enter(node);
    for (const Move& move : moves) {
      const Score value = AlphaBeta<T>(tree).search(tree.child(node, move), depth - 1, {}, ply + 1).value;
      ranked.emplace_back(value, move);
    }
    tree.leave();
    std::ranges::stable_sort(ranked, {}, [](const auto& entry) { return entry.first; });
    for (std::size_t i = 0; i < ranked.size(); ++i) moves[i] = ranked[i].second;
  }
};

}  // namespace hone
