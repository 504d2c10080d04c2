// SPDX-License-Identifier: MIT
//
// The texts of `hone help` and `hone COMMAND --help`, and the parts of them that man pages have as well.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tuner/cli/command.hpp"

namespace hone::cli {

[[nodiscard]] std::string overview(std::span<const std::unique_ptr<Command>> commands);
[[nodiscard]] std::string help_text(const CommandText& text, const Options& options);

inline constexpr std::string_view about_hone =
    "hone sharpens the evaluation function of a board-game engine by letting it play.";
inline constexpr std::string_view about_exit_codes =
    "0 done; 1 done, and the answer is no; 2 wrong usage or input; 3 interrupted or stopped by the system, to be "
    "resumed; 130 interrupted with nothing to resume; 70 a mistake of hone's own";
// The first line of the overview: what hone does, and what a program with games of its own is.
[[nodiscard]] std::string about_program();
inline constexpr std::string_view about_sources =
    "An option that is not given is looked for in the environment (HONE_GAME for --game), then in the file of "
    "--config.";

[[nodiscard]] std::vector<std::string_view> lines_of(std::string_view text);

// What stands behind the option for its value: " N", " F [F...]"; empty for a flag.
[[nodiscard]] std::string value_words(const Option& option);
// The range of the option and its default, in brackets: " (1 to 60; default 8)"; empty if there is neither.
[[nodiscard]] std::string remarks(const Option& option, const std::string& default_value);
// The words that belong to no option, as a usage line has them: " [FILE] F...".
[[nodiscard]] std::string positional_words(const Options& options);
// A command line, broken into lines of the page's width that a shell reads as one.
[[nodiscard]] std::string example_lines(std::string_view command);

}  // namespace hone::cli
