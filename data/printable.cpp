// SPDX-License-Identifier: MIT
#include "data/printable.hpp"

#include <algorithm>
#include <cstddef>

#include "data/error.hpp"

namespace hone {
namespace {

unsigned char byte_of(char c) { return static_cast<unsigned char>(c); }

bool continues(char c) { return (byte_of(c) & 0xC0U) == 0x80U; }

// Returns the number of bytes that a character of UTF-8 with this first byte has; 0 when no character begins so.
std::size_t length_after(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return 2;
  if ((first & 0xF0U) == 0xE0U) return 3;
  if (first >= 0xF0 && first <= 0xF4) return 4;
  return 0;
}

// Whether the character is a longer spelling of a smaller one, a surrogate, or beyond Unicode.
bool is_overlong_or_outside(std::string_view character) {
  if (character.size() < 3) return false;
  const unsigned char first = byte_of(character[0]);
  const unsigned char second = byte_of(character[1]);
  return (first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) || (first == 0xF0 && second < 0x90) ||
         (first == 0xF4 && second > 0x8F);
}

// Returns the first character of the text, or its first byte when it is no valid UTF-8.
std::string_view first_character(std::string_view text, bool& valid) {
  const std::size_t length = length_after(byte_of(text[0]));
  const std::string_view character = text.substr(0, length);
  valid = length > 0 && character.size() == length && std::all_of(character.begin() + 1, character.end(), continues) &&
          !is_overlong_or_outside(character);
  return valid ? character : text.substr(0, 1);
}

bool is_control(std::string_view character) {
  const unsigned char first = byte_of(character[0]);
  if (character.size() == 1) return first < 0x20 || first == 0x7F;
  return first == 0xC2 && byte_of(character[1]) < 0xA0;
}

void append_escaped(std::string& shown, std::string_view bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  for (const char c : bytes) {
    const unsigned char byte = byte_of(c);
    for (const char part : {'\\', 'x', digits[byte >> 4U], digits[byte & 15U]}) shown.push_back(part);
  }
}

enum class InvalidBytes : bool { escape, keep };

std::string escaped_controls(std::string_view text, std::string_view kept, InvalidBytes invalid) {
  std::string shown;
  shown.reserve(text.size());
  while (!text.empty()) {
    bool valid = false;
    const std::string_view character = first_character(text, valid);
    const bool is_shown = valid ? !is_control(character) || kept.find(character[0]) != std::string_view::npos
                                : invalid == InvalidBytes::keep;
    if (is_shown) {
      shown += character;
    } else {
      append_escaped(shown, character);
    }
    text.remove_prefix(character.size());
  }
  return shown;
}

}  // namespace

std::string printable(std::string_view text) { return escaped_controls(text, "", InvalidBytes::escape); }

std::string printable_lines(std::string_view text) { return escaped_controls(text, "\n\t", InvalidBytes::escape); }

std::string printable_bytes(std::string_view text) { return escaped_controls(text, "", InvalidBytes::keep); }

void require_printable(std::string_view text, std::string_view what) {
  if (const std::string shown = printable(text); shown != text) {
    throw Error(expected_found(std::string(what) + " without control characters, in UTF-8", "'" + shown + "'"));
  }
}

std::string quotation(std::string_view text) {
  constexpr std::size_t most = 120;
  const std::size_t size = std::min(text.size(), most);
  // The cut does not go through a character of UTF-8.
  std::size_t end = size;
  while (end > 0 && size - end < 3 && end < text.size() && continues(text[end])) --end;
  return '\'' + printable(text.substr(0, end)) + (end < text.size() ? "...'" : "'");
}

}  // namespace hone
