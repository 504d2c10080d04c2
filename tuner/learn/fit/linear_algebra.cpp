// SPDX-License-Identifier: MIT
#include "tuner/learn/fit/linear_algebra.hpp"

namespace hone::learn {

namespace {

Vector damping_diagonal(const Matrix& hessian) {
  if (hessian.rows() == 0) return {};
  const Vector sizes = hessian.diagonal().cwiseAbs();
  const double largest = sizes.maxCoeff();
  if (!(largest > 0)) return Vector::Ones(hessian.rows());
  return sizes.cwiseMax(1e-12 * largest);
}

}  // namespace

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

bool DampedFactor::compute(const Matrix& hessian, double damping, std::span<const Eigen::Index> fixed) {
  Matrix damped = hessian;
  damped.diagonal() += damping * damping_diagonal(hessian);
  for (const Eigen::Index i : fixed) {
    damped.row(i).head(i).setZero();
    damped.col(i).tail(damped.rows() - i).setZero();
    damped(i, i) = 1;
  }
  factor_.compute(damped);
  return factor_.info() == Eigen::Success;
}

}  // namespace hone::learn
