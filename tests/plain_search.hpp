// SPDX-License-Identifier: MIT
//
// The three simplest of the plain algorithms on a game, for tests that compare them with each other or ask them for the
// value of a position.
#pragma once

#include <cstdint>
#include <span>

#include "engine/plain/alpha_beta.hpp"
#include "engine/plain/branch_and_bound.hpp"
#include "engine/plain/game_tree.hpp"
#include "engine/plain/minimax.hpp"

namespace hone::testing {

template <Game G>
[[nodiscard]] SearchResult minimax(const typename G::Position& root, std::span<const std::uint64_t> history,
                                   Depth depth, const WeightTable& weights) {
  GameTree<G> tree(weights, history);
  return plain_result<G>(root, depth, Minimax(tree).search(root, depth));
}

template <Game G>
[[nodiscard]] SearchResult branch_and_bound(const typename G::Position& root, std::span<const std::uint64_t> history,
                                            Depth depth, const WeightTable& weights) {
  GameTree<G> tree(weights, history);
  return plain_result<G>(root, depth, BranchAndBound(tree).search(root, depth));
}

template <Game G>
[[nodiscard]] SearchResult alpha_beta(const typename G::Position& root, std::span<const std::uint64_t> history,
                                      Depth depth, const WeightTable& weights, Window window = {}) {
  GameTree<G> tree(weights, history);
  return plain_result<G>(root, depth, AlphaBeta(tree).search(root, depth, window));
}

}  // namespace hone::testing
