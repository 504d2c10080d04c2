// SPDX-License-Identifier: MIT
//
// The report of a fit for other programs: JSON with everything, and a CSV table of the weights.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "tuner/learn/study/study.hpp"

namespace hone::learn {

// games, positions, warning; groups and weights, one object each; collinear: phrases; unseen: names of weights;
// calibration: the rows that it was done on, tables of bins, recalibration. Missing values are null.
[[nodiscard]] nlohmann::ordered_json to_json(const FitReport& report);
// The same without the entries for single weights.
[[nodiscard]] nlohmann::ordered_json summary_json(const FitReport& report);

// CSV with the header weight,stage,value,start,error,z,positions,games and a line for each weight; error and z are
// empty where the weight has no error.
[[nodiscard]] std::string format_weight_table(const FitReport& report);
void write_weight_table(const std::filesystem::path& file, const FitReport& report);  // atomically

}  // namespace hone::learn
