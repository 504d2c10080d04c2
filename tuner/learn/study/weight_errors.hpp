// SPDX-License-Identifier: MIT
//
// How far the weights of a fit may be from the truth. Chance is one part, the prior the other: a pull with the second
// derivative R leads the fit, whose data have the curvature D, from the true weights towards their priors by
//
//   -H^-1 R (true - prior),   H = D + R,
//
// and with true weights that lie around their priors with the spread S (prior_spread.hpp) the whole variance is
//
//   C + H^-1 R S^2 R H^-1
//
// where C is the covariance by games (covariance.hpp). A weight that few games have is pulled almost to its prior. Its
// C is then small, but the second part is S^2: its error is that of the prior, and does not fall as the data do.
//
// A pull between neighbours adds its second derivatives to R. As the true weights of such a group are then alike, S^2
// is c R^-1 there, with c from the spreads of distances and of differences.
//
// Strengths that were found from the same data (evidence.hpp) are not known exactly. An error of the logarithm of one
// with the variance v moves the fit by d x / d log strength, which adds v (d x / d log strength)^2 to the variance
// (Kass, Steffey, Journal of the American Statistical Association 84, 1989; Wood, Pya, Saefken, ibid. 111, 2016), and
// makes the prior's variance exp(v / 2) times as large on average.
//
// C itself is too small for a weight that is in few games, because the fit follows them. The variance that the
// curvature and all other weights lead to expect is therefore mixed in, as if it came from `expected_games` more games.
#pragma once

#include <cstddef>
#include <vector>

#include "data/schema.hpp"
#include "tuner/learn/fit/fit_problem.hpp"
#include "tuner/learn/fit/gauge.hpp"
#include "tuner/learn/fit/linear_algebra.hpp"
#include "tuner/learn/study/covariance.hpp"

namespace hone::learn {

inline constexpr double expected_games = 10;

// Standard deviations in centi-units, and shares, by index of Weights::values.
struct WeightErrors {
  std::vector<double> sampling;    // by chance of the games; 0: not fitted
  std::vector<double> prior;       // by the prior, whose distance from the truth is not known
  std::vector<double> leak;        // the part of that which remains where the truth of this weight is its start
  std::vector<double> data_share;  // of the value, in [0, 1]; the rest comes from the prior

  // The standard error of the value.
  [[nodiscard]] double value(std::size_t weight) const;
  // How far the value lies from the start by chance alone, where the truth is the start.
  [[nodiscard]] double chance(std::size_t weight) const;
};

struct FitInQuestion {
  const Schema& schema;
  const FitCurvature& curvature;
  const std::vector<CenteredBoard>& boards;  // moved after the fit
  std::vector<double> games;                 // effective number of games of each weight
  std::vector<double> start_distance;        // of each weight's start from its prior
};

// hessian: the lower triangle of H, positive definite. covariance: C, in centi-units squared, before any board is
// moved.
[[nodiscard]] WeightErrors weight_errors(const FitInQuestion& fit, const Matrix& hessian, const Matrix& covariance);

// The same for too many weights for a matrix, where `sampling` is known from elsewhere. Each weight is judged by its
// own curvature, as if the others were known, so that shares of the data come out too large where weights can stand in
// for each other.
[[nodiscard]] WeightErrors weight_errors(const FitInQuestion& fit, const std::vector<double>& sampling);

}  // namespace hone::learn
