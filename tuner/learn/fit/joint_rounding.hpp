// SPDX-License-Identifier: MIT
//
// Rounding of fitted weights. Each weight rounded by itself is off by up to half a unit, and the errors of weights that
// stand in the same positions add up: hundreds of weights to the nearest centi-unit give back a good part of what a fit
// has gained. The curvature of the fit says how errors add up, so that a weight can be rounded to what makes good for
// those before it.
#pragma once

#include <functional>

#include "tuner/learn/fit/linear_algebra.hpp"

namespace hone::learn {

// Rounds the values one by one, each to the value nearest to the one that would be best given how those before it were
// rounded; the stiffest come first, so that the others can make good for them. This is Babai's nearest plane (On
// Lovasz' lattice reduction and the nearest lattice point problem, Combinatorica 6, 1986) without reduction of the
// basis. curvature: second derivatives of what the errors cost, lower triangle; where it has no Cholesky factor every
// value is rounded by itself. round: of a value by its index, the nearest one that it may take.
[[nodiscard]] Vector round_in_turn(const Matrix& curvature, const Vector& values,
                                   const std::function<double(Eigen::Index, double)>& round);

}  // namespace hone::learn
