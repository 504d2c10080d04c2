// SPDX-License-Identifier: MIT
//
// The tags of a mustache template, read before mustache does, which takes unknown names for empty ones. The line of a
// section tag or a comment that stands alone on it is taken out, as the specification of mustache wants and the library
// does for some only; then line ends are hidden from the library.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace hone::exchange {

inline constexpr char hidden_line_end = '\x1e';

struct TemplateText {
  std::string text;             // with hidden_line_end for line ends
  std::set<std::string> names;  // of all tags
};

// `file` is named in errors. Throws Error with file and line for tags that do not fit together, for a name that
// TEMPLATES.md does not list, for a list within itself, for partials and other delimiters.
[[nodiscard]] TemplateText read_template(std::string_view text, const std::string& file);

}  // namespace hone::exchange
