// SPDX-License-Identifier: MIT
//
// What a run was worth, in one sentence.
#pragma once

#include <string>

#include "tuner/report/reported_run.hpp"

namespace hone {

enum class VerdictTone { good, open, bad };

struct Verdict {
  std::string sentence;
  VerdictTone tone = VerdictTone::open;
};

// By the final match where it was played, otherwise by the gates. Stronger or weaker is said, and anything
// but `open`, only where the 95 % interval leaves 0 out.
[[nodiscard]] Verdict verdict(const ReportedRun& run);

}  // namespace hone
