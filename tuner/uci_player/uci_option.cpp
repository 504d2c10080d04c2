// SPDX-License-Identifier: MIT
#include "tuner/uci_player/uci_option.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <utility>

#include "data/error.hpp"
#include "engine/uci_text.hpp"

namespace hone {
namespace {

bool equal_but_case(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
  return std::ranges::equal(a, b, {}, lower, lower);
}

std::optional<std::int64_t> number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<UciOption::Type> type_of(std::string_view word) {
  using enum UciOption::Type;
  constexpr std::array<std::pair<std::string_view, UciOption::Type>, 5> types{
      {{"check", check}, {"spin", spin}, {"combo", combo}, {"button", button}, {"string", string}}};
  const auto* const found = std::ranges::find(types, word, [](const auto& type) { return type.first; });
  return found == types.end() ? std::nullopt : std::optional(found->second);
}

bool is_keyword(std::string_view word) {
  return word == "name" || word == "type" || word == "default" || word == "min" || word == "max" || word == "var";
}

void take(UciOption& option, bool& has_type, std::string_view keyword, const std::string& value) {
  if (keyword == "name") option.name = value;
  if (keyword == "default") option.fallback = value;
  if (keyword == "min") option.low = number(value);
  if (keyword == "max") option.high = number(value);
  if (keyword == "var") option.choices.push_back(value);
  if (keyword != "type") return;
  const auto type = type_of(value);
  has_type = type.has_value();
  option.type = type.value_or(option.type);
}

std::string range_text(const UciOption& option) {
  const auto text = [](const std::optional<std::int64_t>& bound) { return bound ? fmt::format("{}", *bound) : "any"; };
  return fmt::format("a whole number, {} to {}", text(option.low), text(option.high));
}

bool is_in_range(const UciOption& option, std::string_view text) {
  const auto value = number(text);
  return value && value >= option.low.value_or(*value) && value <= option.high.value_or(*value);
}

}  // namespace

std::optional<UciOption> parse_uci_option(std::string_view line) {
  UciOption option;
  bool has_type = false;
  const auto words = split_words(line);
  for (std::size_t i = 1; i < words.size();) {
    const std::string_view keyword = words[i];
    std::string value;
    for (++i; i < words.size() && !is_keyword(words[i]); ++i) {
      if (!value.empty()) value += ' ';
      value += words[i];
    }
    take(option, has_type, keyword, value);
  }
  if (option.name.empty() || !has_type) return std::nullopt;
  return option;
}

const UciOption* find_uci_option(const std::vector<UciOption>& options, std::string_view name) {
  const auto found = std::ranges::find_if(options, [&](const UciOption& o) { return equal_but_case(o.name, name); });
  return found == options.end() ? nullptr : &*found;
}

void check_uci_value(const UciOption& option, std::string_view value) {
  const auto require = [&](bool holds, const std::string& wanted) {
    if (!holds)
      throw Error(fmt::format("option {}: {}", option.name, expected_found(wanted, fmt::format("'{}'", value))));
  };
  switch (option.type) {
    case UciOption::Type::check:
      return require(value == "true" || value == "false", "true or false");
    case UciOption::Type::spin:
      return require(is_in_range(option, value), range_text(option));
    case UciOption::Type::combo:
      return require(std::ranges::any_of(option.choices, [&](const auto& c) { return equal_but_case(c, value); }),
                     fmt::format("one of {}", fmt::join(option.choices, ", ")));
    case UciOption::Type::button:
      return require(value.empty(), "no value");
    case UciOption::Type::string:
      return;
  }
}

}  // namespace hone
