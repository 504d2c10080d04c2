// SPDX-License-Identifier: MIT
//
// How far fitted strengths are from the true ones. A game scatters by the model, or less where it is drawn (the
// dispersion). Two games of a pair share their opening, and what it gives to one player it gives to the other as well:
// such pairs are the unit, whose contributions to the gradient are taken as they were found (the sandwich estimator for
// clusters; K.-Y. Liang and S. Zeger, Biometrika 73, 1986, 13-22). This header includes Eigen.
#pragma once

#include <Eigen/Dense>
#include "tuner/stats/ratings_fit.hpp"

namespace hone::stats {

// Of scores, as a share of what wins and losses alone would have.
[[nodiscard]] double dispersion_of(const RatingProblem& problem, const Eigen::VectorXd& parameters);

// The covariance of a fit whose own one is still the inverse of the Hessian, its dispersion known. A few pairs that are
// alike would seem certain, so five are added that scatter as those of all players do, or as independent games if that
// is more; and two players' pairs scatter at least as one decided game.
[[nodiscard]] Eigen::MatrixXd with_errors_by_pairs(const RatingProblem& problem, const RatingFit& fit);

}  // namespace hone::stats
