// SPDX-License-Identifier: MIT
//
// From the words of the command line to an exit code: finds the command, parses its options, runs it, and turns
// errors into one line on standard error.
#pragma once

#include <string>
#include <vector>

#include "tuner/cli/exit_code.hpp"

namespace hone {

// `words` without the name of the program. Never throws.
[[nodiscard]] ExitCode run_application(const std::vector<std::string>& words);

}  // namespace hone
