// SPDX-License-Identifier: MIT
//
// Weights as people read of them.
#pragma once

#include <cstddef>
#include <string>

#include "data/schema.hpp"
#include "tuner/learn/study/study.hpp"

namespace hone::learn {

// A name with the stage behind it, "psqt.knight (mg)"; the name alone where there is a single stage.
[[nodiscard]] std::string at_stage(const Schema& schema, std::string name, int stage);

// Of an index in Weights::values: "psqt.knight[2,5] (mg)".
[[nodiscard]] std::string weight_name(const Schema& schema, std::size_t weight);

// The report of a fit for people, in at most some sixty lines whatever the number of weights: what moved and how sure
// that is, which groups are noise, what the data leave open, whether predictions come true.

[[nodiscard]] std::string fit_report_text(const FitReport& report);

// A section of it; empty without anything to say.
[[nodiscard]] std::string groups_text(const FitReport& report);       // by mean |z|
[[nodiscard]] std::string movers_text(const FitReport& report);       // the largest changes that are not noise
[[nodiscard]] std::string noise_text(const FitReport& report);        // weights that do not differ from their start
[[nodiscard]] std::string open_text(const FitReport& report);         // unseen and collinear weights
[[nodiscard]] std::string calibration_text(const FitReport& report);  // bins by phase

}  // namespace hone::learn
