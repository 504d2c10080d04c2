// SPDX-License-Identifier: MIT
//
// The report of a fit for programs: JSON with everything, and a table of the weights.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "tuner/learn/study/study.hpp"

namespace hone::learn {

// games, positions, warning; groups and weights, one object each; collinear: phrases; unseen: names of weights;
// calibration: rows it was done on, tables of bins, recalibration. What does not exist is null.
[[nodiscard]] nlohmann::ordered_json to_json(const FitReport& report);
// ... without what there is one of for each weight.
[[nodiscard]] nlohmann::ordered_json summary_json(const FitReport& report);

// CSV with the header weight,stage,value,start,error,z,positions,games and a line a weight; error and z are empty
// where there is none.
[[nodiscard]] std::string format_weight_table(const FitReport& report);
void write_weight_table(const std::filesystem::path& file, const FitReport& report);  // atomically

}  // namespace hone::learn
