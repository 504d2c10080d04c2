// SPDX-License-Identifier: MIT
//
// Lines that fit a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace hone::cli {

inline constexpr std::size_t page_width = 80;

// The text in lines of at most `width` characters, broken at blanks, and inside a word that is longer than a line after
// a comma. All lines but the first begin with `indent` blanks.
[[nodiscard]] std::string wrapped(std::string_view text, std::size_t width, std::size_t indent);

// A line of a report: the label, and the text in a column beside it, over as many lines as it takes.
[[nodiscard]] std::string labelled(std::string_view label, std::string_view text);

}  // namespace hone::cli
