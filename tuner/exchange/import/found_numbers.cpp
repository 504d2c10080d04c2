// SPDX-License-Identifier: MIT
#include "tuner/exchange/import/found_numbers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include "tuner/learn/fit/group_patterns.hpp"
#include "tuner/text/option_values.hpp"

namespace hone::exchange {

std::string FoundNumbers::shape_text() const {
  return sizes.empty() ? "number" : fmt::format("{}", fmt::join(sizes, "x"));
}

bool ReadRules::takes(const std::string& name) const {
  const auto matches = [&](std::string_view pattern) { return learn::matches(std::string(pattern), name); };
  const auto fits = [&](const std::string& patterns) {
    return std::ranges::any_of(text::split_at_commas(patterns), matches);
  };
  return (include.empty() || std::ranges::any_of(include, fits)) && std::ranges::none_of(exclude, fits);
}

}  // namespace hone::exchange
