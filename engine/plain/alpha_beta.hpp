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
// With the full window it is minimax, move and line included. It is written as negamax.hpp is: the bounds of one side
// are those of the other, negated and exchanged. Moves are tried as the tree lists them; best_first.hpp lists them in
// the best order there is.
//
// With a table (plain_table.hpp) a node that was left before is not searched again where what is known of it decides
// the window. A line that ended in the table is continued by it.
#pragma once

#include <algorithm>
#include <cstddef>

#include "engine/plain/walk.hpp"

namespace hone {

template <SearchTree T>
class AlphaBeta {
 public:
  using Table = typename Walk<T>::Table;

  explicit AlphaBeta(T& tree, TreeRecord* record = nullptr, Table* table = nullptr) : walk_(tree, record, table) {}

  [[nodiscard]] Found<T> search(const typename T::Node& root, Depth depth, Window window = {}, Ply ply = 0) {
    Line<T> line;
    const Score best = value(root, depth, ply, window, line);
    if (best > window.alpha && best < window.beta) walk_.extend(line, root, depth, ply, best);
    return walk_.found(best, line);
  }

 private:
  // Only a score above alpha may change the line: up to alpha it is a bound, not a value.
  Score value(const typename T::Node& node, Depth depth, Ply ply, Window window, Line<T>& line) {
    typename T::Moves moves;
    if (const auto end = walk_.open(node, moves, depth, ply, window)) return *end;

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
    walk_.keep(node, depth, ply, window, best, line);
    return best;
  }

  Walk<T> walk_;
};

}  // namespace hone
