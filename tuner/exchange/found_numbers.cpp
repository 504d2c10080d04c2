// SPDX-License-Identifier: MIT
#include "tuner/exchange/found_numbers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "tuner/learn/fit/group_patterns.hpp"

namespace hone::exchange {

std::string FoundNumbers::shape_text() const {
  return sizes.empty() ? "number" : fmt::format("{}", fmt::join(sizes, "x"));
}

bool ReadRules::takes(const std::string& name) const {
  const auto fits = [&](const std::string& pattern) { return learn::matches(pattern, name); };
  return (include.empty() || std::ranges::any_of(include, fits)) && std::ranges::none_of(exclude, fits);
}

}  // namespace hone::exchange
