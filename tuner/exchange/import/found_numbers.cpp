// SPDX-License-Identifier: MIT
#include "tuner/exchange/import/found_numbers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include "data/words.hpp"
#include "tuner/exchange/export/export_options.hpp"
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

void take_what_is_said(std::string_view text, Found& found) {
  constexpr std::size_t first_lines = 2000;
  const std::string_view head = text.substr(0, first_lines);
  for (const RowOrder order : {RowOrder::last_first, RowOrder::first_first}) {
    if (head.find(row_order_sentence(order)) != std::string_view::npos) {
      found.last_row_first = order == RowOrder::last_first;
    }
  }
  found.has_stages_inside = found.last_row_first.has_value();
  const std::size_t scale = head.find(scale_words);
  if (!found.last_row_first || scale == std::string_view::npos) return;
  std::string_view number = head.substr(scale + scale_words.size());
  number = number.substr(0, number.find_first_not_of("0123456789.e-+"));
  while (number.ends_with('.')) number.remove_suffix(1);  // of the sentence
  if (const auto k = whole_number<double>(number); k && *k > 0) found.k = k;
}

}  // namespace hone::exchange
