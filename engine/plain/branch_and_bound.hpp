// SPDX-License-Identifier: MIT
//
// Branch and bound to a fixed depth (procedure F1 of Knuth and Moore 1975): minimax with one bound. A node is given up
// as soon as it cannot improve on the best that its parent has so far:
//
//     bound    what the parent's side can already hold this one to: anything from it on will be avoided
//
// For the value V of minimax, the returned score r says: V == r if r < bound, otherwise V >= r. A bound found further
// up, at the grandparent, is not used; that is the second bound of alpha_beta.hpp.
#pragma once

#include <algorithm>
#include <cstddef>

#include "engine/plain/walk.hpp"

namespace hone {

template <SearchTree T>
class BranchAndBound {
 public:
  explicit BranchAndBound(T& tree, TreeRecord* record = nullptr) : walk_(tree, record) {}

  [[nodiscard]] Found<T> search(const typename T::Node& root, Depth depth, Score bound = infinite_score) {
    Line<T> line;
    const Score best = value(root, depth, 0, bound, line);
    return walk_.found(best, line);
  }

 private:
  Score value(const typename T::Node& node, Depth depth, Ply ply, Score bound, Line<T>& line) {
    typename T::Moves moves;
    if (const auto end = walk_.open(node, moves, depth, ply)) return *end;

    Score best = -infinite_score;
    for (std::size_t i = 0; i < moves.size() && best < bound; ++i) {
      Line<T> reply;
      const Score score = -value(walk_.child(node, moves[i]), depth - 1, ply + 1, -best, reply);
      if (score > best) {
        best = score;
        line = prepend(moves[i], reply);
      }
      if (best >= bound && i + 1 < moves.size()) walk_.cut(node, moves, i);
    }
    walk_.close(node, best);
    return best;
  }

  Walk<T> walk_;
};

}  // namespace hone
