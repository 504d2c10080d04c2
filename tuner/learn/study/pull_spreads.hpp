// SPDX-License-Identifier: MIT
//
// What errors with a matrix (weight_errors.hpp) and without one (selected_errors.hpp) share: which weight and group
// each parameter of a fit stands for, and how far the distances that pulls act on are spread.
#pragma once

#include <cstddef>
#include <vector>

#include "tuner/learn/fit/linear_algebra.hpp"
#include "tuner/learn/study/weight_errors.hpp"

namespace hone::learn {

inline constexpr std::size_t no_weight = static_cast<std::size_t>(-1);  // of a parameter that no row has

// Of each parameter, those of the first of its weights.
struct ParameterPlaces {
  std::vector<std::size_t> group, weight;

  [[nodiscard]] bool is_seen(Eigen::Index parameter) const {
    return weight[static_cast<std::size_t>(parameter)] != no_weight;
  }
};
[[nodiscard]] ParameterPlaces places_of(const FitInQuestion& fit);

[[nodiscard]] WeightErrors no_errors(std::size_t weights);

// What is known of the first weight of a parameter holds for all of them.
void share_among_tied(const FitCurvature& curvature, const ParameterPlaces& places, WeightErrors& errors);

// Of the distances that the pulls act on: of each parameter from its prior, and of each pair of neighbours.
struct PullSpreads {
  Vector ridge, neighbours;
};

// Where two pulls act on the same weights, true distances are not independent of each other: neighbours lie on the same
// side of their priors. The weights of a group at a phase are then taken for one draw with the covariance c P^-1, P the
// second derivatives of all its pulls. That is what independent distances of the variances c / pull lead to. What was
// found of distances and differences has the mean c times weights when each is weighed by its pull; and c is at least
// the noise of the games, which it is when the strengths are those that the data speak for.
void join_pulls(const FitInQuestion& fit, const ParameterPlaces& places, double noise_factor, PullSpreads& spread);

}  // namespace hone::learn
