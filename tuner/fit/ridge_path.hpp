// SPDX-License-Identifier: MIT
//
// Choosing how strongly weights are pulled towards their prior: some of the training games are kept out, the others are
// fitted with ever weaker pulls, and the strength that predicts the kept ones best is taken. The games held
// out to judge the fit have no part in it.
#pragma once

#include <vector>

#include "tuner/fit/fit_setup.hpp"

namespace hone {

// From 1 down to 1e-7 by half powers of ten, until the loss has risen three times in a row. Each point is solved from
// the one before. Empty when there are too few games to choose by.
[[nodiscard]] std::vector<RidgePoint> ridge_path(const FitSetup& setup, const SolverObserver& observer = {});

// The point with the least loss; fallback where there is none.
[[nodiscard]] double best_ridge(const std::vector<RidgePoint>& path, double fallback);

}  // namespace hone
