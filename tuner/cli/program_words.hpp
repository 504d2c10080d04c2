// SPDX-License-Identifier: MIT
//
// The texts of this program say `hone run` where a command is meant, and hone where the toolkit is. In a program of
// another name (program.hpp) the commands are those of that program: `my_game run`.
#pragma once

#include <string>
#include <string_view>

#include "data/build.hpp"

namespace hone::cli {

// The text with the program's name in front of its commands: the word hone with a blank and a word after it. What
// stands in double quotes, "hone weights 2", is the name of a format and stays.
[[nodiscard]] std::string in_words_of(std::string_view program, std::string_view text);
[[nodiscard]] inline std::string in_own_words(std::string_view text) { return in_words_of(program_name(), text); }

// A script of a shell that completes, in which hone is also a part of names: _hone_commands.
[[nodiscard]] std::string script_in_words_of(std::string_view program, std::string_view script);

}  // namespace hone::cli
