// SPDX-License-Identifier: MIT
//
// The report of a fit for people, in at most some sixty lines whatever the number of weights: what moved and how sure
// that is, which groups are noise, what the data leave open, whether predictions come true.
#pragma once

#include <string>

#include "tuner/fit_report/fit_report.hpp"

namespace hone {

[[nodiscard]] std::string fit_report_text(const FitReport& report);

// A section of it; empty without anything to say.
[[nodiscard]] std::string groups_text(const FitReport& report);       // by mean |z|
[[nodiscard]] std::string movers_text(const FitReport& report);       // the largest changes that are not noise
[[nodiscard]] std::string noise_text(const FitReport& report);        // weights that do not differ from their start
[[nodiscard]] std::string open_text(const FitReport& report);         // unseen and collinear weights
[[nodiscard]] std::string calibration_text(const FitReport& report);  // bins by phase

}  // namespace hone
