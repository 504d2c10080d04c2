// SPDX-License-Identifier: MIT
//
// Negamax to a fixed depth: minimax with one function for both players. Every value is seen by the side to move, and
// what is good for one side is as bad for the other, so the smallest of some values is the negative of the largest of
// their negatives:
//
//     value(p) = what the end is worth to the side to move if the line ends at p
//              = max over moves m of -value(p m)           otherwise
//
// It visits what minimax visits, in the same order. All searches after this one are written in the same way.
#pragma once

#include "engine/plain/walk.hpp"

namespace hone {

template <SearchTree T>
class Negamax {
 public:
  explicit Negamax(T& tree, TreeRecord* record = nullptr) : walk_(tree, record) {}

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
