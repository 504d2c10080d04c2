// SPDX-License-Identifier: MIT
//
// The covariance of fitted weights over repetitions of the experiment, with games as the sample.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

#include "data/rows.hpp"
#include "data/weights.hpp"
#include "tuner/learn/fit/gauge.hpp"
#include "tuner/learn/fit/linear_algebra.hpp"
#include "tuner/learn/fit/row_scores.hpp"
#include "tuner/learn/fit/targets.hpp"

namespace hone::learn {

// How far the fitted weights may be off: their covariance over repetitions of the experiment, games as the sample. The
// sandwich estimator (Huber 1967; White, Econometrica 48, 1980) with clusters (Liang, Zeger, Biometrika 73, 1986):
//
//   C = H^-1 M H^-1,   M = G / (G - 1) x sum over the G games of (g - mean g)(g - mean g)'
//
// g is the game's contribution to the gradient of the mean loss, all its positions together; H the Hessian that the
// fit minimised, penalty included. Positions of a game share its outcome, so that counting them as independent would
// make every weight look surer than it is. Holds for games in the hundreds and more; for cross-entropy whether or not
// outcomes follow the model, for the squared error where they about do, as its Hessian is Gauss and Newton's. What
// a penalty adds is bias, and not in here.

// Parameters of a fit by the weights that they move: for every index of Weights::values the parameter, or not_fitted.
using ParameterOfWeight = std::vector<std::int32_t>;
inline constexpr std::int32_t not_fitted = -1;

struct CovarianceOptions {
  Loss loss = Loss::squared;
  Targets targets = {};  // what the rows were fitted to, and how much each counted
  double unit = 100;     // centi-units that a parameter of 1 stands for
  int threads = 1;       // changes no bit of the result
  std::stop_token stop = {};
};

// Of the parameters, in centi-units squared. hessian: the lower triangle, of the mean loss over the selected rows and
// its penalty, at the optimum. Nothing when it is not positive definite, with fewer than two games
// or rows without weight, or when stopped. Parameters that no row has get the variance 0.
[[nodiscard]] std::optional<Matrix> clustered_covariance(const RowSet& rows, const RowSelection& selection,
                                                         const Weights& optimum, const ParameterOfWeight& parameters,
                                                         const Matrix& hessian, const CovarianceOptions& options);

// The covariance of the weights after the move of the boards' means (see tuner/learn/fit/gauge.hpp), from that before:
// scalar
// + mean(squares), square - mean(squares), at each stage. Squares without a parameter are certain.
void center_covariance(Matrix& covariance, const std::vector<CenteredBoard>& boards,
                       const ParameterOfWeight& parameters, int stages);

// For every weight, in centi-units; 0 where it was not fitted.
[[nodiscard]] std::vector<double> standard_errors(const Matrix& covariance, const ParameterOfWeight& parameters);

}  // namespace hone::learn
