// SPDX-License-Identifier: MIT
//
// `hone run --status` for people.
#pragma once

#include <filesystem>
#include <string>

#include "tuner/run/run_status.hpp"

namespace hone {

[[nodiscard]] std::string report(const RunStatus& status, const std::filesystem::path& folder);

}  // namespace hone
