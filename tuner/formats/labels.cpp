// SPDX-License-Identifier: MIT
#include "tuner/formats/labels.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "data/error.hpp"
#include "data/faults.hpp"
#include "data/printable.hpp"
#include "tuner/formats/epd.hpp"

namespace hone::formats {

bool is_white_second(const GameDriver& driver) {
  if (driver.name() == "chess") return false;  // labels of chess are read by the million
  return driver.initial()->picture().players[1].name == "White";
}

std::string views_to_say(const GameDriver& driver) {
  return fmt::format("FILE,view=white{} or FILE,view=stm, the side to move's",
                     is_white_second(driver) ? ", FILE,view=first" : "");
}

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

std::optional<std::uint32_t> parse_game_number(std::string_view text) {
  std::uint32_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, fault] = std::from_chars(text.data(), end, number);
  return fault == std::errc{} && stop == end ? std::optional(number) : std::nullopt;
}

namespace {

// Says what is wrong with a label that is not read. Its text is made here, where something is wrong, as labels are read
// by the million.
[[noreturn]] void reject(std::string_view text, const std::string& wanted) {
  if (text.empty()) throw Error(expected_found(wanted, "none"));
  throw unknown_spelling(wanted, quotation(text));
}

// The share that a number stands for; nothing where it is none.
std::optional<double> share_of(std::string_view text, const ReadAs& as) {
  const std::optional<double> value = parse_number(text);
  if (!value || *value < as.loss || *value > as.win) return std::nullopt;
  return (*value - as.loss) / (as.win - as.loss);
}

// A number that would do with another win or loss tells how to say so.
[[noreturn]] void reject_share(std::string_view text, const ReadAs& as, const std::string& wanted) {
  const std::optional<double> value = parse_number(text);
  const bool counts_to_two = as.win == 1 && as.loss == 0 && value && (*value == 1.5 || *value == 2);
  const bool counts_from_below = as.win == 1 && as.loss == 0 && value && (*value == -0.5 || *value == -1);
  if (!counts_to_two && !counts_from_below) reject(text, wanted);
  const std::string_view setting = counts_to_two ? "win=2" : "loss=-1";
  throw Contradiction(
      fmt::format("{}; of files in which {}, say so after the name: FILE,{}, and FILE,{},view=stm where these are "
                  "wins of the side "
                  "to move",
                  expected_found(wanted, quotation(text)),
                  counts_to_two ? "2 is a win and 1 a draw" : "-1 is a loss and 0 a draw", setting, setting));
}

}  // namespace

double need_result(std::string_view text, const ReadAs& as) {
  if (const auto result = parse_result(text)) return *result;
  if (const auto share = share_of(text, as)) return *share;
  const std::string wanted = fmt::format("a result from {} to {}, or 1-0, 0-1, 1/2-1/2", as.loss, as.win);
  if (text == "*") throw Error(expected_found(wanted, "'*', a game without a result"));
  reject_share(text, as, wanted);
}

double need_share(std::string_view text, const ReadAs& as) {
  if (const auto share = share_of(text, as)) return *share;
  reject_share(text, as, fmt::format("a share from {} to {}", as.loss, as.win));
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

std::uint32_t need_game_number(std::string_view text) {
  if (const auto number = parse_game_number(text)) return *number;
  throw Error(expected_found("the number of a game, 0 to 4294967295", quotation(text)));
}

bool is_weight(double number) { return number == 0 || (number >= smallest_weight && number <= largest_weight); }

double need_weight(std::string_view text) {
  const auto weight = parse_number(text);
  if (weight && is_weight(*weight)) return *weight;
  reject(text, fmt::format("a weight of 0, or from {} to {}", smallest_weight, largest_weight));
}

namespace {

bool is_second_to_move(const GameDriver& driver, const std::string& position) {
  if (driver.name() != "chess") return driver.parse(position)->side_to_move() == Side::second;
  const auto next_word = [&](std::size_t from) {
    return std::min(position.find_first_not_of(' ', from), position.size());
  };
  const std::size_t side = next_word(std::min(position.find(' ', next_word(0)), position.size()));
  return side < position.size() && position[side] == 'b';
}

}  // namespace

void turn_to_first(const GameDriver& driver, LabelledPosition& label, View result, View score, const ReadAs& as) {
  if (as.result != View::unknown) result = as.result;
  if (as.score != View::unknown) score = as.score;
  if (!label.score) score = View::first;
  const auto turn = [&](View view) {
    if (result == view) label.target = 1 - label.target;
    if (score == view) *label.score = -*label.score + 0.0;  // no minus before zero
  };
  const auto is_of_white = [](View view) { return view == View::white; };
  const auto is_of_one_player = [&](View view) { return view == View::first || is_of_white(view); };
  if ((is_of_white(result) || is_of_white(score)) && is_white_second(driver)) turn(View::white);
  const bool is_plain = is_of_one_player(result) && is_of_one_player(score);
  const bool matters = !is_plain && is_second_to_move(driver, label.position);
  label.is_result_guessed = matters && result == View::unknown;
  label.is_score_guessed = matters && score == View::unknown;
  if (matters) turn(View::mover);
}

std::optional<int> ply_in(const GameDriver& driver, std::string_view position, Side mover) {
  if (!is_fen(driver) || std::ranges::count(position, ' ') != 5) return std::nullopt;
  const std::string_view digits = position.substr(position.rfind(' ') + 1);
  int number = 0;
  const auto [stop, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (fault != std::errc{} || number < 1) return std::nullopt;
  return 2 * (number - 1) + (mover == Side::second ? 1 : 0);
}

float target_of(const Outcome& outcome) { return outcome.utility > 0 ? 1.0F : outcome.utility < 0 ? 0.0F : 0.5F; }

}  // namespace hone::formats
