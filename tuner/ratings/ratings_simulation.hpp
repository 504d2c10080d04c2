// SPDX-License-Identifier: MIT
//
// Errors of ratings without the help of the Hessian: the same games are drawn again and again from the fitted model,
// and rated.
#pragma once

#include <cstdint>

#include "tuner/ratings/ratings_fit.hpp"

namespace hone {

struct SimulationOptions {
  std::uint64_t simulations = 0;
  std::uint64_t seed = 1;
};

struct RatingSimulation {
  std::uint64_t used = 0;      // the others had no finite ratings: someone won all games, say
  Matrix covariance;           // of the strengths, around their mean
  double advantage_error = 0;  // standard error
};

[[nodiscard]] RatingSimulation simulate_ratings(const RatingProblem& problem, const RatingFit& fit,
                                                const SimulationOptions& options);

}  // namespace hone
