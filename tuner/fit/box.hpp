// SPDX-License-Identifier: MIT
//
// Bounds of the variables of a minimisation. A variable whose bounds are equal is fixed.
#pragma once

#include <vector>

#include "tuner/fit/linear_algebra.hpp"

namespace hone {

struct Box {
  Vector lower = {}, upper = {};  // empty: no bounds

  [[nodiscard]] bool bounds() const { return lower.size() > 0; }
  [[nodiscard]] Vector clamp(const Vector& x) const;
  // The variables that are at a bound and that the gradient drives beyond it; they stay where they are.
  [[nodiscard]] std::vector<Eigen::Index> active(const Vector& x, const Vector& gradient) const;
};

}  // namespace hone
