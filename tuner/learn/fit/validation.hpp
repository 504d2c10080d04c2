// SPDX-License-Identifier: MIT
//
// Fits made again to judge one: cross-validation over all games, the path of ridge strengths, and the worth of each
// group of weights.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "data/rows.hpp"
#include "data/weights.hpp"
#include "tuner/learn/fit/fit.hpp"

namespace hone::learn {

struct FitSetup;       // tuner/learn/fit/fit_problem.hpp
struct SolverSummary;  // tuner/learn/fit/solver.hpp

// What a fit is worth on games it has not seen, with every game in turn: the games are dealt into folds, each fold is
// judged by weights fitted to the others.

struct Fold {
  std::size_t rows = 0, games = 0;         // judged
  double train_loss = 0;                   // of the other folds under the weights fitted to them
  double start_loss = 0, fitted_loss = 0;  // of the fold
};

struct CrossValidation {
  std::vector<Fold> folds;
  double start_loss = 0, fitted_loss = 0;  // means over all rows
  double gain = 0, gain_error = 0;         // of loss(start) - loss(fitted), paired by row; standard error by game
};

// fitted: the weights of a fit to the same rows, where the others begin; ridge: that of the fit. Scale and targets are
// those of the fit with these options. folds: 2 or more.
[[nodiscard]] CrossValidation cross_validate(const RowSet& rows, const Weights& start, const Weights& fitted,
                                             double ridge, const FitOptions& options, int folds);

// Choosing how strongly weights are pulled towards their prior: some of the training games are kept out, the others are
// fitted with ever weaker pulls, and the strength that predicts the kept ones best is taken. The games held
// out to judge the fit have no part in it.

// From 1 down to 1e-7 by half powers of ten, until the loss has risen three times in a row. Each point is solved from
// the one before. Empty when there are too few games to choose by.
[[nodiscard]] std::vector<RidgePoint> ridge_path(const FitSetup& setup,
                                                 const std::function<void(const SolverSummary&)>& observer = {});

// The point with the least loss; fallback where there is none.
[[nodiscard]] double best_ridge(const std::vector<RidgePoint>& path, double fallback);

// What each group of weights buys: the fit is repeated without it, its weights 0 and all the others free to make up for
// it, and both are judged on the games held out. Groups that say the same of a position buy little one by one.

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

}  // namespace hone::learn
