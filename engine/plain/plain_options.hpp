// SPDX-License-Identifier: MIT
//
// The choice of a plain algorithm and its options.
#pragma once

#include <chrono>
#include <optional>

#include "engine/plain/tree_record.hpp"
#include "engine/search_types.hpp"

namespace hone {

enum class Algorithm { minimax, branch_and_bound, alpha_beta, iterative_deepening, searcher };

struct PlainOptions {
  Algorithm algorithm = Algorithm::alpha_beta;
  Depth depth = max_ply;                               // in plies; for iterative_deepening the greatest depth
  std::optional<std::chrono::milliseconds> move_time;  // only for iterative_deepening
  bool best_first = false;                             // see best_first.hpp; not for iterative_deepening
  TreeRecord* record = nullptr;                        // receives the searched tree; the searcher records none
  SearchObserver observer = {};                        // called after each depth of iterative_deepening on a game
};

}  // namespace hone
