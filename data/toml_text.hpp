// SPDX-License-Identifier: MIT
//
// Writes keys and strings as TOML (toml.io, v1.0.0).
#pragma once

#include <string>
#include <string_view>

namespace hone {

// Writes a key bare where TOML allows it and quoted otherwise.
[[nodiscard]] std::string toml_key(std::string_view key);

// Writes a quoted string on one line. TOML must be UTF-8, and a file name may be anything: text that is not UTF-8 is
// taken as Latin-1, so that the file stays readable.
[[nodiscard]] std::string toml_string(std::string_view text);

[[nodiscard]] bool is_utf8(std::string_view text);

}  // namespace hone
