// SPDX-License-Identifier: MIT
//
// Two runs of one game on one page: their curves over each other, what they were asked to do differently, and how far
// apart their weights ended. It measures nothing: whose weights are stronger only a match between them tells, and the
// page says by which command.
#pragma once

#include <string>

#include "tuner/report/reported_run.hpp"

namespace hone::report {

struct ComparisonPage {
  std::string html;
  std::string sentence;  // which run came farther, as far as that can be said
};

// Throws Error for runs of different games, and for a run and itself.
[[nodiscard]] ComparisonPage comparison_page(const ReportedRun& a, const ReportedRun& b);

}  // namespace hone::report
