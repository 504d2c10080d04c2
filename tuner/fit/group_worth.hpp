// SPDX-License-Identifier: MIT
//
// What each group of weights buys: the fit is repeated without it, its weights 0 and all the others free to make up for
// it, and both are judged on the games held out. Groups that say the same of a position buy little one by one.
#pragma once

#include <string>
#include <vector>

#include "data/rows.hpp"
#include "data/weights.hpp"
#include "tuner/fit/fit.hpp"

namespace hone {

struct GroupWorth {
  std::string group;
  std::size_t weights = 0;                     // fitted
  double train_gain = 0;                       // loss without less loss with the group
  double heldout_gain = 0, heldout_error = 0;  // standard error by game
};

// The fitted groups, the one that buys most on held-out games first (on training games where none are held out).
// fitted and ridge: those of the fit.
[[nodiscard]] std::vector<GroupWorth> group_worths(const RowSet& rows, const Weights& start, const Weights& fitted,
                                                   double ridge, const FitOptions& options);

}  // namespace hone
