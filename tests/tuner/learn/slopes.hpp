// SPDX-License-Identifier: MIT
//
// Derivatives as differences of what they are the derivatives of.
#pragma once

#include <gtest/gtest.h>

#include "tuner/learn/fit/objective.hpp"

namespace hone::learn {

// The gradient of the objective at x is the slope of its value there, and the value told with it is the same.
inline void expect_gradient_is_slope(const Objective& objective, const Vector& x, double tolerance) {
  constexpr double length = 1e-5;
  Vector gradient;
  EXPECT_EQ(objective.gradient(x, gradient), objective.value(x));
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    const Vector step = Vector::Unit(x.size(), i) * length;
    EXPECT_NEAR(gradient[i], (objective.value(x + step) - objective.value(x - step)) / (2 * length), tolerance) << i;
  }
}

}  // namespace hone::learn
