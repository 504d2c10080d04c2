// SPDX-License-Identifier: MIT
//
// Shows the weights of one group in the way that suits its shape: a board as one coloured board for each phase, a short
// list as a chart and a table, a long list (pattern tables have thousands of weights) as a summary and its largest
// ones.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "tuner/report/weight_changes.hpp"

namespace hone::report {

// The group must not be a scalar.
[[nodiscard]] nlohmann::ordered_json group_view(const WeightChanges& changes, const Group& group);
// A line with one cell for each phase.
[[nodiscard]] nlohmann::ordered_json scalar_row(const WeightChanges& changes, const Group& group);

}  // namespace hone::report
