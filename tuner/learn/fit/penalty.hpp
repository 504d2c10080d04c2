// SPDX-License-Identifier: MIT
//
// The penalty that a fit adds to the loss of its rows,
//
//   sum_j ridge_j (x_j - prior_j)^2 + sum over pairs of neighbours of strength (x_a - x_b + offset)^2,
//
// with its derivatives. Weights that back off to their parts are pulled to what these say instead of to their priors
// (back_off.hpp), which takes something off the first sum. The offset is the difference of the starting weights, so
// that what the second sum keeps small is the difference of the weights themselves: an author wants to see smooth
// weights, whatever the start was.
#pragma once

#include <vector>

#include "tuner/learn/fit/back_off.hpp"
#include "tuner/learn/fit/linear_algebra.hpp"

namespace hone::learn {

struct NeighbourPull {
  Eigen::Index first = 0, second = 0;  // parameters
  double strength = 0;
  double offset = 0;

  [[nodiscard]] double distance(const Vector& x) const { return x[first] - x[second] + offset; }
};

struct Penalty {
  Vector ridge = {};  // one for each parameter
  Vector prior = {};
  std::vector<NeighbourPull> neighbours = {};
  std::vector<BackOff> back_offs = {};

  [[nodiscard]] double value(const Vector& x) const;
  [[nodiscard]] Vector gradient(const Vector& x) const;
  // The second derivatives times a vector, added to a lower triangle, and their diagonal, which takes for known what
  // parts say.
  [[nodiscard]] Vector product(const Vector& v) const;
  void add_hessian(Matrix& lower) const;
  [[nodiscard]] Vector diagonal() const;
};

}  // namespace hone::learn
