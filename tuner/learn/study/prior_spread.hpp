// SPDX-License-Identifier: MIT
//
// How far true weights lie from the prior that a fit pulls them to, estimated from the fit itself (empirical Bayes:
// Efron, Morris, Journal of the American Statistical Association 70, 1975). The weights of a group are taken for draws
// from a normal distribution around their priors, and the standard deviation of that is the group's spread. A fitted
// weight lies away from its prior for two reasons: chance, whose variance is known, and its own true distance with
// those of its neighbours, of which the fit shows a share.
//
// A group of two weights says little of its spread, and a fit under a strong pull says little of any. So a spread is
// not the likeliest one, which would often be 0, but the mean of its variance over all spreads, weighted by how well
// they explain the fit and by a prior of theirs: half a Student distribution of two degrees of freedom (Gelman,
// Bayesian Analysis 1, 2006), as wide as the spread of all groups taken together.
#pragma once

#include <cstddef>
#include <vector>

#include "tuner/learn/fit/linear_algebra.hpp"

namespace hone::learn {

struct PriorDistances {
  Vector distance;                 // of each parameter, fitted, from its prior
  Vector variance;                 // that chance gives the distance
  Matrix reach;                    // parameters x groups: what a group's spread of 1 adds to the variance
  std::vector<std::size_t> group;  // of each parameter
};

// The spread of each group, in the unit of the distances; 0 for a group without parameters.
[[nodiscard]] std::vector<double> prior_spreads(const PriorDistances& found);

}  // namespace hone::learn
