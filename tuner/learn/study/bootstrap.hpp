// SPDX-License-Identifier: MIT
//
// Errors of the weights by fitting again to games drawn again (tuner/learn/study/bootstrap.hpp): slower than
// the formula, but it knows of bounds, of rounding the boards' means away, and of weights too many for a matrix.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "data/rows.hpp"
#include "data/weights.hpp"
#include "tuner/learn/fit/fit.hpp"
#include "tuner/learn/fit/row_scores.hpp"
#include "tuner/learn/fit/targets.hpp"

namespace hone::learn {

// For every weight, as written (means of boards moved), its standard error in centi-units; 0 where it was not fitted.
// fitted and ridge: those of the fit, where each replicate begins. progress: after each replicate.
[[nodiscard]] std::vector<double> bootstrap_errors(const RowSet& rows, const Weights& start, const Weights& fitted,
                                                   double ridge, const FitOptions& options, int replicates,
                                                   const std::function<void(int)>& progress = {});

// Errors by repeating the fit on games drawn again, as a check on the formula of covariance.hpp. In the Poisson
// bootstrap each game enters a replicate as often as a Poisson number of mean 1 says, independently of
// the others (Hanley, MacGibbon, Computer Methods and Programs in Biomedicine 83, 2006): for many games the same
// as drawing as many with replacement, and nothing has to be shuffled or kept.

// How often a game enters a replicate. Depends on nothing but its arguments.
[[nodiscard]] int bootstrap_count(std::uint64_t seed, std::uint64_t replicate, std::uint32_t game);

// Of every game of the rows, as Targets want it; games that are left out are missing.
[[nodiscard]] Targets::Multiplicity bootstrap_games(const RowSet& rows, const RowSelection& selection,
                                                    std::uint64_t seed, std::uint64_t replicate);

// The spread of the replicates' results, value by value, one replicate at a time (Welford, Technometrics 4, 1962).
class BootstrapSpread {
 public:
  // The same number of values each time.
  void add(std::span<const double> values);

  [[nodiscard]] std::size_t replicates() const { return replicates_; }
  // Standard deviations over the replicates, the standard errors of the values; 0 with fewer than two.
  [[nodiscard]] std::vector<double> errors() const;

 private:
  std::size_t replicates_ = 0;
  std::vector<double> means_, squares_;  // squares of the distances from the mean, summed
};

}  // namespace hone::learn
