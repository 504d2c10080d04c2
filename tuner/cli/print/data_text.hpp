// SPDX-License-Identifier: MIT
//
// What `hone data` found or did, as text for a terminal.
#pragma once

#include <string>

#include "tuner/formats/data_summary.hpp"

namespace hone::cli {

// Ends with a line end, unless it is empty.
[[nodiscard]] std::string report(const formats::DataSummary& summary);

}  // namespace hone::cli
