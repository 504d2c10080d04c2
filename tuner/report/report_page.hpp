// SPDX-License-Identifier: MIT
//
// A run on one page of HTML that needs nothing else: what it was worth, how it went, what became of the weights, and
// how to do it again. The same bytes for the same folder. Without scripts it loses its charts; their numbers are in
// tables.
#pragma once

#include <filesystem>
#include <string>

#include "tuner/report/reported_run.hpp"

namespace hone::report {

[[nodiscard]] std::string report_page(const ReportedRun& run);

// The page of the run in the folder, written atomically. Throws Error as read_run() does.
void write_report(const std::filesystem::path& folder, const std::filesystem::path& file);

}  // namespace hone::report
