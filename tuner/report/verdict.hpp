// SPDX-License-Identifier: MIT
//
// Elo over the generations, the start at 0. Each gate measures a candidate against the best before it. The steps that
// were promoted add up, each shrunk as gain_estimate.hpp says, because what was promoted looks better than it is. The
// sum is still an estimate: Elo against a line of relatives need not add up. What was measured is the final match, best
// against start.
#pragma once

#include <string>
#include <vector>

#include "tuner/report/reported_run.hpp"
#include "tuner/stats/stopped_estimate.hpp"

namespace hone::report {

struct EloStep {
  int generation = 0;
  stats::Interval candidate;  // over the start
  stats::Interval best;       // over the start, after this generation's gate
};

// There is one step for each generation that has a gate.
[[nodiscard]] std::vector<EloStep> elo_progress(const std::vector<ReportedGeneration>& generations);

// One sentence that says what a run was worth.

enum class VerdictTone { good, open, bad };

struct Verdict {
  std::string sentence;
  VerdictTone tone = VerdictTone::open;
};

// Judges by the final match where it was played, otherwise by the gates. "Stronger" or "weaker" is said, with another
// tone than `open`, only where the 95 % interval leaves 0 out.
[[nodiscard]] Verdict verdict(const ReportedRun& run);

// Warns where the numbers of a match of two are not to be trusted; empty where they are.
[[nodiscard]] std::string caution(const match::MatchSummary& match);

}  // namespace hone::report
