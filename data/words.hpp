// SPDX-License-Identifier: MIT
//
// Splits a line into words at blanks, and reads words as numbers.
#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace hone {

class Words {
 public:
  explicit Words(std::string_view line) : rest_(line) { skip_blanks(); }

  // Returns the next word, or an empty text at the end.
  std::string_view next() {
    const std::string_view word = rest_.substr(0, rest_.find_first_of(blanks));
    rest_.remove_prefix(word.size());
    skip_blanks();
    return word;
  }
  // Returns the rest of the line without the blanks around it.
  [[nodiscard]] std::string_view rest() const { return rest_.substr(0, rest_.find_last_not_of(blanks) + 1); }

 private:
  static constexpr std::string_view blanks = " \t";

  void skip_blanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(blanks), rest_.size())); }

  std::string_view rest_;
};

// Returns the number if the whole word is a finite number, otherwise nothing.
template <class Number>
[[nodiscard]] std::optional<Number> whole_number(std::string_view word) {
  Number value{};
  const char* const end = word.data() + word.size();
  const auto [stop, fault] = std::from_chars(word.data(), end, value);
  if (fault != std::errc{} || stop != end) return std::nullopt;
  if constexpr (std::is_floating_point_v<Number>) {
    if (!std::isfinite(value)) return std::nullopt;
  }
  return value;
}

// Returns the text with the capitals of ASCII as small letters.
[[nodiscard]] inline std::string small_letters(std::string_view text) {
  std::string small(text);
  std::ranges::transform(small, small.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return small;
}

// Returns the line up to a '#' that begins a word.
[[nodiscard]] inline std::string_view without_comment(std::string_view line) {
  for (std::size_t at = line.find('#'); at != std::string_view::npos; at = line.find('#', at + 1)) {
    if (at == 0 || line[at - 1] == ' ' || line[at - 1] == '\t') return line.substr(0, at);
  }
  return line;
}

}  // namespace hone
