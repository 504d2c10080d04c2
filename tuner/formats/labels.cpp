// SPDX-License-Identifier: MIT
#include "tuner/formats/labels.hpp"

#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "data/error.hpp"
#include "data/faults.hpp"
#include "data/printable.hpp"

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

namespace {

void require_label(std::string_view text, std::string_view wanted) {
  if (text.empty()) throw Error(expected_found(wanted, "none"));
}

}  // namespace

double need_result(std::string_view text) {
  constexpr std::string_view wanted = "a result from 0 to 1, or 1-0, 0-1, 1/2-1/2";
  require_label(text, wanted);
  if (text == "*") throw Error(expected_found(wanted, "'*', a game without a result"));
  if (const auto result = parse_result(text)) return *result;
  if (const auto share = parse_share(text)) return *share;
  throw unknown_spelling(wanted, quotation(text));
}

double need_share(std::string_view text) {
  constexpr std::string_view wanted = "a share from 0 to 1";
  require_label(text, wanted);
  if (const auto share = parse_share(text)) return *share;
  throw unknown_spelling(wanted, quotation(text));
}

namespace {

// #3, #-3, #+3, -#3, M5 or -M5: a mate in so many moves. It has no centi-units, and casts no doubt on scores that do.
bool is_mate(std::string_view text) {
  const auto skip = [&](std::string_view signs) {
    const bool is_there = !text.empty() && signs.find(text.front()) != std::string_view::npos;
    if (is_there) text.remove_prefix(1);
    return is_there;
  };
  skip("+-");
  if (!skip("#M")) return false;
  skip("+-");
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

double need_score(std::string_view text) {
  const std::string wanted = fmt::format("a score in centi-units within +-{}", largest_score);
  require_label(text, wanted);
  const auto score = parse_number(text.starts_with('+') ? text.substr(1) : text);
  if (score && std::abs(*score) <= largest_score) return *score;
  if (is_mate(text)) throw Error(expected_found(wanted, fmt::format("the mate {}", quotation(text))));
  throw unknown_spelling(wanted, quotation(text));
}

double need_weight(std::string_view text) {
  const std::string wanted = fmt::format("a weight of 0, or from {} to {}", smallest_weight, largest_weight);
  require_label(text, wanted);
  const auto weight = parse_number(text);
  if (weight && (*weight == 0 || (*weight >= smallest_weight && *weight <= largest_weight))) return *weight;
  throw unknown_spelling(wanted, quotation(text));
}

float target_of(const Outcome& outcome) { return outcome.utility > 0 ? 1.0F : outcome.utility < 0 ? 0.0F : 0.5F; }

}  // namespace hone::formats
