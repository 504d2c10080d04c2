// SPDX-License-Identifier: MIT
//
// The space z of a refinement, in which a step of 1 costs about the same in every direction, and the values that are
// played: values = start + scale z, rounded to whole numbers within their bounds. Directions are single parameters,
// with the change that alters a given share of the chosen moves (sensitivity.hpp), or directions of weights that a
// fit's posterior finds independent of each other and equally costly: the columns of U L^-1/2 where U L U' is its
// precision.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tuner/learn/fit/linear_algebra.hpp"
#include "tuner/learn/fit/posterior.hpp"
#include "tuner/refine/subject.hpp"

namespace hone::refine {

using learn::Matrix;
using learn::Vector;

class Coordinates {
 public:
  explicit Coordinates(std::vector<Parameter> parameters);

  // A direction of one parameter: 1 is a change by `step`.
  void add(std::size_t parameter, double step);
  // A direction of many: `change` for each parameter that z = 1 stands for, and how z is read off changes.
  void add(const Vector& change, const Vector& reading);

  [[nodiscard]] Eigen::Index directions() const { return static_cast<Eigen::Index>(changes_.size()); }
  [[nodiscard]] const std::vector<Parameter>& parameters() const { return parameters_; }

  [[nodiscard]] Vector values(const Vector& z) const;             // neither rounded nor bounded
  [[nodiscard]] Vector z_of(std::span<const int> values) const;   // of values that are played
  [[nodiscard]] Vector bounded(const Vector& z) const;            // z of the nearest values within bounds
  [[nodiscard]] std::vector<int> nearest(const Vector& z) const;  // rounded to the nearest, within bounds
  // Rounded up or down at random, so that the mean is exact; one draw serves all points of a seed.
  [[nodiscard]] std::vector<int> drawn(const Vector& z, std::uint64_t seed) const;
  // The error of each value where those of z are independent.
  [[nodiscard]] Vector errors(const Vector& of_z) const;

 private:
  [[nodiscard]] Vector clamped(Vector values) const;

  std::vector<Parameter> parameters_;
  std::vector<Vector> changes_, readings_;
};

// Directions of weights by the posterior of a fit, the stiffest first, at most `most`. Each is scaled so that z = 1
// lowers the logarithm of the likelihood by a half. Weights are matched by name with the parameters. Throws Error where
// the posterior knows none of them, or nothing of them.
struct WeightDirections {
  std::vector<Vector> changes, readings;  // as Coordinates::add takes them
};
[[nodiscard]] WeightDirections directions_of(const learn::Posterior& posterior,
                                             const std::vector<Parameter>& parameters, std::size_t most);

}  // namespace hone::refine
