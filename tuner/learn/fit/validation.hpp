// SPDX-License-Identifier: MIT
//
// Further fits that judge a fit: cross-validation over all games, the choice of the ridge, and the worth of each group
// of weights.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "data/rows.hpp"
#include "data/weights.hpp"
#include "tuner/learn/fit/fit.hpp"

namespace hone::learn {

struct FitSetup;  // tuner/learn/fit/fit_problem.hpp
class FitProblem;
struct SolverSummary;  // tuner/learn/fit/solver.hpp

// Cross-validation measures a fit on games that it has not seen, and uses every game for that in turn: the games are
// dealt into folds, and each fold is judged with weights fitted to the other folds.
struct Fold {
  std::size_t rows = 0, games = 0;         // judged
  double train_loss = 0;                   // of the other folds under the weights fitted to them
  double start_loss = 0, fitted_loss = 0;  // of the fold
};

struct CrossValidation {
  std::vector<Fold> folds;
  double start_loss = 0, fitted_loss = 0;  // means over all rows
  // Of loss(start) - loss(fitted), paired by row. The error is that of the gain which the fitted weights have on games
  // that nobody has seen. By game alone it would be too small, because two games say the same of each other: the
  // weights that judge the one have learnt from the other. So its variance is raised as Nadeau and Bengio do (Machine
  // Learning 52, 2003): k folds, times 1 + k / (k - 1), a fold's share in the games that the others learn from over its
  // share in all games added to one.
  double gain = 0, gain_error = 0;
};

// The worth of a group of weights: the fit is repeated without it, with its weights at 0 and all others free to make up
// for that, and both fits are judged on the games held out. Groups that say the same about a position are worth little
// one by one.
struct GroupWorth {
  std::string group;
  std::size_t weights = 0;                     // fitted
  double train_gain = 0;                       // loss without the group - loss with it
  double heldout_gain = 0, heldout_error = 0;  // standard error by game
};

// fitted: the weights of a fit to the same rows, from which the fits of the folds start. strengths: those of the fit.
// Scale and targets are those of a fit with these options. folds: 2 or more. `progress` is called with the folds done.
// start_losses: of each row, where the start is not to be judged by these rows; empty otherwise.
[[nodiscard]] CrossValidation cross_validate(const RowSet& rows, const Weights& start, const Weights& fitted,
                                             const PullStrengths& strengths, const FitOptions& options, int folds,
                                             const std::function<void(int)>& progress = {},
                                             const std::vector<double>& start_losses = {});

// How strongly weights are pulled is chosen by cross-validation: the training games are dealt into five folds, each
// fold is judged with weights fitted to the other four, and the strength with the least mean loss over all rows is
// taken. The games held out to judge the fit are not used. A single split would do for the mean, but the choice would
// range over two decades from split to split, because few games judge; here each game judges once.
//
// The points are tried in their order, the strongest pull first, until the loss has risen three times in a row. Each is
// solved from the one before, and the folds share the second derivatives of all training rows for their first step. The
// path is empty when there are too few games to choose by. strengths: at a point. whole: the problem of all training
// rows.
struct StrengthPath {
  std::vector<double> points;
  std::function<PullStrengths(double)> strengths;
};
[[nodiscard]] std::vector<RidgePoint> judge_path(const FitSetup& setup, const FitProblem& whole,
                                                 const StrengthPath& path,
                                                 const std::function<void(const SolverSummary&)>& observer = {});

// Ridges from 1 down to 1e-7, and factors of strengths from 10 down to 0.1, by half powers of ten.
[[nodiscard]] std::vector<double> ridges_to_try();
[[nodiscard]] std::vector<double> factors_to_try();
// How hard parts are held, from 10 down to 0.01.
[[nodiscard]] std::vector<double> back_offs_to_try();

// The point with the least loss; fallback for an empty path.
[[nodiscard]] double best_point(const std::vector<RidgePoint>& path, double fallback);

// The fitted groups, beginning with the one that is worth most on held-out games, or on training games where none are
// held out. fitted and strengths: those of the fit. `progress` is called with the groups done, of all groups of the
// schema.
[[nodiscard]] std::vector<GroupWorth> group_worths(const RowSet& rows, const Weights& start, const Weights& fitted,
                                                   const PullStrengths& strengths, const FitOptions& options,
                                                   const std::function<void(int)>& progress = {});

}  // namespace hone::learn
