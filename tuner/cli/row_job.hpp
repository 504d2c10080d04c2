// SPDX-License-Identifier: MIT
//
// What `hone data` does with files of rows: info, head and convert, between their two forms.
#pragma once

#include <stop_token>

#include "tuner/cli/data_job.hpp"

namespace hone::cli {

// Throws Error.
[[nodiscard]] DataSummary run_row_job(const DataJob& job, const std::stop_token& stop);

}  // namespace hone::cli
