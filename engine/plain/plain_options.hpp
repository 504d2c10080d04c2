// SPDX-License-Identifier: MIT
//
// The choice of a plain algorithm and its options.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>

#include "engine/plain/tree_record.hpp"
#include "engine/search_types.hpp"

namespace hone {

enum class Algorithm {
  minimax,
  negamax,
  branch_and_bound,
  alpha_beta,
  pvs,                  // principal_variation_search.hpp
  mtd_f,                // mtd_f.hpp
  iterative_deepening,  // alpha_beta that deepens
  searcher
};

// Whether the algorithm can be told to use a table, and to deepen.
[[nodiscard]] constexpr bool takes_table(Algorithm algorithm) {
  return algorithm == Algorithm::alpha_beta || algorithm == Algorithm::pvs || algorithm == Algorithm::mtd_f ||
         algorithm == Algorithm::iterative_deepening;
}

struct PlainOptions {
  Algorithm algorithm = Algorithm::alpha_beta;
  Depth depth = max_ply;                                    // in plies; of a search that deepens, the greatest depth
  bool deepening = false;                                   // see iterative_deepening.hpp; for those that take a table
  std::optional<std::chrono::milliseconds> move_time = {};  // only for a search that deepens
  std::optional<bool> table = {};                           // see plain_table.hpp; as given, or only for mtd_f
  std::size_t table_bytes = std::size_t{64} << 20;          // at most
  Score first_guess = 0;                                    // of mtd_f, seen by the side to move
  bool best_first = false;                                  // see best_first.hpp; not for a search that deepens
  TreeRecord* record = nullptr;                             // receives the searched tree; the searcher records none
  SearchObserver observer = {};  // called after each depth of a search that deepens, on a game

  [[nodiscard]] bool deepens() const { return deepening || algorithm == Algorithm::iterative_deepening; }
  [[nodiscard]] bool has_table() const {
    return takes_table(algorithm) && table.value_or(algorithm == Algorithm::mtd_f);
  }
};

}  // namespace hone
