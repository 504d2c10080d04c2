// SPDX-License-Identifier: MIT
//
// A quadratic function of a fit's parameters, slope' x + x' curvature x / 2, which an objective adds to the loss of its
// rows: what other rows, which are not there any more, have to say.
#pragma once

#include "tuner/learn/fit/linear_algebra.hpp"

namespace hone::learn {

struct QuadraticTerm {
  Vector slope;      // at x = 0
  Matrix curvature;  // lower triangle; positive semidefinite

  [[nodiscard]] Vector times(const Vector& x) const { return curvature.selfadjointView<Eigen::Lower>() * x; }
  [[nodiscard]] double value(const Vector& x) const { return slope.dot(x) + x.dot(times(x)) / 2; }
  [[nodiscard]] Vector gradient(const Vector& x) const { return slope + times(x); }
};

}  // namespace hone::learn
