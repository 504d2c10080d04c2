// SPDX-License-Identifier: MIT
#include "tuner/text/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>

#include "data/error.hpp"
#include "data/text_lines.hpp"
#include "tuner/text/shell_word.hpp"

namespace hone::text {

Option& Options::add(std::string_view name, std::string_view placeholder, std::string_view help) {
  assert(find(name) == nullptr);
  Option option;
  option.name = name;
  option.placeholder = placeholder;
  option.help = help;
  option.group = group_;
  return options_.emplace_back(std::move(option));
}

Option& Options::flag(std::string_view name, bool& target, std::string_view help) {
  Option& option = add(name, "", help);
  option.set = [&target](std::string_view text) { target = parse_flag(text); };
  option.get = [&target] { return target ? std::string("true") : std::string(); };
  return option;
}

Option& Options::flag_off(std::string_view name, bool& target, std::string_view help) {
  Option& option = add(name, "", help);
  option.set = [&target](std::string_view text) { target = !parse_flag(text); };
  option.get = [&target] { return target ? std::string() : std::string("true"); };
  return option;
}

Option& Options::text(std::string_view name, std::string_view placeholder, std::string& target, std::string_view help) {
  Option& option = add(name, placeholder, help);
  option.set = [&target](std::string_view text) { target = text; };
  option.get = [&target] { return target; };
  return option;
}

Option& Options::file(std::string_view name, std::string& target, std::string_view help) {
  Option& option = text(name, "F", target, help);
  option.set = [&target](std::string_view text) {
    if (text.empty()) throw Error(expected_found("the name of a file", "nothing"));
    target = text;
  };
  return option;
}

Option& Options::list(std::string_view name, std::string_view placeholder, std::vector<std::string>& target,
                      std::string_view help) {
  Option& option = add(name, placeholder, help);
  option.is_list = true;
  // The first value replaces the default, the others follow it.
  option.set = [&target, fresh = true](std::string_view text) mutable {
    if (std::exchange(fresh, false)) target.clear();
    target.emplace_back(text);
  };
  option.get = [&target] { return join(target, "\n"); };
  return option;
}

Option& Options::choice(std::string_view name, const std::vector<std::string>& choices, std::string& target,
                        std::string_view help) {
  Option& option = add(name, join(choices, "|"), help);
  option.set = [&target, choices](std::string_view text) { target = parse_choice(text, choices); };
  option.get = [&target] { return target; };
  return option;
}

Option& Options::real(std::string_view name, std::string_view placeholder, double& target, RealRange range,
                      std::string_view help) {
  Option& option = add(name, placeholder, help);
  option.range = to_string(range);
  option.set = [&target, range](std::string_view text) { target = parse_real(text, range); };
  option.get = [&target] { return show(target); };
  option.check = [&target, range] { hone::text::check(target, range); };
  return option;
}

Option& Options::real(std::string_view name, std::string_view placeholder, std::optional<double>& target,
                      RealRange range, std::string_view help) {
  Option& option = add(name, placeholder, help);
  option.range = to_string(range);
  option.set = [&target, range](std::string_view text) { target = parse_real(text, range); };
  option.get = [&target] { return show(target); };
  option.check = [&target, range] {
    if (target) hone::text::check(*target, range);
  };
  return option;
}

Option& Options::real_or(std::string_view name, std::string_view word, std::optional<double>& target, RealRange range,
                         std::string_view help) {
  Option& option = real(name, fmt::format("X|{}", word), target, range, help);
  option.range.clear();
  option.set = [&target, word = std::string(word), range](std::string_view text) {
    if (text == word) return target.reset();
    try {
      target = parse_real(text, range);
    } catch (const Error& error) {
      throw Error(fmt::format("{}; or {}", error.message(), word));
    }
  };
  option.get = [&target, word = std::string(word)] { return target ? show(*target) : word; };
  return option;
}

Option& Options::megabytes(std::string_view name, std::size_t& bytes, IntegerRange range, std::string_view help) {
  Option& option = add(name, "MB", help);
  option.range = to_string(range);
  option.set = [&bytes, range](std::string_view text) {
    // A program that uses the library may set a part of a megabyte, and what get() says of it reads back.
    const bool is_whole = text.find('.') == std::string_view::npos;
    const std::size_t size =
        is_whole ? static_cast<std::size_t>(parse_integer(text, range)) << 20
                 : static_cast<std::size_t>(parse_real(text, {0, static_cast<double>(range.high)}) * (1 << 20));
    if (size == 0) hone::text::check(std::int64_t{0}, range);
    bytes = size;
  };
  option.get = [&bytes] { return show(static_cast<double>(bytes) / (1 << 20)); };
  return option;
}

Option& Options::custom(std::string_view name, std::string_view placeholder, std::function<void(std::string_view)> set,
                        std::function<std::string()> get, std::string_view help) {
  Option& option = add(name, placeholder, help);
  option.set = std::move(set);
  option.get = std::move(get);
  return option;
}

void Options::recorded(std::string_view name, std::function<std::string()> get) {
  recorded_.emplace_back(name, std::move(get));
}

const Option* Options::find(std::string_view name) const {
  const auto option = std::ranges::find(options_, name, &Option::name);
  return option != options_.end() ? &*option : nullptr;
}

Option* Options::find(std::string_view name) { return const_cast<Option*>(std::as_const(*this).find(name)); }

bool Options::given(std::string_view name) const {
  const Option* option = find(name);
  assert(option != nullptr);
  return option->is_given;
}

void Options::check() const {
  for (const Option& option : options_) {
    try {
      if (option.check) option.check();
    } catch (const Error& error) {
      throw Error(fmt::format("{}: {}", option.name, error.message()));
    }
  }
}

std::string Options::as_config() const {
  std::string text;
  for (const Option& option : options_) {
    if (option.name == "config" || option.get().empty()) continue;
    std::string lines = option.get();
    const std::string start = option.name + " = ";
    for (auto at = lines.find('\n'); at != std::string::npos; at = lines.find('\n', at + start.size())) {
      lines.insert(at + 1, start);
    }
    text += start + lines + "\n";
  }
  return text;
}

// The values of a list stand in lines.
std::vector<std::string> Option::values_in(std::string_view text) const {
  std::vector<std::string> values;
  for (std::size_t at = 0; !text.empty() && at <= text.size();) {
    const std::size_t end = is_list ? std::min(text.find('\n', at), text.size()) : text.size();
    values.emplace_back(text.substr(at, end - at));
    at = end + 1;
  }
  return values;
}

std::string Option::as_words() const {
  const std::string value = get();
  if (!value.empty() && is_flag()) return " --" + name;
  std::string words;
  for (const std::string& one : values_in(value)) words += fmt::format(" --{} {}", name, shell_word(one));
  return words;
}

std::string Options::as_words() const {
  std::string words;
  for (const Option& option : options_) words += option.as_words();
  return words;
}

std::vector<std::pair<std::string, std::string>> Options::record() const {
  std::vector<std::pair<std::string, std::string>> record;
  for (const Option& option : options_) {
    if (option.decides_results) record.emplace_back(option.name, option.get());
  }
  for (const auto& [name, get] : recorded_) record.emplace_back(name, get());
  return record;
}

namespace {

ConfigEntry parse_line(std::string_view text, const std::string& file, int line) {
  const auto sign = text.find('=');
  if (text.front() == '[' && text.back() == ']') {
    throw Error(file, line,
                expected_found("option = value", fmt::format("the section {}: the name of a file with "
                                                             "sections ends in .toml",
                                                             text)));
  }
  const std::string_view key = trimmed(text.substr(0, sign));
  if (sign == std::string_view::npos || key.empty()) {
    throw Error(file, line, expected_found("option = value", "'" + std::string(text) + "'"));
  }
  return {std::string(key), std::string(trimmed(text.substr(sign + 1))), line};
}

}  // namespace

std::vector<ConfigEntry> parse_config(std::string_view text, const std::string& file) {
  text = without_byte_order_mark(text);
  std::vector<ConfigEntry> entries;
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!line.empty() && line.front() != '#') entries.push_back(parse_line(line, file, number));
  }
  return entries;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const auto first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

}  // namespace hone::text
