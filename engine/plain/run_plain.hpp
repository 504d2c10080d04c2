// SPDX-License-Identifier: MIT
//
// Runs the plain algorithm of a given name on any tree.
#pragma once

#include <cassert>
#include <optional>

#include "engine/plain/alpha_beta.hpp"
#include "engine/plain/best_first.hpp"
#include "engine/plain/branch_and_bound.hpp"
#include "engine/plain/iterative_deepening.hpp"
#include "engine/plain/minimax.hpp"
#include "engine/plain/mtd_f.hpp"
#include "engine/plain/negamax.hpp"
#include "engine/plain/plain_options.hpp"
#include "engine/plain/principal_variation_search.hpp"

namespace hone {

// Runs an algorithm that may have a table, to one fixed depth. `guess` is for those that begin with one.
template <SearchTree T>
[[nodiscard]] Found<T> run_windowed(T& tree, const typename T::Node& root, const PlainOptions& options, Depth depth,
                                    Score guess, PlainTable<typename T::Move>* table) {
  switch (options.algorithm) {
    case Algorithm::pvs:
      return PrincipalVariationSearch<T>(tree, options.record, table).search(root, depth);
    case Algorithm::mtd_f:
      return MtdF<T>(tree, options.record, table).search(root, depth, guess);
    default:
      return AlphaBeta<T>(tree, options.record, table).search(root, depth);
  }
}

// Runs any algorithm but the searcher to one fixed depth.
template <SearchTree T>
[[nodiscard]] Found<T> run_fixed(T& tree, const typename T::Node& root, const PlainOptions& options,
                                 PlainTable<typename T::Move>* table) {
  assert(!options.deepens() && options.algorithm != Algorithm::searcher);
  switch (options.algorithm) {
    case Algorithm::minimax:
      return Minimax<T>(tree, options.record).search(root, options.depth);
    case Algorithm::negamax:
      return Negamax<T>(tree, options.record).search(root, options.depth);
    case Algorithm::branch_and_bound:
      return BranchAndBound<T>(tree, options.record).search(root, options.depth);
    default:
      return run_windowed(tree, root, options, options.depth, options.first_guess, table);
  }
}

// The algorithm must not be the searcher. on_depth(deepened) is called after each depth of a search that deepens.
template <SearchTree T, class OnDepth>
[[nodiscard]] Deepened<T> run_plain(const T& tree, const typename T::Node& root, const PlainOptions& options,
                                    OnDepth on_depth) {
  std::optional<PlainTable<typename T::Move>> own_table;
  if (options.has_table()) own_table.emplace(options.table_bytes);
  auto* const table = own_table ? &*own_table : nullptr;
  T own = tree;
  if (options.deepens()) {
    const auto search = [&](TimedTree<T>& timed, Depth depth, Score last) {
      return run_windowed(timed, root, options, depth, depth == 1 ? options.first_guess : last, table);
    };
    return deepen(own, options.depth, options.move_time, options.record, search, on_depth);
  }
  if (!options.best_first) return {run_fixed(own, root, options, table), options.depth};
  BestFirst<T> ordered(own);
  const auto found = run_fixed(ordered, root, options, table);
  return {{found.value, found.line, found.counters, found.deepest, found.exact}, options.depth};
}

}  // namespace hone
