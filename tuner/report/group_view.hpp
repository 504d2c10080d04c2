// SPDX-License-Identifier: MIT
//
// The weights of one group as its shape asks for: a board as a coloured board a stage, a short list as a chart and a
// table, a long one (pattern tables have thousands) as a summary and its largest weights.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "tuner/report/weight_changes.hpp"

namespace hone::report {

// For groups that are no scalars.
[[nodiscard]] nlohmann::ordered_json group_view(const WeightChanges& changes, const Group& group);
// A line with a cell a stage.
[[nodiscard]] nlohmann::ordered_json scalar_row(const WeightChanges& changes, const Group& group);

}  // namespace hone::report
