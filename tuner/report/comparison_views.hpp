// SPDX-License-Identifier: MIT
//
// The sections of the page that compares two runs as data of its template (templates/compare.mustache). A section for
// which the runs have nothing is null.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "tuner/report/reported_run.hpp"

namespace hone::report {

// A line for each fact, with its value in either run.
[[nodiscard]] nlohmann::ordered_json compared_facts(const ReportedRun& a, const ReportedRun& b);
// Elo over the start, by generations, by games of self-play and by hours; the charts are added to `charts`.
[[nodiscard]] nlohmann::ordered_json compared_strength(const ReportedRun& a, const ReportedRun& b,
                                                       nlohmann::ordered_json& charts);
[[nodiscard]] nlohmann::ordered_json compared_losses(const ReportedRun& a, const ReportedRun& b,
                                                     nlohmann::ordered_json& charts);
// The options whose values differ; "-" where a run does not know one.
[[nodiscard]] nlohmann::ordered_json compared_settings(const ReportedRun& a, const ReportedRun& b);
// The best weights of both, by group, and those that are farthest apart.
[[nodiscard]] nlohmann::ordered_json compared_weights(const ReportedRun& a, const ReportedRun& b);

}  // namespace hone::report
