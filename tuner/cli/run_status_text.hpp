// SPDX-License-Identifier: MIT
//
// What is said of a run from outside: how it stands, and what to type to go on.
#pragma once

#include <filesystem>
#include <string>

#include "tuner/run/run_status.hpp"

namespace hone {

[[nodiscard]] std::string resume_command(const std::filesystem::path& folder);
// Of damage that can be repaired; `resume` is the command that goes on.
[[nodiscard]] std::string repair_hint(const std::string& resume);

// `hone run --status` for people.
[[nodiscard]] std::string report(const RunStatus& status, const std::filesystem::path& folder);

}  // namespace hone
