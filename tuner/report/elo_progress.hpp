// SPDX-License-Identifier: MIT
//
// Elo over the generations, the start at 0. Each gate measures a candidate against the best before it; the steps that
// were promoted add up, and their errors as those of independent matches do. The sum is a story, not a measurement: Elo
// against a line of relatives need not add up, and steps that were promoted look better than they are. What was
// measured is the final match, best against start.
#pragma once

#include <vector>

#include "tuner/report/reported_run.hpp"
#include "tuner/statistics/stopped_estimate.hpp"

namespace hone {

struct EloStep {
  int generation = 0;
  Interval candidate;  // over the start
  Interval best;       // over the start, after this generation's gate
};

// Of the generations that have a gate.
[[nodiscard]] std::vector<EloStep> elo_progress(const std::vector<ReportedGeneration>& generations);

}  // namespace hone
