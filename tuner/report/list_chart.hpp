// SPDX-License-Identifier: MIT
//
// A list of weights as a small bar chart: where each bar, its error and its start lie in the SVG of the template.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "tuner/report/weight_changes.hpp"

namespace hone {

// Of one stage. scale: the value at the top of the chart, and below 0 at its bottom; > 0.
[[nodiscard]] nlohmann::ordered_json list_chart(const WeightChanges& changes, const Group& group, int stage,
                                                double scale);

}  // namespace hone
