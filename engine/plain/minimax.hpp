// SPDX-License-Identifier: MIT
//
// Minimax (Shannon 1950) to a fixed depth, in negamax form: the value of a position is the best of the negated
// values of its successors, because what is good for one side is as bad for the other.
//
//     value(p) = what the end is worth              if the line ends at p
//              = max over moves m of -value(p m)    otherwise
//
// It visits every line, and every other search here must agree with it.
#pragma once

#include "engine/plain/search_tree.hpp"

namespace hone {

template <SearchTree T>
class Minimax {
 public:
  explicit Minimax(T& tree, TreeRecord* record = nullptr) : walk_(tree, record) {}

  [[nodiscard]] Found<T> search(const typename T::Node& root, Depth depth) {
    Line<T> line;
    const Score best = value(root, depth, 0, line);
    return walk_.found(best, line);
  }

 private:
  // Among equal values the first is kept. `line` becomes the moves that both sides choose from here.
  Score value(const typename T::Node& node, Depth depth, Ply ply, Line<T>& line) {
    typename T::Moves moves;
    if (const auto end = walk_.open(node, moves, depth, ply)) return *end;

    Score best = -infinite_score;
    for (const auto& move : moves) {
      Line<T> reply;
      const Score score = -value(walk_.child(node, move), depth - 1, ply + 1, reply);
      if (score > best) {
        best = score;
        line = prepend(move, reply);
      }
    }
    walk_.close(node, best);
    return best;
  }

  Walk<T> walk_;
};

}  // namespace hone
