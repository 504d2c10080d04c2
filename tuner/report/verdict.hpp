// SPDX-License-Identifier: MIT
//
// What the run was worth, in one sentence, and Elo over the generations at home (tuner/run/progress.hpp).
#pragma once

#include <string>
#include <vector>

#include "tuner/report/reported_run.hpp"
#include "tuner/stats/stopped_estimate.hpp"

namespace hone::report {

using run::EloStep;

// There is one step for each generation that has a gate.
[[nodiscard]] std::vector<EloStep> elo_progress(const std::vector<ReportedGeneration>& generations);

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
