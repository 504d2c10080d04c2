// SPDX-License-Identifier: MIT
//
// Fits the weights of a linear evaluation to labelled rows: splits by game, finds the scale K, solves, rounds,
// and says what the result is worth on games it has not seen.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "data/rows.hpp"
#include "data/weights.hpp"
#include "tuner/loss.hpp"

namespace hone {

struct FitOptions {
  Loss loss = Loss::squared;
  std::optional<double> k = std::nullopt;  // scale; nothing: fitted to the starting weights first (see tuner/scale.hpp)
  // Pull towards the start: moving one weight by 100 centi-units costs this share of the starting loss, moving n
  // weights n times as much, and twice as far four times. Settles what the data leave open.
  double ridge = 1e-6;
  double holdout = 0.1;                  // share of games kept out of the fit, [0, 0.9]
  std::uint64_t seed = 1;                // of the split
  std::vector<std::string> groups = {};  // patterns with '*'; others stay as they are; none: all groups
  int decimals = 0;                      // of the weights returned
  int max_iterations = 100;
  int threads = 1;  // changes no bit of the result

  void validate() const;  // throws Error naming the bound that is broken
};

// The test that ended the fit.
enum class FitStatus {
  converged,  // the predicted decrease of the loss fell below the tolerance
  max_iterations,
  no_progress,  // no step decreases the loss any more
  no_data,      // nothing to learn from
};
[[nodiscard]] const char* to_string(FitStatus status);

struct LossPair {
  double start = 0;    // under the starting weights
  double fitted = 0;   // under the fitted weights, before rounding
  double rounded = 0;  // under the weights returned
};

struct FitSummary {
  FitStatus status = FitStatus::no_data;
  int iterations = 0;
  double k = 1;
  std::size_t rows = 0, games = 0;  // trained on
  std::size_t heldout_rows = 0, heldout_games = 0;
  LossPair train, heldout;        // heldout all 0 without held-out games
  double heldout_gain = 0;        // mean over rows of loss(start) - loss(rounded); > 0 is better
  double heldout_gain_error = 0;  // its standard error, games as the sample
  std::size_t fitted_weights = 0;
  std::size_t unseen_weights = 0;  // of the groups chosen, but no row has the term at this stage: left at the start
};

struct FitResult {
  Weights weights;
  FitSummary summary;
};

struct FitProgress {
  int iteration = 0;
  double loss = 0;
  double predicted_decrease = 0;
};

// The weights returned carry the scale K of the fit. Where a board stands beside a material value, its mean is moved
// there (see tuner/gauge.hpp). Throws Error for options out of bounds and for a pattern that matches no group.
[[nodiscard]] FitResult fit(const RowSet& rows, const Weights& start, const FitOptions& options,
                            const std::function<void(const FitProgress&)>& progress = {});

}  // namespace hone
