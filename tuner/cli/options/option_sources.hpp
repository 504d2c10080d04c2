// SPDX-License-Identifier: MIT
//
// The command line itself is wrong: the message is followed by a hint where the help is.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/error.hpp"
#include "tuner/cli/options/options.hpp"

namespace hone::cli {

class UsageError : public Error {
 public:
  using Error::Error;
};

// The words of a command line, sorted to the options they belong to. Long options are not guessed from their
// beginnings, so that a new option never changes what an old script means.

struct OptionWords {
  std::string option;               // its name
  std::vector<std::string> values;  // none for a flag
};

// In the order of the command line, an option as often as it is there. Throws UsageError for an unknown option, a
// missing or superfluous value, and a word that belongs to no option.
[[nodiscard]] std::vector<OptionWords> split_command_line(const std::vector<std::string>& words,
                                                          std::span<const Option> options);

// Option files: a line `option = value` each, names as on the command line but without the dashes. A line that
// begins with '#' is a comment; a '#' further on belongs to the value, quotes too. An option that takes several
// values has a line for each. A file named *.toml is TOML instead: names as keys, at the top or in a section (a table)
// of a command; an array for an option that takes several values.

// An empty section has one entry without a key.
struct SectionEntry : text::ConfigEntry {
  std::string section;  // the TOML table that it stands in; empty at the top
};

[[nodiscard]] bool is_toml(const std::string& file);
// Throws Error with file and line.
[[nodiscard]] std::vector<SectionEntry> read_config_file(const std::string& file);

}  // namespace hone::cli
