// SPDX-License-Identifier: MIT
//
// What the pairs of games of a refinement say about the strength of points z of a space in which a step of 1 costs
// about the same in every direction: strength is taken for a quadratic function,
//
//   f(z) = sum over i of slope_i z_i - curvature_i z_i^2 / 2,   f(0) = 0 at the start,
//
// in points of a pair beyond an even score, so that a pair of p against q has the mean f(p) - f(q), which is linear in
// slopes and curvatures: a linear regression, whatever the points, without gains that somebody has to choose. Its prior
// is that curvatures are much the same and that the optimum is near the start; how near, the evidence of the pairs says
// (type-II maximum likelihood, averaged over a grid).
//
// Players who are perturbed in all directions at once do not meet that function, but a smoothed one: along a direction
// that makes the other perturbations cost less (shelter), as larger weights do where each weight is off by so much, a
// perturbed player wins, and the player who is perturbed in nothing does not. To third order that adds to the mean of a
// pair around the centre c
//
//   sum over i of shelter_i (p - c)_i |p - c|^2 - shelter_i (q - c)_i |q - c|^2,
//
// which is linear too, and told from what the slopes add by how large perturbations are. Where they are all alike only
// the prior tells the two apart, and the errors say so.
#pragma once

#include <functional>
#include <vector>

#include "tuner/learn/fit/linear_algebra.hpp"

namespace hone::refine {

using learn::Matrix;
using learn::Vector;

// Elo of a difference of points, where `points` is that of both games of a pair: -1 to 1; and the other way round.
[[nodiscard]] double elo_of_points(double points);
[[nodiscard]] double points_of_elo(double elo);

struct ModelOptions {
  double unlike = 0.8;      // by how much curvatures of directions differ, of the common one
  double unsure = 0.5;      // by how much the common one differs from the first guess, of that
  double noise = 0.3;       // variance of a pair's points before any was played
  double noise_pairs = 50;  // by how many pairs that is believed
};

struct StrengthEstimate {
  Vector slope;      // g, of players that are not perturbed
  Vector curvature;  // of each direction, above 0
  Vector optimum;    // slope / curvature
  Vector error;      // of each of its elements, one standard deviation
  double gain = 0;   // Elo expected over the start of the optimum, or of what comes nearest to it within bounds
  double gain_error = 0;
  double noise = 0;  // variance of a pair's points
};

class StrengthModel {
 public:
  // `curvature` is a first guess.
  StrengthModel(Eigen::Index directions, double curvature, const ModelOptions& options = {});

  // A pair of p against q, both perturbations of the centre, with these points beyond an even score: -1, -0.5, 0, 0.5
  // or 1.
  void add(const Vector& p, const Vector& q, const Vector& centre, double points);

  // A better first guess, for the estimates from now on.
  void expect_curvature(double curvature) { first_curvature_ = curvature; }

  // What is played instead of a point that lies beyond bounds.
  using Bound = std::function<Vector(const Vector& z)>;
  [[nodiscard]] StrengthEstimate estimate(const Bound& bounded = {}) const;
  [[nodiscard]] double pairs() const { return pairs_; }

 private:
  // Of shelter, slopes and curvatures in this order, the priors of the first two left out: precision (lower triangle),
  // and precision x mean.
  struct Normal {
    Matrix precision;
    Vector right;
  };
  // With one prior of slopes and shelter of those that are averaged over.
  struct Solution {
    double share = 0;  // its part of the average
    Vector mean;       // of shelter, slopes and curvatures
    Matrix root;       // L where L L' is the inverse of the covariance of slopes and curvatures
  };

  [[nodiscard]] double noise() const;
  [[nodiscard]] Normal without_grid() const;
  [[nodiscard]] std::vector<Solution> solutions() const;

  ModelOptions options_;
  double first_curvature_;
  Matrix information_;  // sum of x x', lower triangle
  Vector evidence_;     // sum of x y
  double pairs_ = 0;
  double squares_ = 0;  // sum of y y
};

}  // namespace hone::refine
