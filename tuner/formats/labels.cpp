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

// Says what is wrong with a label that is not read. Its text is made here, where something is wrong, as labels are read
// by the million.
[[noreturn]] void reject(std::string_view text, const std::string& wanted) {
  if (text.empty()) throw Error(expected_found(wanted, "none"));
  throw unknown_spelling(wanted, quotation(text));
}

// The share that a number up to `win` stands for; nothing where it is none.
std::optional<double> share_of(std::string_view text, double win) {
  const std::optional<double> value = parse_number(text);
  return value && *value >= 0 && *value <= win ? std::optional(*value / win) : std::nullopt;
}

// A number that would do with another win tells how to say so.
[[noreturn]] void reject_share(std::string_view text, double win, const std::string& wanted) {
  const std::optional<double> value = parse_number(text);
  const bool counts_to_two = win == 1 && value && (*value == 1.5 || *value == 2);
  if (!counts_to_two) reject(text, wanted);
  throw Contradiction(expected_found(wanted, quotation(text)) +
                      "; of files in which 2 is a win and 1 a draw, say so behind the name: FILE,win=2, and "
                      "FILE,win=2,view=stm where these are wins of the side to move");
}

}  // namespace

double need_result(std::string_view text, double win) {
  if (const auto result = parse_result(text)) return *result;
  if (const auto share = share_of(text, win)) return *share;
  const std::string wanted = fmt::format("a result from 0 to {}, or 1-0, 0-1, 1/2-1/2", win);
  if (text == "*") throw Error(expected_found(wanted, "'*', a game without a result"));
  reject_share(text, win, wanted);
}

double need_share(std::string_view text, double win) {
  if (const auto share = share_of(text, win)) return *share;
  reject_share(text, win, fmt::format("a share from 0 to {}", win));
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
  const auto score = parse_number(text.starts_with('+') ? text.substr(1) : text);
  if (score && std::abs(*score) <= largest_score) return *score;
  const std::string wanted = fmt::format("a score in centi-units within +-{}", largest_score);
  if (is_mate(text)) throw Error(expected_found(wanted, fmt::format("the mate {}", quotation(text))));
  reject(text, wanted);
}

double need_weight(std::string_view text) {
  const auto weight = parse_number(text);
  if (weight && (*weight == 0 || (*weight >= smallest_weight && *weight <= largest_weight))) return *weight;
  reject(text, fmt::format("a weight of 0, or from {} to {}", smallest_weight, largest_weight));
}

namespace {

bool is_second_to_move(const GameDriver& driver, const std::string& position) {
  if (driver.name() != "chess") return driver.parse(position)->side_to_move() == Side::second;
  const std::size_t blank = position.find(' ');
  return blank != std::string::npos && position.compare(blank, 3, " b ") == 0;
}

}  // namespace

void turn_to_first(const GameDriver& driver, LabelledPosition& label, View result, View score, const ReadAs& as) {
  if (as.result != View::unknown) result = as.result;
  if (as.score != View::unknown) score = as.score;
  if (!label.score) score = View::first;
  label.is_guessed = result == View::unknown || score == View::unknown;
  if (result != View::mover && score != View::mover) return;
  if (!is_second_to_move(driver, label.position)) return;
  if (result == View::mover) label.target = 1 - label.target;
  if (score == View::mover) *label.score = -*label.score + 0.0;  // no minus before zero
}

float target_of(const Outcome& outcome) { return outcome.utility > 0 ? 1.0F : outcome.utility < 0 ? 0.0F : 0.5F; }

}  // namespace hone::formats
