// SPDX-License-Identifier: MIT
//
// Keys and strings as TOML writes them (toml.io, v1.0.0).
#pragma once

#include <string>
#include <string_view>

namespace hone {

// Bare where TOML allows it, otherwise quoted.
[[nodiscard]] std::string toml_key(std::string_view key);

// A quoted one-line string. TOML is UTF-8: text that is not (a file name may be anything) is taken for Latin-1,
// so that the file stays readable.
[[nodiscard]] std::string toml_string(std::string_view text);

[[nodiscard]] bool is_utf8(std::string_view text);

}  // namespace hone
