// SPDX-License-Identifier: MIT
//
// What a fit is worth on games it has not seen, with every game in turn: the games are dealt into folds, each fold is
// judged by weights fitted to the others.
#pragma once

#include <vector>

#include "data/rows.hpp"
#include "data/weights.hpp"
#include "tuner/fit/fit.hpp"

namespace hone {

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

}  // namespace hone
