// SPDX-License-Identifier: MIT
//
// A word as a POSIX shell reads it back.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hone::text {

[[nodiscard]] std::string shell_word(std::string_view text);  // in single quotes where need be

// A command line as a shell splits it into words: blanks, quotes and backslashes, and no more of the shell.

// Throws Error for an open quote or a backslash at the end.
[[nodiscard]] std::vector<std::string> split_command(std::string_view text);

}  // namespace hone::text
