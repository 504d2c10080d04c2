// SPDX-License-Identifier: MIT
//
// Words quoted for a POSIX shell, and command lines split into words as the shell splits them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hone::text {

// The text as one word of a shell command, in single quotes where it needs them.
[[nodiscard]] std::string shell_word(std::string_view text);

// The words of a command line. Of the shell's syntax only blanks, quotes and backslashes are known. Throws Error for an
// open quote or a backslash at the end.
[[nodiscard]] std::vector<std::string> split_command(std::string_view text);

}  // namespace hone::text
