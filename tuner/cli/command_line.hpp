// SPDX-License-Identifier: MIT
//
// The words of a command line, sorted to the options they belong to. Long options are not guessed from their
// beginnings, so that a new option never changes what an old script means.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "tuner/cli/options.hpp"

namespace hone {

struct OptionWords {
  std::string option;               // its name
  std::vector<std::string> values;  // none for a flag
};

// In the order of the command line, an option as often as it is there. Throws UsageError for an unknown option, a
// missing or superfluous value, and a word that belongs to no option.
[[nodiscard]] std::vector<OptionWords> split_command_line(const std::vector<std::string>& words,
                                                          std::span<const Option> options);

}  // namespace hone
