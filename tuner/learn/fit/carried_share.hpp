// SPDX-License-Identifier: MIT
//
// How much of what earlier games taught still holds: with every generation the players change, and with them what a
// weight is worth. The share is chosen by the new games themselves. They are dealt into folds, whole games at a time;
// each fold is predicted by fits to the other folds that carry on a share of the earlier games. The shares are compared
// game by game, and the largest is taken that predicts no worse than the best by more than half a standard error of the
// difference: few games tell two shares apart, and where they do not, little speaks for forgetting. (The rule of one
// standard error is that of Breiman, Friedman, Olshen, Stone: Classification and Regression Trees, 3.4.3. A whole one
// forgets too little when the truth drifts.) This is the forgetting factor of recursive least squares (Ljung: System
// Identification, 2nd edition, 11.2), chosen by the data.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "tuner/learn/fit/fit.hpp"

namespace hone::learn {

// Fewer games do not tell the shares apart.
inline constexpr std::size_t least_games_of_share = 40;

struct FitSetup;       // tuner/learn/fit/fit_problem.hpp
struct SolverSummary;  // tuner/learn/fit/solver.hpp

// The shares 1, 0.7, 0.5, 0.3, 0.1 and 0, with the loss of the targets on the training games that each fit has not
// seen. The pulls are those of the options; where the ridge is still to be found it is fallback_ridge, and there is no
// smoothness. Empty when there are too few games to choose by.
[[nodiscard]] std::vector<SharePoint> share_path(const FitSetup& setup, double fallback_ridge,
                                                 const std::function<void(const SolverSummary&)>& observer = {});

// The largest share whose loss is no more than half a standard error above the least; 1 for an empty path. The path:
// the largest share first.
[[nodiscard]] double best_share(const std::vector<SharePoint>& path);

}  // namespace hone::learn
