// SPDX-License-Identifier: MIT
#include "tuner/text/option_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "data/error.hpp"

namespace hone::text {

namespace {

template <class Range>
std::string range_text(const Range& range, bool bounded_below, bool bounded_above) {
  if (bounded_below && bounded_above) return fmt::format("{} to {}", range.low, range.high);
  if (bounded_below) return fmt::format("{} or more", range.low);
  if (bounded_above) return fmt::format("at most {}", range.high);
  return {};
}

template <class Range>
[[noreturn]] void refuse(std::string_view text, const Range& range, std::string_view kind) {
  const std::string bounds = to_string(range);
  throw Error(
      expected_found(fmt::format("{}{}{}", kind, bounds.empty() ? "" : ", ", bounds), fmt::format("'{}'", text)));
}

template <class Number, class Range>
bool is_within(Number number, const Range& range) {
  return number >= range.low && number <= range.high;
}

template <class Number, class Range>
Number parse_number(std::string_view text, const Range& range, std::string_view kind) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  if (!whole || !is_within(number, range)) refuse(text, range, kind);
  return number;
}

constexpr std::string_view whole_number = "a whole number", any_number = "a number";

}  // namespace

std::string to_string(const IntegerRange& range) {
  using Limits = std::numeric_limits<std::int64_t>;
  return range_text(range, range.low > Limits::min(), range.high < Limits::max());
}

std::string to_string(const RealRange& range) {
  using Limits = std::numeric_limits<double>;
  return range_text(range, range.low > Limits::lowest(), range.high < Limits::max());
}

void check(std::int64_t value, const IntegerRange& range) {
  if (!is_within(value, range)) refuse(show(value), range, whole_number);
}

void check(double value, const RealRange& range) {
  if (!is_within(value, range)) refuse(show(value), range, any_number);
}

std::int64_t parse_integer(std::string_view text, const IntegerRange& range) {
  return parse_number<std::int64_t>(text, range, whole_number);
}

double parse_real(std::string_view text, const RealRange& range) {
  return parse_number<double>(text, range, any_number);
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

std::vector<std::string_view> split_at_commas(std::string_view text) {
  std::vector<std::string_view> parts;
  for (std::size_t first = 0; first <= text.size();) {
    const std::size_t end = std::min(text.find(',', first), text.size());
    parts.push_back(text.substr(first, end - first));
    first = end + 1;
  }
  return parts;
}

std::vector<std::string_view> split_at_commas(std::string_view text, std::size_t count, std::string_view wanted) {
  std::vector<std::string_view> parts = split_at_commas(text);
  if (parts.size() != count) throw Error(expected_found(wanted, text));
  return parts;
}

NamedValues::NamedValues(std::string_view text, std::string_view wanted) : wanted_(wanted) {
  for (const std::string_view part : split_at_commas(text)) {
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos) throw Error(expected_found(wanted, text));
    values_.emplace(part.substr(0, equals), part.substr(equals + 1));
  }
}

std::optional<std::string_view> NamedValues::take(std::string_view name) {
  const auto node = values_.extract(name);
  return node.empty() ? std::nullopt : std::optional(node.mapped());
}

void NamedValues::expect_no_more() const {
  if (!values_.empty()) throw Error(expected_found(wanted_, values_.begin()->first));
}

}  // namespace hone::text
