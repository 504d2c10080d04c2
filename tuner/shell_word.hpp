// SPDX-License-Identifier: MIT
//
// A word as a POSIX shell reads it back.
#pragma once

#include <string>
#include <string_view>

namespace hone {

[[nodiscard]] std::string shell_word(std::string_view text);  // in single quotes where need be

}  // namespace hone
