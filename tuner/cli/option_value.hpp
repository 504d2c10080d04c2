// SPDX-License-Identifier: MIT
//
// The values of options: text to number and back. Errors say what was expected, the range included.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hone {

// Both ends belong to the range.
struct IntegerRange {
  std::int64_t low = 0;
  std::int64_t high = std::numeric_limits<std::int64_t>::max();
};
struct RealRange {
  double low = std::numeric_limits<double>::lowest();
  double high = std::numeric_limits<double>::max();
};

// "1 to 60", "1 or more", "" for everything.
[[nodiscard]] std::string to_string(const IntegerRange& range);
[[nodiscard]] std::string to_string(const RealRange& range);

// These throw Error.
[[nodiscard]] std::int64_t parse_integer(std::string_view text, const IntegerRange& range);
[[nodiscard]] double parse_real(std::string_view text, const RealRange& range);
[[nodiscard]] bool parse_flag(std::string_view text);  // "true" or "false"
[[nodiscard]] std::string parse_choice(std::string_view text, const std::vector<std::string>& choices);

// Shortest text that reads back as the same value; empty for no value.
[[nodiscard]] std::string show(std::int64_t value);
[[nodiscard]] std::string show(double value);
template <class T>
[[nodiscard]] std::string show(const std::optional<T>& value) {
  return value ? show(*value) : std::string();
}

[[nodiscard]] std::string join(const std::vector<std::string>& words, std::string_view separator);

}  // namespace hone
