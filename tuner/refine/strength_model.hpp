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
// (type-II maximum likelihood, averaged over a grid). Later pairs count more than early ones, so that what the model
// lacks, as curvatures between directions, ends up where the slope is 0 all the same.
#pragma once

#include "tuner/learn/fit/linear_algebra.hpp"

namespace hone::refine {

using learn::Matrix;
using learn::Vector;

// Elo of a difference of points, where `points` is that of both games of a pair: -1 to 1; and the other way round.
[[nodiscard]] double elo_of_points(double points);
[[nodiscard]] double points_of_elo(double elo);

struct ModelOptions {
  double memory = 0;        // the weight of pair n is n to this power
  double early = 200;       // pairs at the beginning that count about the same
  double unlike = 0.8;      // by how much curvatures of directions differ, of the common one
  double unsure = 0.5;      // by how much the common one differs from the first guess, of that
  double noise = 0.3;       // variance of a pair's points before any was played
  double noise_pairs = 50;  // by how many pairs that is believed
};

struct StrengthEstimate {
  Vector slope;      // g
  Vector curvature;  // of each direction, above 0
  Vector optimum;    // slope / curvature
  Vector error;      // of each of its elements, one standard deviation
  double gain = 0;   // Elo expected of the optimum over the start
  double gain_error = 0;
  double noise = 0;  // variance of a pair's points
};

class StrengthModel {
 public:
  // `curvature` is a first guess.
  StrengthModel(Eigen::Index directions, double curvature, const ModelOptions& options = {});

  // A pair of p against q with these points beyond an even score: -1, -0.5, 0, 0.5 or 1.
  void add(const Vector& p, const Vector& q, double points);

  // A better first guess, for the estimates from now on.
  void expect_curvature(double curvature) { first_curvature_ = curvature; }

  [[nodiscard]] StrengthEstimate estimate() const;
  [[nodiscard]] double pairs() const { return pairs_; }

 private:
  // Of slopes and curvatures, the prior of the slopes left out: precision (lower triangle), and precision x mean.
  struct Normal {
    Matrix precision;
    Vector right;
  };
  // The average over the priors of the slopes.
  struct Posterior {
    Vector mean;
    Matrix covariance;
  };

  [[nodiscard]] double noise() const;
  [[nodiscard]] Normal without_slopes() const;
  [[nodiscard]] Posterior posterior() const;

  ModelOptions options_;
  double first_curvature_;
  Matrix information_;  // weighted sum of x x', lower triangle
  Vector evidence_;     // weighted sum of x y
  double pairs_ = 0;
  double weight_ = 0, squares_ = 0;  // weighted sums of 1 and of y y
};

}  // namespace hone::refine
