// SPDX-License-Identifier: MIT
//
// Principal variation search (Marsland and Campbell 1982), also called NegaScout (Reinefeld 1983), to a fixed depth:
// alpha-beta that expects the first move to be the best. Of every other move it first asks only whether it is better,
// in a null window, which no value lies inside:
//
//     alpha, alpha + 1     r <= alpha: no, and the move is done with
//                          r >= alpha + 1: yes, and the move is searched again for its value,
//                                          unless r >= beta, which is a cut-off already
//
// The narrower a window, the more is cut off: a node that is searched in it is one that alpha-beta would have visited
// too. So nothing is visited that alpha-beta leaves out; but whatever is searched again is visited twice, unless a
// table knows it. With the best move first everywhere nothing is searched again, and it visits the same nodes as
// alpha-beta, which are the fewest that there can be.
#pragma once

#include <algorithm>
#include <cstddef>

#include "engine/plain/walk.hpp"

namespace hone {

template <SearchTree T>
class PrincipalVariationSearch {
 public:
  using Node = typename T::Node;
  using Move = typename T::Move;
  using Table = typename Walk<T>::Table;

  explicit PrincipalVariationSearch(T& tree, TreeRecord* record = nullptr, Table* table = nullptr)
      : walk_(tree, record, table) {}

  // The returned score says what that of alpha_beta.hpp says.
  [[nodiscard]] Found<T> search(const Node& root, Depth depth, Window window = {}) {
    Line<T> line;
    const Score best = value(root, depth, 0, window, line);
    if (best > window.alpha && best < window.beta) walk_.extend(line, root, depth, 0, best);
    return walk_.found(best, line);
  }

 private:
  // The line is that of the best score, even up to alpha, because value_after() may find it to be exact.
  Score value(const Node& node, Depth depth, Ply ply, Window window, Line<T>& line) {
    typename T::Moves moves;
    if (const auto end = walk_.open(node, moves, depth, ply, window)) return *end;

    Score best = -infinite_score;
    for (std::size_t i = 0; i < moves.size() && best < window.beta; ++i) {
      Line<T> reply;
      const Score alpha = std::max(window.alpha, best);
      const Score score = i == 0
                              ? -value(walk_.child(node, moves[i]), depth - 1, ply + 1, {-window.beta, -alpha}, reply)
                              : value_after(node, moves[i], depth, ply, {alpha, window.beta}, reply);
      if (score > best) line = prepend(moves[i], reply);
      best = std::max(best, score);
      if (best >= window.beta && i + 1 < moves.size()) walk_.cut(node, moves, i);
    }
    walk_.close(node, best);
    walk_.keep(node, depth, ply, window, best, best > window.alpha ? line : Line<T>());
    return best;
  }

  // With so many plies left, a score above alpha is the value, and nothing is searched again (Reinefeld): the move
  // leads to a leaf, or to a node that had to try all its moves, each of which leads to a leaf.
  static constexpr Depth exact_depth = 2;

  // The value of a move after the first, seen by the side to move at `node`. When it is searched again it is known to
  // be worth the score or more, so the new window begins just below that.
  Score value_after(const Node& node, const Move& move, Depth depth, Ply ply, Window window, Line<T>& reply) {
    const bool is_null = window.beta == window.alpha + 1;
    if (!is_null) walk_.ask(node, window.alpha + 1);
    const Score score = -value(walk_.child(node, move), depth - 1, ply + 1, {-window.alpha - 1, -window.alpha}, reply);
    if (score <= window.alpha || score >= window.beta || depth <= exact_depth) return score;
    reply.clear();
    return -value(walk_.child_again(node, move), depth - 1, ply + 1, {-window.beta, -(score - 1)}, reply);
  }

  Walk<T> walk_;
};

}  // namespace hone
