// SPDX-License-Identifier: MIT
//
// The covariance of the fitted weights over repetitions of the experiment, with games as the sample: the sandwich
// estimator (Huber 1967; White, Econometrica 48, 1980) with clusters (Liang, Zeger, Biometrika 73, 1986)
//
//   C = H^-1 M H^-1,   M = G / (G - 1) x sum over the G games of (g - mean g)(g - mean g)'
//
// where g is the contribution of a game, with all its positions, to the gradient of the mean loss, and H the Hessian
// that the fit minimised, penalty included. Positions of a game share its outcome, so counting them as independent
// would make the errors of all weights too small. The estimate holds for hundreds of games and more: for cross-entropy
// whether or not outcomes follow the model, and for the squared error where they roughly do, because its Hessian is
// that of Gauss and Newton. The bias that a penalty adds is not part of it: weight_errors.hpp adds
// that.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

#include "data/rows.hpp"
#include "data/weights.hpp"
#include "tuner/learn/fit/fit.hpp"
#include "tuner/learn/fit/gauge.hpp"
#include "tuner/learn/fit/linear_algebra.hpp"
#include "tuner/learn/fit/row_selection.hpp"
#include "tuner/learn/fit/targets.hpp"

namespace hone::learn {

// For every index of Weights::values the parameter of a fit that moves the weight, or not_fitted.
using ParameterOfWeight = std::vector<std::int32_t>;
inline constexpr std::int32_t not_fitted = -1;

struct CovarianceOptions {
  Loss loss = Loss::squared;
  Targets targets = {};  // what the rows were fitted to, and how much each counted
  double unit = 100;     // centi-units that a parameter of 1 stands for
  int threads = 1;       // changes no bit of the result
  // Added to M: how the gradient of what is carried scatters (FitCurvature::carried_scatter). Null or empty: nothing.
  const Matrix* carried = nullptr;
  std::stop_token stop = {};
};

// The covariance of the parameters, in centi-units squared. hessian: the lower triangle, of the mean loss over the
// selected rows and its penalty, at the optimum. Nothing when that is not positive definite, when there are fewer than
// two games or the rows have no weight, or when stopped. Parameters that no row has get the variance 0.
[[nodiscard]] std::optional<Matrix> clustered_covariance(const RowSet& rows, const RowSelection& selection,
                                                         const Weights& optimum, const ParameterOfWeight& parameters,
                                                         const Matrix& hessian, const CovarianceOptions& options);

// The same for a fit whose rows, start and options these are. Nothing, too, where the fit kept no matrix of second
// derivatives (FitOptions::keep_curvature), or too few games tell.
[[nodiscard]] std::optional<Matrix> fit_covariance(const RowSet& rows, const Weights& start, const FitResult& result,
                                                   const FitOptions& options, const std::stop_token& stop = {});

// What the scatter of the gradient of what is carried adds to that, H^-1 S H^-1; hessian and scatter: lower triangles.
[[nodiscard]] Matrix carried_covariance(const Matrix& hessian, const Matrix& scatter,
                                        double unit = CovarianceOptions().unit);

// Turns the columns of a matrix, one for each parameter, into the linear combinations that the weights are after the
// move of the boards' means: the column of a weight that moves by c times another gains c times the other's column.
void center_columns(Matrix& columns, const std::vector<CenteredBoard>& boards, const ParameterOfWeight& parameters,
                    int phases);

// Turns the covariance of the weights into that after the move of the boards' means (see tuner/learn/fit/gauge.hpp):
// scalar + mean(squares) and square - mean(squares), at each phase. Squares without a parameter have no error.
void center_covariance(Matrix& covariance, const std::vector<CenteredBoard>& boards,
                       const ParameterOfWeight& parameters, int phases);

// The standard error of every weight, in centi-units; 0 where it was not fitted.
[[nodiscard]] std::vector<double> standard_errors(const Matrix& covariance, const ParameterOfWeight& parameters);

}  // namespace hone::learn
