// SPDX-License-Identifier: MIT
//
// The values of options: from text to number and back. Errors say what was expected, the range included.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hone::text {

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
void check(std::int64_t value, const IntegerRange& range);
void check(double value, const RealRange& range);
[[nodiscard]] std::int64_t parse_integer(std::string_view text, const IntegerRange& range);
[[nodiscard]] double parse_real(std::string_view text, const RealRange& range);
[[nodiscard]] bool parse_flag(std::string_view text);  // "true" or "false"
[[nodiscard]] std::string parse_choice(std::string_view text, const std::vector<std::string>& choices);

// The shortest text that reads back as the same value; empty for no value.
[[nodiscard]] std::string show(std::int64_t value);
[[nodiscard]] std::string show(double value);
template <class T>
[[nodiscard]] std::string show(const std::optional<T>& value) {
  return value ? show(*value) : std::string();
}

[[nodiscard]] std::string join(const std::vector<std::string>& words, std::string_view separator);
// The parts between the commas, empty ones included; throws Error unless there are `count`.
[[nodiscard]] std::vector<std::string_view> split_at_commas(std::string_view text);
[[nodiscard]] std::vector<std::string_view> split_at_commas(std::string_view text, std::size_t count,
                                                            std::string_view wanted);

// NAME=VALUE with commas between, as match runners write their options.
class NamedValues {
 public:
  [[nodiscard]] static bool fit(std::string_view text) { return text.find('=') != std::string_view::npos; }

  // `wanted` is what errors say was expected. Both texts must outlive this object.
  NamedValues(std::string_view text, std::string_view wanted);

  // Nothing unless it is there; each value can be taken once.
  [[nodiscard]] std::optional<std::string_view> take(std::string_view name);
  void expect_no_more() const;

 private:
  std::string_view wanted_;
  std::map<std::string_view, std::string_view> values_;
};

}  // namespace hone::text
