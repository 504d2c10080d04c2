// SPDX-License-Identifier: MIT
#include "tuner/text/numbers.hpp"

#include <fmt/format.h>

#include <cmath>

namespace hone::text {

std::string fixed(double value, int decimals) { return fmt::format("{:.{}f}", round_to(value, decimals), decimals); }

std::string change(double value, int decimals) { return fmt::format("{:+.{}f}", round_to(value, decimals), decimals); }

std::string grouped(std::uint64_t count) {
  std::string text = std::to_string(count);
  for (std::size_t left = text.size(); left > 3; left -= 3) text.insert(left - 3, 1, ',');
  return text;
}

double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

std::string percent(double share) { return fixed(100 * share, 1) + " %"; }

std::string duration(double hours) {
  const auto seconds = static_cast<std::int64_t>(std::llround(hours * 3600));
  if (seconds >= 3600) return fmt::format("{} h {:02} min", seconds / 3600, seconds / 60 % 60);
  if (seconds >= 60) return fmt::format("{} min {:02} s", seconds / 60, seconds % 60);
  return fmt::format("{} s", seconds);
}

}  // namespace hone::text
