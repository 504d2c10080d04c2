// SPDX-License-Identifier: MIT
#include "tuner/fit/box.hpp"

namespace hone {

Vector Box::clamp(const Vector& x) const { return bounds() ? Vector(x.cwiseMax(lower).cwiseMin(upper)) : x; }

std::vector<Eigen::Index> Box::active(const Vector& x, const Vector& gradient) const {
  std::vector<Eigen::Index> result;
  if (!bounds()) return result;
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    const bool low = x[i] <= lower[i], high = x[i] >= upper[i];
    if ((low && high) || (low && gradient[i] > 0) || (high && gradient[i] < 0)) result.push_back(i);
  }
  return result;
}

}  // namespace hone
