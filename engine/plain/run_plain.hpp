// SPDX-License-Identifier: MIT
//
// Runs the plain algorithm of a given name on any tree.
#pragma once

#include <cassert>

#include "engine/plain/alpha_beta.hpp"
#include "engine/plain/best_first.hpp"
#include "engine/plain/branch_and_bound.hpp"
#include "engine/plain/iterative_deepening.hpp"
#include "engine/plain/minimax.hpp"
#include "engine/plain/plain_options.hpp"

namespace hone {

// Runs an algorithm that searches to one fixed depth.
template <SearchTree T>
[[nodiscard]] Found<T> run_fixed(T& tree, const typename T::Node& root, const PlainOptions& options) {
  assert(options.algorithm != Algorithm::iterative_deepening && options.algorithm != Algorithm::searcher);
  if (options.algorithm == Algorithm::minimax) return Minimax<T>(tree, options.record).search(root, options.depth);
  if (options.algorithm == Algorithm::branch_and_bound) {
    return BranchAndBound<T>(tree, options.record).search(root, options.depth);
  }
  return AlphaBeta<T>(tree, options.record).search(root, options.depth);
}

// The algorithm must not be the searcher. on_depth(deepened) is called by iterative deepening after each depth.
template <SearchTree T, class OnDepth>
[[nodiscard]] Deepened<T> run_plain(const T& tree, const typename T::Node& root, const PlainOptions& options,
                                    OnDepth on_depth) {
  T own = tree;
  if (options.algorithm == Algorithm::iterative_deepening) {
    return iterative_deepening(own, root, options.depth, options.move_time, options.record, on_depth);
  }
  if (!options.best_first) return {run_fixed(own, root, options), options.depth};
  BestFirst<T> ordered(own);
  const auto found = run_fixed(ordered, root, options);
  return {{found.value, found.line, found.counters, found.deepest, found.exact}, options.depth};
}

}  // namespace hone
