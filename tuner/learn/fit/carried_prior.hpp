// SPDX-License-Identifier: MIT
//
// A posterior of other games (posterior.hpp) made ready for a fit: at the scale of the fit, around its starting
// weights, and in the units of its loss. Added to the mean loss of rows whose weights sum to W, with the factor share /
// W, it has the say of the games that it was learnt from, or of a share of them.
//
// Weights that the posterior does not know get nothing. Weights that it knows and that are not to be fitted are taken
// to be what the start says, and the others follow what the games say given that.
#pragma once

#include <cstdint>
#include <vector>

#include "data/weights.hpp"
#include "tuner/learn/fit/posterior.hpp"
#include "tuner/learn/fit/quadratic_term.hpp"

namespace hone::learn {

class CarriedPrior {
 public:
  // start: has the scale of the fit. chosen: for every term. dispersion: of the rows of the fit. Throws Error when the
  // posterior is of another game, or has a weight that the schema does not have.
  CarriedPrior(const Posterior& posterior, const Weights& start, const std::vector<bool>& chosen, double dispersion);

  [[nodiscard]] double games() const { return games_; }
  // For every term, whether something is known of one of its weights and it is to be fitted.
  [[nodiscard]] const std::vector<bool>& terms() const { return terms_; }

  // The quadratic function of parameters that move these weights, given by their indices in Weights::values, from the
  // start in units of 100 centi-units.
  [[nodiscard]] QuadraticTerm term(const std::vector<std::size_t>& weights) const;
  // Where the ridge of the first fit pulled these parameters to; 0, the start, for weights that are not known.
  [[nodiscard]] bool has_prior() const { return has_prior_; }
  [[nodiscard]] bool knows(std::size_t weight) const { return place_[weight] >= 0; }
  [[nodiscard]] Vector prior(const std::vector<std::size_t>& weights) const;

 private:
  double games_;
  std::vector<std::int32_t> place_;  // by index of Weights::values: in slope and precision; -1: nothing is known
  std::vector<bool> terms_;
  bool has_prior_;
  Vector prior_;      // from the start
  Vector slope_;      // at the start
  Matrix precision_;  // whole
};

}  // namespace hone::learn
