// SPDX-License-Identifier: MIT
//
// The report of a fit for other programs: JSON with everything, and a CSV table of the weights.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tuner/learn/study/study.hpp"

namespace hone::learn {

// games, positions, warning; groups and weights, one object each; collinear: phrases; run_away, unseen: names;
// calibration: the rows it was done on, tables of bins, recalibration. What does not exist is null.
[[nodiscard]] nlohmann::ordered_json to_json(const FitReport& report);
// The same without the members that have an entry for each weight.
[[nodiscard]] nlohmann::ordered_json summary_json(const FitReport& report);

// The remarks of a report that can be read back from its JSON.
struct FitRemarks {
  std::string warning;  // empty: there is none
  std::optional<LearningCurve> curve;
  std::vector<std::string> collinear;  // phrases
  std::vector<std::string> run_away;   // names of weights
  bool heldout_calibration = false;    // the calibration was done on games held out, not on those trained on
  std::vector<CalibrationTable> calibration;
  std::optional<Recalibration> recalibration;
};
// Reads what summary_json() wrote. Throws an Error that names the key whose value is missing or wrong.
void from_json(const nlohmann::ordered_json& json, FitRemarks& remarks);

// CSV with the header weight,stage,value,start,error,z,positions,games,effective_games,data_share and one line for each
// weight; error, z and data_share are empty where there is none. Tables of early versions end with games, and their
// errors are without the prior's part.
[[nodiscard]] std::string format_weight_table(const FitReport& report);
void write_weight_table(const std::filesystem::path& file, const FitReport& report);  // atomically

}  // namespace hone::learn
