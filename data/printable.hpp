// SPDX-License-Identifier: MIT
//
// Texts of others, made safe to show. A player's name, a tag of PGN or an engine's move may hold control characters,
// which would move the cursor of a terminal, retitle its window or break a line of a file.
#pragma once

#include <string>
#include <string_view>

namespace hone {

// Returns the text with every control character as "\xNN", byte by byte: the codes below 0x20, 0x7f, and those from
// U+0080 to U+009F in their two bytes of UTF-8. Line ends and tabs are control characters here. A byte that is no part
// of valid UTF-8 is shown the same way. Other bytes stay, so that a text without control characters is returned as it
// is.
[[nodiscard]] std::string printable(std::string_view text);

// As above, but line ends and tabs stay: for a text of several lines, such as a message or a table.
[[nodiscard]] std::string printable_lines(std::string_view text);

// As printable, but bytes that are no UTF-8 stay: for a text that others read too, whatever its character set.
[[nodiscard]] std::string printable_bytes(std::string_view text);

// Throws Error when the text has control characters, or bytes that are no UTF-8. `what` is what the error calls it: "a
// name".
void require_printable(std::string_view text, std::string_view what);

// Returns the text as messages quote it: printable, cut where it is longer than 120 bytes, and in single quotes.
[[nodiscard]] std::string quotation(std::string_view text);

}  // namespace hone
