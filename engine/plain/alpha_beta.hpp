// SPDX-License-Identifier: MIT
//
// Alpha-beta (Knuth and Moore 1975) to a fixed depth, in its fail-soft form (Fishburn 1983): minimax that does not
// look at moves which cannot change the result. Two bounds go down the tree, both seen from the side to move:
//
//     alpha   the value this side can already have elsewhere: anything up to it is of no interest
//     beta    the value the other side can already hold it to: anything from it on will be avoided
//
// For the value V of minimax, the returned score r says
//
//     r <= alpha           V <= r    an upper bound
//     alpha < r < beta     V == r    exact
//     r >= beta            V >= r    a lower bound
//
// With the full window it is minimax, move and line included. Moves are tried as the tree lists them;
// best_first.hpp lists them in the best order there is.
#pragma once

#include <algorithm>
#include <cstddef>

#include "engine/plain/search_tree.hpp"

namespace hone {

struct Window {
  Score alpha = -infinite_score;
  Score beta = infinite_score;
};

template <SearchTree T>
class AlphaBeta {
 public:
  explicit AlphaBeta(T& tree, TreeRecord* record = nullptr) : walk_(tree, record) {}

  [[nodiscard]] Found<T> search(const typename T::Node& root, Depth depth, Window window = {}, Ply ply = 0) {
    Line<T> line;
    const Score best = value(root, depth, ply, window, line);
    return walk_.found(best, line);
  }

 private:
  // Only a score above alpha may change the line: up to alpha it is a bound, not a value.
  Score value(const typename T::Node& node, Depth depth, Ply ply, Window window, Line<T>& line) {
    typename T::Moves moves;
    if (const auto end = walk_.open(node, moves, depth, ply)) return *end;

    Score best = -infinite_score;
    for (std::size_t i = 0; i < moves.size() && best < window.beta; ++i) {
      Line<T> reply;
      const Score alpha = std::max(window.alpha, best);
      const Score score = -value(walk_.child(node, moves[i]), depth - 1, ply + 1, {-window.beta, -alpha}, reply);
      if (score > alpha) line = prepend(moves[i], reply);
      best = std::max(best, score);
      if (best >= window.beta && i + 1 < moves.size()) walk_.cut(node, moves, i);
    }
    walk_.close(node, best);
    return best;
  }

  Walk<T> walk_;
};

}  // namespace hone
