// SPDX-License-Identifier: MIT
//
// "Did you mean ...?": what is said of a word that hone does not know. It may be a word of hone that was misspelt, or
// the word of another program (fastchess, cutechess-cli, tuners) for something that hone calls otherwise or has not.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace hone::cli {

// " (did you mean 'depth'?)" for the candidate nearest to a misspelt word, or nothing when none is near. Of candidates
// equally near, the one that begins in the same way for longest.
[[nodiscard]] std::string suggestion(std::string_view misspelt, std::span<const std::string> candidates);

// The same, but other programs' words for a command are known too.
[[nodiscard]] std::string suggested_command(std::string_view word, std::span<const std::string> commands);

// The same for an option among those of a command, all named without their dashes; `dashes` is what is written in front
// of the one suggested. Of an option that hone has nothing like, it is said what to do instead.
[[nodiscard]] std::string suggested_option(std::string_view word, std::span<const std::string> options,
                                           std::string_view dashes);

// Whether another program has an option of this name.
[[nodiscard]] bool is_foreign_option(std::string_view word);

}  // namespace hone::cli
