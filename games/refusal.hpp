// SPDX-License-Identifier: MIT
//
// The error with which every game refuses a text, and what stands in it.
#pragma once

#include <string_view>

namespace hone {

// Throws Error: expected WANTED, found "TEXT".
[[noreturn]] void reject(std::string_view wanted, std::string_view text);
// The same of what is no text to be quoted: expected WANTED, found FOUND.
[[noreturn]] void reject_found(std::string_view wanted, std::string_view found);

}  // namespace hone
