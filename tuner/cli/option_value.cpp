// SPDX-License-Identifier: MIT
#include "tuner/cli/option_value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "data/error.hpp"

namespace hone {
namespace {

template <class Range>
std::string range_text(const Range& range, bool bounded_below, bool bounded_above) {
  if (bounded_below && bounded_above) return fmt::format("{} to {}", range.low, range.high);
  if (bounded_below) return fmt::format("{} or more", range.low);
  if (bounded_above) return fmt::format("at most {}", range.high);
  return {};
}

template <class Number, class Range>
Number parse_number(std::string_view text, const Range& range, std::string_view kind) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  if (whole && number >= range.low && number <= range.high) return number;
  const std::string bounds = to_string(range);
  throw Error(
      expected_found(fmt::format("{}{}{}", kind, bounds.empty() ? "" : ", ", bounds), fmt::format("'{}'", text)));
}

}  // namespace

std::string to_string(const IntegerRange& range) {
  using Limits = std::numeric_limits<std::int64_t>;
  return range_text(range, range.low > Limits::min(), range.high < Limits::max());
}

std::string to_string(const RealRange& range) {
  using Limits = std::numeric_limits<double>;
  return range_text(range, range.low > Limits::lowest(), range.high < Limits::max());
}

std::int64_t parse_integer(std::string_view text, const IntegerRange& range) {
  return parse_number<std::int64_t>(text, range, "a whole number");
}

double parse_real(std::string_view text, const RealRange& range) {
  return parse_number<double>(text, range, "a number");
}

bool parse_flag(std::string_view text) { return parse_choice(text, {"true", "false"}) == "true"; }

std::string parse_choice(std::string_view text, const std::vector<std::string>& choices) {
  if (std::find(choices.begin(), choices.end(), text) != choices.end()) return std::string(text);
  throw Error(expected_found("one of " + join(choices, ", "), fmt::format("'{}'", text)));
}

std::string show(std::int64_t value) { return fmt::format("{}", value); }
std::string show(double value) { return fmt::format("{}", value); }

std::string join(const std::vector<std::string>& words, std::string_view separator) {
  return fmt::format("{}", fmt::join(words, separator));
}

}  // namespace hone
