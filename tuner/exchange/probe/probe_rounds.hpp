// SPDX-License-Identifier: MIT
//
// Probe, fit, and probe again around what was fitted, until it stands still: how weights are learnt in which an
// evaluation is not linear. Each fit sees the line that touches the evaluation at the present values, as in the method
// of Gauss and Newton, and keeps to the steps within which that was measured.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>

#include "tuner/exchange/probe/probe.hpp"
#include "tuner/learn/fit/fit.hpp"
#include "tuner/learn/fit/fit_options.hpp"

namespace hone::exchange {

struct RoundsOptions {
  int most = 1;  // rounds
  learn::FitOptions fit;
  std::string settings;  // a text that is another one where other options were given, or other files
};

struct ProbeRound {
  int number = 0;  // from 1
  ProbeSummary probe;
  learn::FitSummary fit;
  std::size_t moved = 0;  // weights whose whole number is another one after the fit
  double farthest = 0;    // that one of them moved
};

// Where the fitted weights of the rows `out` go, X.tuned.weights, and those of the first probe, X.first.weights.
[[nodiscard]] std::filesystem::path tuned_weights(const std::filesystem::path& out);
[[nodiscard]] std::filesystem::path first_weights(const std::filesystem::path& out);

// Each round writes what a probe writes, around the values of the round before, and then the fitted weights. All fits
// are pulled to the values of the first probe unless they are pulled to zero, so that many rounds learn no more than
// one. It ends when no weight has moved, or after so many rounds. What was done under the same settings, in an earlier
// call that was interrupted or had fewer rounds, is not done again. Returns the number of the last round, or 0 when
// stopped. Throws Error as probe and learn::fit do, when there is nothing to learn from, and where the engine's weights
// cannot be changed.
int probe_in_rounds(const GameDriver& driver, const Weights& judge, const ProbeOptions& options,
                    const RoundsOptions& rounds, const std::filesystem::path& out, const std::stop_token& stop,
                    const ProbeObserver& observer, const std::function<void(const ProbeRound&)>& finished);

}  // namespace hone::exchange
