// SPDX-License-Identifier: MIT
#include "tuner/formats/labels.hpp"

#include <charconv>
#include <cmath>

namespace hone::formats {

std::optional<double> parse_result(std::string_view text) {
  if (text == "1-0") return 1;
  if (text == "0-1") return 0;
  if (text == "1/2-1/2") return 0.5;
  return std::nullopt;
}

std::optional<double> parse_number(std::string_view text) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, fault] = std::from_chars(text.data(), end, value);
  if (fault != std::errc{} || stop != end || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::optional<double> parse_share(std::string_view text) {
  const std::optional<double> value = parse_number(text);
  return value && *value >= 0 && *value <= 1 ? value : std::nullopt;
}

float target_of(const Outcome& outcome) { return outcome.utility > 0 ? 1.0F : outcome.utility < 0 ? 0.0F : 0.5F; }

}  // namespace hone::formats
