// SPDX-License-Identifier: MIT
//
// Which plain algorithm, and how.
#pragma once

#include <chrono>
#include <optional>

#include "engine/plain/tree_record.hpp"
#include "engine/search_types.hpp"

namespace hone {

enum class Algorithm { minimax, branch_and_bound, alpha_beta, iterative_deepening, searcher };

struct PlainOptions {
  Algorithm algorithm = Algorithm::alpha_beta;
  Depth depth = max_ply;                               // plies; the deepest for iterative_deepening
  std::optional<std::chrono::milliseconds> move_time;  // for iterative_deepening alone
  bool best_first = false;                             // see best_first.hpp; not for iterative_deepening
  TreeRecord* record = nullptr;                        // receives the searched tree, if any; not from the searcher
  SearchObserver observer = {};                        // hears of each depth of iterative_deepening on a game
};

}  // namespace hone
