// SPDX-License-Identifier: MIT
//
// Perft counts the leaves of the tree of legal moves. It is the standard test of a move generator. Positions that are
// drawn by rule have successors here; only a position without legal moves has none.
#pragma once

#include <cstdint>

#include "engine/score.hpp"
#include "games/game.hpp"

namespace hone {

// At depth one the moves are counted without being played.
template <Game G>
[[nodiscard]] std::uint64_t perft(const typename G::Position& pos, Depth depth) {
  if (depth <= 0) return 1;
  MoveList<G> legal;
  G::legal_moves(pos, legal);
  if (depth == 1) return legal.size();
  std::uint64_t leaves = 0;
  for (const typename G::Move& move : legal) {
    typename G::Position next = pos;
    G::play(next, move);
    leaves += perft<G>(next, depth - 1);
  }
  return leaves;
}

}  // namespace hone
