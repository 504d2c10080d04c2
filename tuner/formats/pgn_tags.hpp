// SPDX-License-Identifier: MIT
//
// The tags of PGN (Portable Game Notation, import format): [Name "value"], a quote or backslash in the value behind a
// backslash.
#pragma once

#include <string>
#include <string_view>

namespace hone {

struct PgnTag {
  std::string name;
  std::string value;  // without quotes and escapes
};

[[nodiscard]] std::string_view without_pgn_blanks(std::string_view text);  // at its beginning

// Takes the tag that the text begins with off its front. Throws Error.
[[nodiscard]] PgnTag take_tag(std::string_view& text);

// There is no better sign that a comment before it was never closed.
[[nodiscard]] bool begins_with_tag(std::string_view line);

}  // namespace hone
