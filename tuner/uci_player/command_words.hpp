// SPDX-License-Identifier: MIT
//
// A command line as a shell splits it into words: blanks, quotes and backslashes, and no more of the shell.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hone {

// Throws Error for an open quote or a backslash at the end.
[[nodiscard]] std::vector<std::string> split_command(std::string_view text);

}  // namespace hone
