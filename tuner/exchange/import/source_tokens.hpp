// SPDX-License-Identifier: MIT
//
// Source text of C, C++, Rust, Go, Java, C#, Python, Zig or JavaScript as tokens, as far as tables of numbers need it:
// which language it is need not be known, but for texts and comments of C#, Python and Rust, told by the file's name.
// Comments, preprocessor lines and attributes are left out, but a `#define` of one number becomes the tokens
// NAME = NUMBER.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hone::exchange {

struct SourceToken {
  enum class Kind : std::uint8_t { name, number, text, sign };

  Kind kind = Kind::sign;
  std::string_view text;  // of the source; a sign has one character, but for "::", "=>", "==" and the like
  double number = 0;
  int line = 0;
  int column = 0;  // from 0

  [[nodiscard]] bool is(std::string_view sign) const { return kind == Kind::sign && text == sign; }
  [[nodiscard]] bool is_name(std::string_view name) const { return kind == Kind::name && text == name; }
  // Also 0b101, 5_cp and 010, which is 8 in some languages and 10 in others: such tokens are names.
  [[nodiscard]] bool is_any_number() const;
};

// The tokens point into the source. Throws Error with file and line for a comment or a text without an end.
[[nodiscard]] std::vector<SourceToken> source_tokens(std::string_view source, const std::string& file);

}  // namespace hone::exchange
