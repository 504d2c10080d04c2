// SPDX-License-Identifier: MIT
#include "data/toml_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

namespace hone {
namespace {

bool is_bare(char c) {
  return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9') || c == '_' || c == '-';
}

std::string escaped(unsigned char c) {
  switch (c) {
    case '"':
      return "\\\"";
    case '\\':
      return "\\\\";
    case '\n':
      return "\\n";
    case '\t':
      return "\\t";
    default:
      return fmt::format("\\u{:04X}", c);
  }
}

// Returns the length of the byte sequence that begins with `lead`, or 0 if none does.
std::size_t sequence_length(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (0xc2 <= lead && lead < 0xe0) return 2;
  if (0xe0 <= lead && lead < 0xf0) return 3;
  if (0xf0 <= lead && lead < 0xf5) return 4;
  return 0;
}

// The well-formed byte sequences of Unicode 15, table 3-7.
bool is_sequence(std::string_view bytes) {
  std::uint32_t code = static_cast<unsigned char>(bytes[0]);
  if (bytes.size() > 1) code &= 0xffU >> (bytes.size() + 1);
  for (const char byte : bytes.substr(1)) {
    if ((static_cast<unsigned char>(byte) & 0xc0) != 0x80) return false;
    code = (code << 6) | (static_cast<unsigned char>(byte) & 0x3f);
  }
  const bool overlong = (bytes.size() == 3 && code < 0x800) || (bytes.size() == 4 && code < 0x10000);
  const bool surrogate = 0xd800 <= code && code < 0xe000;
  return !overlong && !surrogate && code <= 0x10ffff;
}

}  // namespace

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = sequence_length(static_cast<unsigned char>(text.front()));
    if (length == 0 || length > text.size() || !is_sequence(text.substr(0, length))) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::string toml_string(std::string_view text) {
  const bool utf8 = is_utf8(text);
  std::string quoted = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (0x20 <= byte && byte < 0x7f && c != '"' && c != '\\') || (byte >= 0x80 && utf8);
    quoted += plain ? std::string(1, c) : escaped(byte);
  }
  return quoted + "\"";
}

std::string toml_key(std::string_view key) {
  const bool bare = !key.empty() && std::all_of(key.begin(), key.end(), is_bare);
  return bare ? std::string(key) : toml_string(key);
}

}  // namespace hone
