// SPDX-License-Identifier: MIT
//
// Option files: a line `option = value` each, names as on the command line but without the dashes. A line that
// begins with '#' is a comment; a '#' further on belongs to the value, quotes too. An option that takes several
// values has a line for each. A file named *.toml is TOML instead: names as keys, in tables or not, whose names are for
// the reader; an array for an option that takes several values.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hone {

struct ConfigEntry {
  std::string key;
  std::string value;
  int line = 0;
};

// Throws Error with file and line.
[[nodiscard]] std::vector<ConfigEntry> read_config_file(const std::string& file);

[[nodiscard]] std::string_view trimmed(std::string_view text);  // without blanks at both ends

}  // namespace hone
