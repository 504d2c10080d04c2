// SPDX-License-Identifier: MIT
//
// The sections of the page as data of its template (templates/page.mustache): texts ready to be shown. A section for
// which the run has nothing is null. A section adds its charts to `charts`, those of the page.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "tuner/report/reported_run.hpp"
#include "tuner/report/weight_changes.hpp"

namespace hone::report {

[[nodiscard]] nlohmann::ordered_json summary_view(const ReportedRun& run);
[[nodiscard]] nlohmann::ordered_json strength_view(const ReportedRun& run, nlohmann::ordered_json& charts);
[[nodiscard]] nlohmann::ordered_json learning_view(const ReportedRun& run, nlohmann::ordered_json& charts);
[[nodiscard]] nlohmann::ordered_json games_view(const ReportedRun& run, nlohmann::ordered_json& charts);
[[nodiscard]] nlohmann::ordered_json calibration_view(const std::optional<learn::FitRemarks>& remarks, int generation,
                                                      nlohmann::ordered_json& charts);
[[nodiscard]] nlohmann::ordered_json weights_view(const WeightChanges& changes, const ReportedRun& run,
                                                  const std::optional<learn::FitRemarks>& remarks);
// Games to step through. Adds to `replays` what the script needs of each.
[[nodiscard]] nlohmann::ordered_json replay_view(const ReportedRun& run, nlohmann::ordered_json& replays);
[[nodiscard]] nlohmann::ordered_json machines_view(const ReportedRun& run);
[[nodiscard]] nlohmann::ordered_json origin_view(const ReportedRun& run);

}  // namespace hone::report
