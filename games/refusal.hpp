// SPDX-License-Identifier: MIT
//
// The error with which every game refuses a text.
#pragma once

#include <string_view>

namespace hone {

// Throws Error: expected WANTED, found "TEXT".
[[noreturn]] void reject(std::string_view wanted, std::string_view text);

}  // namespace hone
