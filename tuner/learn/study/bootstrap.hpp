// SPDX-License-Identifier: MIT
//
// Errors of the weights by repeating the fit on games drawn again, as a check on the formula of covariance.hpp. This is
// slower than the formula, but it also takes account of bounds and of the rounding of the boards' means, and it works
// for too many weights for a matrix. In the Poisson bootstrap each game enters a replicate as often as a Poisson number
// of mean 1 says, independently of the others (Hanley, MacGibbon, Computer Methods and Programs in Biomedicine 83,
// 2006): for many games this is the same as drawing as many with replacement, and nothing has to be shuffled or kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "data/rows.hpp"
#include "data/weights.hpp"
#include "tuner/learn/fit/fit.hpp"
#include "tuner/learn/fit/row_selection.hpp"
#include "tuner/learn/fit/targets.hpp"

namespace hone::learn {

// The spread of the results of the replicates, value by value; replicates are added one at a time (Welford,
// Technometrics 4, 1962).
class BootstrapSpread {
 public:
  // Takes the same number of values each time.
  void add(std::span<const double> values);

  [[nodiscard]] std::size_t replicates() const { return replicates_; }
  // Standard deviations over the replicates, the standard errors of the values; 0 with fewer than two.
  [[nodiscard]] std::vector<double> errors() const;

 private:
  std::size_t replicates_ = 0;
  std::vector<double> means_, squares_;  // squares of the distances from the mean, summed
};

// How often a game enters a replicate; depends on its arguments alone.
[[nodiscard]] int bootstrap_count(std::uint64_t seed, std::uint64_t replicate, std::uint32_t game);

// How often each game of the rows enters a replicate, for Targets; games that do not enter it are missing.
[[nodiscard]] Targets::Multiplicity bootstrap_games(const RowSet& rows, const RowSelection& selection,
                                                    std::uint64_t seed, std::uint64_t replicate);

// For every weight, with the means of boards moved as in a weights file, its standard error in centi-units; 0 where it
// was not fitted. fitted and strengths: those of the fit, from which each replicate starts. progress: called with the
// number of replicates done, after each.
[[nodiscard]] std::vector<double> bootstrap_errors(const RowSet& rows, const Weights& start, const Weights& fitted,
                                                   const PullStrengths& strengths, const FitOptions& options,
                                                   int replicates, const std::function<void(int)>& progress = {});

}  // namespace hone::learn
