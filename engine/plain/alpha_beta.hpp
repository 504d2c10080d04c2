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
// With the full window it is minimax, move and line included. Moves are tried as the game lists them: good order is
// what the strong search adds.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "engine/plain/horizon.hpp"
#include "engine/plain/line.hpp"

namespace hone {

struct Window {
  Score alpha = -infinite_score;
  Score beta = infinite_score;
};

template <Game G>
class AlphaBeta {
 public:
  AlphaBeta(const WeightTable& weights, std::span<const std::uint64_t> history) : horizon_(weights, history) {}

  [[nodiscard]] SearchResult search(const typename G::Position& root, Depth depth, Window window) {
    Line<G> best_line;
    const Score score = value(root, depth, 0, window, best_line);
    return plain_result<G>(root, depth, score, best_line, horizon_);
  }

 private:
  Score value(const typename G::Position& pos, Depth depth, Ply ply, Window window, Line<G>& line) {
    MoveList<G> legal;
    G::legal_moves(pos, legal);
    if (const auto score = horizon_.visit(pos, legal, depth, ply)) return *score;

    Score best = -infinite_score;
    horizon_.path().push(G::hash(pos));
    for (const typename G::Move& move : legal) {
      typename G::Position next = pos;
      G::play(next, move);
      Line<G> reply;
      const Score alpha = std::max(window.alpha, best);
      const Score score = -value(next, depth - 1, ply + 1, {-window.beta, -alpha}, reply);
      if (score > alpha) line = prepend<G>(move, reply);
      best = std::max(best, score);
      if (best >= window.beta) {
        count_cutoff(move == legal[0]);
        break;
      }
    }
    horizon_.path().pop();
    return best;
  }

  void count_cutoff(bool first_move) {
    ++horizon_.counters().cutoffs;
    if (first_move) ++horizon_.counters().first_move_cutoffs;
  }

  Horizon<G> horizon_;
};

// `history`: hashes of the positions before the root, oldest first. At the root repetition is not looked at.
template <Game G>
[[nodiscard]] SearchResult alpha_beta(const typename G::Position& root, std::span<const std::uint64_t> history,
                                      Depth depth, const WeightTable& weights, Window window = {}) {
  return AlphaBeta<G>(weights, history).search(root, depth, window);
}

}  // namespace hone
