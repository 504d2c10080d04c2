// SPDX-License-Identifier: MIT
//
// The dense vectors and matrices of the fit.
#pragma once

#include <Eigen/Dense>

namespace hone::learn {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

}  // namespace hone::learn
