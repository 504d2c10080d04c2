// SPDX-License-Identifier: MIT
//
// The report of a fit as text, in at most about sixty lines whatever the number of weights: what changed and how
// certain that is, which groups are noise, what the data leave undetermined, and whether predictions come true.
#pragma once

#include <string>

#include "tuner/learn/study/study.hpp"

namespace hone::learn {

// All sections, but not the warning of too few games, which is said before a fit.
[[nodiscard]] std::string fit_report_text(const FitReport& report);

// The sections of the report; a section with nothing to say is empty.
[[nodiscard]] std::string groups_text(const FitReport& report);       // by mean |z|
[[nodiscard]] std::string movers_text(const FitReport& report);       // the largest changes that are not noise
[[nodiscard]] std::string noise_text(const FitReport& report);        // weights that do not differ from the start
[[nodiscard]] std::string open_text(const FitReport& report);         // unseen and collinear weights
[[nodiscard]] std::string curve_text(const FitReport& report);        // what more games would buy
[[nodiscard]] std::string calibration_text(const FitReport& report);  // bins by phase

}  // namespace hone::learn
