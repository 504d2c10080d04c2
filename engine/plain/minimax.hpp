// SPDX-License-Identifier: MIT
//
// Minimax (Shannon 1950) to a fixed depth, in negamax form: the value of a position is the best of the negated
// values of its successors, because what is good for one side is as bad for the other.
//
//     value(p) = what the end is worth              if the line ends at p (engine/plain/horizon.hpp)
//              = max over moves m of -value(p m)    otherwise
//
// It looks at every line; every other search here must agree with it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/plain/horizon.hpp"
#include "engine/plain/line.hpp"

namespace hone {

template <Game G>
class Minimax {
 public:
  Minimax(const WeightTable& weights, std::span<const std::uint64_t> history) : horizon_(weights, history) {}

  [[nodiscard]] SearchResult search(const typename G::Position& root, Depth depth) {
    Line<G> best_line;
    const Score score = value(root, depth, 0, best_line);
    return plain_result<G>(root, depth, score, best_line, horizon_);
  }

 private:
  // Of equal values the first is kept. `line` becomes the moves that both sides choose from here.
  Score value(const typename G::Position& pos, Depth depth, Ply ply, Line<G>& line) {
    MoveList<G> legal;
    G::legal_moves(pos, legal);
    if (const auto score = horizon_.visit(pos, legal, depth, ply)) return *score;

    Score best = -infinite_score;
    horizon_.path().push(G::hash(pos));
    for (const typename G::Move& move : legal) {
      typename G::Position next = pos;
      G::play(next, move);
      Line<G> reply;
      const Score score = -value(next, depth - 1, ply + 1, reply);
      if (score > best) {
        best = score;
        line = prepend<G>(move, reply);
      }
    }
    horizon_.path().pop();
    return best;
  }

  Horizon<G> horizon_;
};

// `history`: hashes of the positions before the root, oldest first. At the root repetition is not looked at.
template <Game G>
[[nodiscard]] SearchResult minimax(const typename G::Position& root, std::span<const std::uint64_t> history,
                                   Depth depth, const WeightTable& weights) {
  return Minimax<G>(weights, history).search(root, depth);
}

}  // namespace hone
