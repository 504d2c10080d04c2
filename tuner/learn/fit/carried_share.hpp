// SPDX-License-Identifier: MIT
//
// How much of what earlier games taught still holds: with every generation the players change, and with them what a
// weight is worth. The share is chosen by the new games themselves. They are dealt into folds, whole games at a time;
// each fold is predicted by fits to the other folds that carry on a share of the earlier games, and the share that
// predicts all of them best is taken. This is the forgetting factor of recursive least squares (Ljung: System
// Identification, 2nd edition, 11.2), chosen by the data.
#pragma once

#include <functional>
#include <vector>

#include "tuner/learn/fit/fit.hpp"

namespace hone::learn {

struct FitSetup;       // tuner/learn/fit/fit_problem.hpp
struct SolverSummary;  // tuner/learn/fit/solver.hpp

// The shares 1, 0.7, 0.5, 0.3, 0.1 and 0, with the loss of the targets on the training games that each fit has not
// seen. The pulls are those of the options; where the ridge is still to be found it is fallback_ridge, and there is no
// smoothness. Empty when there are too few games to choose by.
[[nodiscard]] std::vector<SharePoint> share_path(const FitSetup& setup, double fallback_ridge,
                                                 const std::function<void(const SolverSummary&)>& observer = {});

// The share of the point with the least loss; 1 for an empty path.
[[nodiscard]] double best_share(const std::vector<SharePoint>& path);

}  // namespace hone::learn
