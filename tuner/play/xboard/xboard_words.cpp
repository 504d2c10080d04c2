// SPDX-License-Identifier: MIT
#include "tuner/play/xboard/xboard_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>

#include "data/error.hpp"
#include "data/words.hpp"
#include "engine/uci_text.hpp"
#include "tuner/text/options.hpp"

namespace hone::play {

namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr std::int64_t mate_base = 100'000;  // "100003" is a mate in three moves
constexpr milliseconds endless{36'000'000};  // the clock of an engine that has no time limit

// The next NAME=VALUE of a feature line, whose value may stand in quotes; takes it off the line.
std::optional<std::pair<std::string_view, std::string_view>> next_feature(std::string_view& rest) {
  rest = text::trimmed(rest);
  const std::size_t equals = rest.find('=');
  if (equals == std::string_view::npos) return std::nullopt;
  const std::string_view name = rest.substr(0, equals);
  rest.remove_prefix(equals + 1);
  const bool is_quoted = rest.starts_with('"') || rest.starts_with('\'');
  const std::string_view end = is_quoted ? rest.substr(0, 1) : " \t";
  if (is_quoted) rest.remove_prefix(1);
  const std::string_view value = rest.substr(0, rest.find_first_of(end));
  rest.remove_prefix(std::min(value.size() + 1, rest.size()));
  return std::pair{name, value};
}

std::string_view next_part(std::string_view& rest, std::string_view separator) {
  const std::size_t end = rest.find(separator);
  const std::string_view part = text::trimmed(rest.substr(0, end));
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + separator.size());
  return part;
}

// "calm /// *wild": the star is before the present one.
void take_choices(UciOption& option, std::string_view rest) {
  option.type = UciOption::Type::combo;
  while (!rest.empty()) {
    std::string_view choice = next_part(rest, "///");
    if (choice.starts_with('*')) choice.remove_prefix(1), option.fallback = choice;
    option.choices.emplace_back(choice);
  }
}

void take_span(UciOption& option, std::string_view rest) {
  Words words(rest);
  option.type = UciOption::Type::spin;
  option.fallback = words.next();
  option.low = whole_number<double>(words.next());
  option.high = whole_number<double>(words.next());
}

// The number at the beginning of a word: engines add marks to the ply, as in "8." and "12&".
std::optional<std::int64_t> leading_number(std::string_view word) {
  const std::size_t end = std::min(word.find_first_not_of("-0123456789"), word.size());
  return whole_number<std::int64_t>(word.substr(0, end));
}

// "+26" is a number in no other place.
std::optional<std::int64_t> signed_number(std::string_view word) {
  const bool has_plus = word.starts_with('+') && !word.starts_with("+-");
  return whole_number<std::int64_t>(has_plus ? word.substr(1) : word);
}

Score score_of_xboard(std::int64_t score) {
  if (score >= mate_base) return score_of_mate(std::max<std::int64_t>(score - mate_base, 1));
  if (score <= -mate_base) return score_of_mate(score + mate_base);
  return score_of_centipawns(score);
}

bool begins_with_but_case(std::string_view line, std::string_view beginning) {
  const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
  return line.size() >= beginning.size() &&
         std::ranges::equal(line.substr(0, beginning.size()), beginning, {}, lower, lower);
}

std::string minutes_and_seconds(milliseconds time) {
  const auto whole = std::max<std::int64_t>(std::chrono::floor<seconds>(time).count(), 1);
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

milliseconds time_on_clock(const Limits& limits) {
  if (limits.move_time) return *limits.move_time;
  return limits.clock ? limits.clock->time : endless;
}

// In hundredths of a second.
std::int64_t hundredths(milliseconds time) { return std::max<std::int64_t>(time.count() / 10, 1); }

}  // namespace

std::string XboardFeatures::take(std::string_view line) {
  std::string answers;
  std::string_view rest = line.substr(std::min(line.find("feature") + 7, line.size()));
  while (const auto feature = next_feature(rest)) {
    const bool is_taken = take(feature->first, feature->second);
    answers += fmt::format("{} {}\n", is_taken ? "accepted" : "rejected", feature->first);
  }
  return answers;
}

bool XboardFeatures::take(std::string_view feature, std::string_view value) {
  const std::array<std::pair<std::string_view, bool*>, 8> switches{{{"ping", &ping},
                                                                    {"setboard", &setboard},
                                                                    {"usermove", &usermove},
                                                                    {"san", &san},
                                                                    {"time", &time},
                                                                    {"reuse", &reuse},
                                                                    {"memory", &memory},
                                                                    {"smp", &smp}}};
  for (const auto& [word, is_on] : switches) {
    if (feature == word) return *is_on = value == "1", true;
  }
  if (feature == "done") return done = value == "1", true;
  if (feature == "myname") return name = value, true;
  if (feature == "variants") return variants = value, true;
  if (feature != "option") return false;
  auto option = parse_xboard_option(value);
  if (option) options.push_back(std::move(*option));
  return option.has_value();
}

bool XboardFeatures::plays_chess() const {
  std::string_view rest = variants;
  if (rest.empty()) return true;
  while (!rest.empty()) {
    if (next_part(rest, ",") == "normal") return true;
  }
  return false;
}

std::optional<UciOption> parse_xboard_option(std::string_view text) {
  const std::size_t dash = text.find(" -");
  if (dash == std::string_view::npos || dash == 0) return std::nullopt;
  UciOption option;
  option.name = text.substr(0, dash);
  Words words(text.substr(dash + 1));
  const std::string_view type = words.next();
  const std::string_view rest = words.rest();
  if (type == "-button" || type == "-save" || type == "-reset") return option.type = UciOption::Type::button, option;
  if (type == "-check") {
    option.type = UciOption::Type::check;
    option.fallback = rest == "1" ? "true" : "false";
    return option;
  }
  if (type == "-spin" || type == "-slider") return take_span(option, rest), option;
  if (type == "-combo") return take_choices(option, rest), option;
  if (type != "-string" && type != "-file" && type != "-path") return std::nullopt;
  option.fallback = rest;
  return option;
}

std::optional<UciInfo> parse_thinking(std::string_view line) {
  Words words(line);
  std::array<std::optional<std::int64_t>, 4> numbers;
  numbers[0] = leading_number(words.next());
  for (std::size_t i = 1; i < numbers.size(); ++i) numbers[i] = signed_number(words.next());
  if (std::ranges::any_of(numbers, [](const auto& number) { return !number; })) return std::nullopt;
  UciInfo info;
  info.depth = depth_of(*numbers[0]);
  info.nodes = static_cast<std::uint64_t>(std::max<std::int64_t>(*numbers[3], 0));
  if (*numbers[0] > 0) info.score = score_of_xboard(*numbers[1]);
  return info;
}

std::optional<std::string_view> parse_move_line(std::string_view line) {
  constexpr std::string_view sentence = "My move is";
  if (first_word(line) == "move") return move_of_answer(line);
  const std::size_t colon = line.find(':');
  if (!line.starts_with(sentence) || colon == std::string_view::npos) return std::nullopt;
  return first_word(line.substr(colon + 1));
}

std::optional<std::string_view> refused_text(std::string_view line) {
  constexpr std::array<std::string_view, 3> beginnings{"illegal move", "invalid move", "error"};
  const bool refuses =
      std::ranges::any_of(beginnings, [&](std::string_view text) { return begins_with_but_case(line, text); });
  const std::size_t colon = line.find(':');
  if (!refuses || colon == std::string_view::npos) return std::nullopt;
  return text::trimmed(line.substr(colon + 1));
}

std::optional<int> parse_result(std::string_view line) {
  const std::string_view word = first_word(line);
  if (word == "1-0") return 1;
  if (word == "0-1") return -1;
  return word == "1/2-1/2" ? std::optional(0) : std::nullopt;
}

void check_xboard_limits(std::string_view player, const Limits& limits) {
  const auto refuse = [&](std::string_view what) {
    throw Error(
        fmt::format("player {}: an xboard engine {}: give it one of its own, as in --limits {}:depth=6 or "
                    "--limits {}:tc=10+0.1",
                    player, what, player, player));
  };
  if (limits.nodes) refuse("knows no limit in nodes");
  if (limits.move_time && limits.clock) refuse("has either a time for each move or a clock");
  if (limits.move_time && limits.move_time->count() % 1000 != 0)
    refuse(fmt::format("has whole seconds for each move, and not {} ms", limits.move_time->count()));
}

std::string limit_commands(const Limits& limits) {
  std::string commands;
  if (limits.move_time) {
    commands = fmt::format("st {}\n", limits.move_time->count() / 1000);
  } else {
    const Clock clock = limits.clock.value_or(Clock{endless, {}, 0});
    commands = fmt::format("level {} {} {}\n", clock.moves_to_go, minutes_and_seconds(clock.time),
                           static_cast<double>(clock.increment.count()) / 1000);
  }
  if (limits.depth) commands += fmt::format("sd {}\n", *limits.depth);
  return commands;
}

std::string clock_commands(const std::array<Limits, 2>& limits, Side side_to_move) {
  const auto mover = static_cast<std::size_t>(side_to_move);
  const milliseconds own = time_on_clock(limits[mover]);
  const Limits& other = limits[1 - mover];
  return fmt::format("time {}\notim {}\n", hundredths(own),
                     hundredths(other.clock || other.move_time ? time_on_clock(other) : own));
}

}  // namespace hone::play
