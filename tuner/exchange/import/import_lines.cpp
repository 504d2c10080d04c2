// SPDX-License-Identifier: MIT
//
// Formats of one number a line.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "data/error.hpp"
#include "data/text_lines.hpp"
#include "data/words.hpp"
#include "tuner/exchange/import/import_format.hpp"
#include "tuner/play/uci/uci_words.hpp"
#include "tuner/text/options.hpp"

namespace hone::exchange {

namespace {

// Calls visit(line, number) for each line that is not blank.
void for_each_line(std::string_view text, const ReadRules& rules,
                   const std::function<void(std::string_view line, int number)>& visit) {
  text = without_byte_order_mark(text);
  int number = 0;
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    ++number;
    if (line.ends_with('\r')) line.remove_suffix(1);
    line = text::trimmed(line);
    if (line.empty()) continue;
    try {
      visit(line, number);
    } catch (const Error& error) {
      throw Error(rules.file, number, error.message());
    }
  }
}

bool is_comment(std::string_view line) {
  return line.starts_with(';') || line.starts_with('#') || line.starts_with("//");
}

// "12 ; a comment"
std::string_view without_remark(std::string_view value) {
  for (const std::string_view mark : {" ;", "\t;", " #", "\t#", " //", "\t//"}) {
    value = value.substr(0, value.find(mark));
  }
  return text::trimmed(value);
}

// Where the last word "value" of KEY value VALUE begins, with something before and after it.
constexpr std::string_view value_word = "value";
std::optional<std::size_t> place_of_value_word(std::string_view text) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
  for (std::size_t at = text.rfind(value_word); at != std::string_view::npos && at > 0;
       at = text.rfind(value_word, at - 1)) {
    const std::size_t end = at + value_word.size();
    if (is_blank(text[at - 1]) && end < text.size() && is_blank(text[end])) return at;
  }
  return std::nullopt;
}

// Gathers one number after the other and refuses names that come twice.
class NumberList {
 public:
  explicit NumberList(const ReadRules& rules) : rules_(rules) {}

  void add(const std::string& name, std::string_view value, int line) {
    if (name.empty()) throw Error(expected_found("a name before the value", fmt::format("'{}'", value)));
    if (!rules_.takes(name)) return;
    value = value.starts_with('+') ? value.substr(1) : value;
    const std::optional<double> number = whole_number<double>(value);
    if (!number) {
      found_.left_out.push_back({name, line, fmt::format("no number: '{}'", value)});
      return;
    }
    add({.name = name, .line = line, .values = {*number}});
  }
  void add(FoundNumbers number) {
    const auto [first, is_new] = lines_.emplace(number.name, number.line);
    if (!is_new) throw Error(fmt::format("'{}' stands on line {} already", number.name, first->second));
    found_.numbers.push_back(std::move(number));
  }
  void leave_out(std::string name, int line, std::string reason) {
    found_.left_out.push_back({std::move(name), line, std::move(reason)});
  }
  Found take() { return std::move(found_); }

 private:
  const ReadRules& rules_;
  Found found_;
  std::map<std::string, int> lines_;
};

// Options that the protocol itself defines, or that have become customary for everything but the evaluation.
bool is_of_protocol(std::string_view name) {
  constexpr std::array<std::string_view, 6> names{"Hash",    "NalimovCache",  "MultiPV",
                                                  "Threads", "Move Overhead", "SyzygyProbeDepth"};
  return name.starts_with("UCI_") || std::ranges::find(names, name) != names.end();
}

void add_option(const play::UciOption& option, int line, const ReadRules& rules, NumberList& numbers) {
  if (!rules.takes(option.name)) return;
  if (option.type != play::UciOption::Type::spin) return numbers.leave_out(option.name, line, "no spin option");
  if (is_of_protocol(option.name) && rules.include.empty()) {
    return numbers.leave_out(option.name, line, "no weight, but an option of the protocol");
  }
  const std::optional<double> value = whole_number<double>(option.fallback);
  if (!value) return numbers.leave_out(option.name, line, "no default value");
  FoundNumbers found{.name = option.name, .line = line, .values = {*value}};
  if (option.low && option.high && *option.low < *option.high) {
    found.low = option.low;
    found.high = option.high;
  }
  numbers.add(std::move(found));
}

}  // namespace

Found read_ini(std::string_view text, const ReadRules& rules) {
  NumberList numbers(rules);
  std::string section;
  for_each_line(text, rules, [&](std::string_view line, int number) {
    if (is_comment(line)) return;
    if (line.starts_with('[')) {
      if (!line.ends_with(']')) throw Error(expected_found("[SECTION]", fmt::format("'{}'", line)));
      section = std::string(text::trimmed(line.substr(1, line.size() - 2)));
      return;
    }
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos) throw Error(expected_found("KEY = VALUE", fmt::format("'{}'", line)));
    const std::string key(text::trimmed(line.substr(0, equals)));
    numbers.add(section.empty() || key.empty() ? key : section + '.' + key, without_remark(line.substr(equals + 1)),
                number);
  });
  Found found = numbers.take();
  take_what_is_said(text, found);
  return found;
}

Found read_personality(std::string_view text, const ReadRules& rules) {
  NumberList numbers(rules);
  for_each_line(text, rules, [&](std::string_view line, int number) {
    if (is_comment(line)) return;
    const std::string_view entry = without_remark(line);
    const std::size_t blank = entry.find_last_of(" \t");
    if (blank == std::string_view::npos) throw Error(expected_found("KEY VALUE", fmt::format("'{}'", entry)));
    numbers.add(std::string(text::trimmed(entry.substr(0, blank))), entry.substr(blank + 1), number);
  });
  return numbers.take();
}

Found read_setoption(std::string_view text, const ReadRules& rules) {
  NumberList numbers(rules);
  for_each_line(text, rules, [&](std::string_view line, int number) {
    Words words(line);
    if (words.next() != "setoption" || words.next() != "name") {
      if (is_comment(line)) return;
      throw Error(expected_found("setoption name KEY value VALUE", fmt::format("'{}'", line)));
    }
    const std::string_view rest = words.rest();
    const std::optional<std::size_t> value = place_of_value_word(rest);
    if (!value) return numbers.leave_out(std::string(rest), number, "no value");
    numbers.add(std::string(text::trimmed(rest.substr(0, *value))),
                text::trimmed(rest.substr(*value + value_word.size())), number);
  });
  return numbers.take();
}

Found read_uci(std::string_view text, const ReadRules& rules) {
  NumberList numbers(rules);
  for_each_line(text, rules, [&](std::string_view line, int number) {
    if (const auto option = play::parse_uci_option(line)) add_option(*option, number, rules, numbers);
  });
  return numbers.take();
}

Found found_options(const std::vector<play::UciOption>& options, const ReadRules& rules) {
  NumberList numbers(rules);
  for (const play::UciOption& option : options) add_option(option, 0, rules, numbers);
  return numbers.take();
}

}  // namespace hone::exchange
