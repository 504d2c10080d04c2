// SPDX-License-Identifier: MIT
//
// The plain algorithms by name, on any tree.
#pragma once

#include <chrono>
#include <optional>

#include "engine/plain/alpha_beta.hpp"
#include "engine/plain/best_first.hpp"
#include "engine/plain/branch_and_bound.hpp"
#include "engine/plain/iterative_deepening.hpp"
#include "engine/plain/minimax.hpp"
#include "engine/plain/plain_options.hpp"

namespace hone {

// The algorithm must not be the searcher.
template <SearchTree T>
[[nodiscard]] Found<T> run_fixed(T& tree, const typename T::Node& root, const PlainOptions& options) {
  switch (options.algorithm) {
    case Algorithm::minimax:
      return Minimax<T>(tree, options.record).search(root, options.depth);
    case Algorithm::branch_and_bound:
      return BranchAndBound<T>(tree, options.record).search(root, options.depth);
    default:
      return AlphaBeta<T>(tree, options.record).search(root, options.depth);
  }
}

template <SearchTree T>
[[nodiscard]] Deepened<T> run_plain(const T& tree, const typename T::Node& root, const PlainOptions& options) {
  T own = tree;
  if (options.algorithm == Algorithm::iterative_deepening) {
    return iterative_deepening(own, root, options.depth, options.move_time, options.record);
  }
  if (!options.best_first) return {run_fixed(own, root, options), options.depth};
  BestFirst<T> ordered(own);
  const auto found = run_fixed(ordered, root, options);
  return {{found.value, found.line, found.counters, found.deepest}, options.depth};
}

}  // namespace hone
