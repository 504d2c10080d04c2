// SPDX-License-Identifier: MIT
//
// The texts of `hone help` and `hone COMMAND --help`.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "tuner/cli/command.hpp"

namespace hone::cli {

[[nodiscard]] std::string overview(std::span<const std::unique_ptr<Command>> commands);
[[nodiscard]] std::string help_text(const CommandText& text, const Options& options);

// The text in lines of at most `width` characters, broken at blanks, and inside a word that is longer than a line after
// a comma. All lines but the first begin with `indent` blanks.
[[nodiscard]] std::string wrapped(std::string_view text, std::size_t width, std::size_t indent);

}  // namespace hone::cli
