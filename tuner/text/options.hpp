// SPDX-License-Identifier: MIT
//
// Options that describe themselves. Each is declared once, beside the struct it fills and bound to the variable that
// holds its default and takes its value. The declaration says the name, the unit, the range, the help, whether the
// option decides results, and whether it may change when interrupted work is resumed. Command line, environment,
// option files, help, validation, the record of a run and the check on resuming all come from it.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tuner/text/option_values.hpp"

namespace hone::text {

struct Option {
  std::string name;         // without the dashes
  char letter = 0;          // 'd' for -d
  std::string placeholder;  // of the value, in help: "N"; empty for a flag
  std::string help;
  std::string group;  // its heading in help
  std::string range;  // which values are possible, as help says it
  bool is_required = false;
  bool is_positional = false;   // also taken from words that belong to no option
  bool is_list = false;         // may be given more than once, and takes several values at once
  bool is_given = false;        // set by whoever reads a value from outside: not the default
  bool decides_results = true;  // part of the record of a run, which is only resumed with the same value
  bool may_change = false;      // may be given anew when interrupted work is resumed

  std::function<void(std::string_view)> set;  // throws Error
  std::function<std::string()> get;           // as set understands it; empty: no value
  std::function<void()> check;                // throws Error when the value is outside the range; empty: no range

  [[nodiscard]] bool is_flag() const { return placeholder.empty(); }
  // The values in a text as get makes it: of a list one in each line. Empty where there is none.
  [[nodiscard]] std::vector<std::string> values_in(std::string_view text) const;
  // The option with its value as a command line takes it, a blank in front: " --hours 8"; a list is given value by
  // value. Empty where there is no value.
  [[nodiscard]] std::string as_words() const;
  Option& short_form(char form) { return letter = form, *this; }
  Option& required() { return is_required = true, *this; }
  Option& positional() { return is_positional = true, *this; }
  // An option decides results unless one of these says otherwise, so that a forgotten word errs on the safe side.
  Option& changes_no_result() { return decides_results = false, *this; }
  Option& free_on_resume() { return may_change = true, changes_no_result(); }
};

// The name of each value of an enumeration.
template <class T>
using Choices = std::vector<std::pair<std::string, T>>;

class Options {
 public:
  // Heading for the options that follow.
  void group(std::string_view title) { group_ = title; }

  // The target must outlive this object. The reference returned is good until the next declaration.
  Option& flag(std::string_view name, bool& target, std::string_view help);
  // A flag that makes its target false.
  Option& flag_off(std::string_view name, bool& target, std::string_view help);
  Option& text(std::string_view name, std::string_view placeholder, std::string& target, std::string_view help);
  // The name of a file. An empty one, as of a variable that was not set, is an error and not the same as no file.
  Option& file(std::string_view name, std::string& target, std::string_view help);
  Option& list(std::string_view name, std::string_view placeholder, std::vector<std::string>& target,
               std::string_view help);
  Option& choice(std::string_view name, const std::vector<std::string>& choices, std::string& target,
                 std::string_view help);
  template <class T>
  Option& choice(std::string_view name, const Choices<T>& choices, T& target, std::string_view help);
  Option& real(std::string_view name, std::string_view placeholder, double& target, RealRange range,
               std::string_view help);
  Option& real(std::string_view name, std::string_view placeholder, std::optional<double>& target, RealRange range,
               std::string_view help);
  // A number, or a word for no number.
  Option& real_or(std::string_view name, std::string_view word, std::optional<double>& target, RealRange range,
                  std::string_view help);
  // The range must fit the type of the target.
  template <std::integral T>
  Option& integer(std::string_view name, std::string_view placeholder, T& target, IntegerRange range,
                  std::string_view help);
  template <std::integral T>
  Option& integer(std::string_view name, std::string_view placeholder, std::optional<T>& target, IntegerRange range,
                  std::string_view help);
  // The target is in bytes, the option in megabytes.
  Option& megabytes(std::string_view name, std::size_t& bytes, IntegerRange range, std::string_view help);
  // Anything else.
  Option& custom(std::string_view name, std::string_view placeholder, std::function<void(std::string_view)> set,
                 std::function<std::string()> get, std::string_view help);
  // A value that decides results but that no option sets: it stands in records only.
  void recorded(std::string_view name, std::function<std::string()> get);

  [[nodiscard]] std::span<const Option> all() const { return options_; }
  [[nodiscard]] std::span<Option> all() { return options_; }
  [[nodiscard]] const Option* find(std::string_view name) const;  // null: no such option was declared
  [[nodiscard]] Option* find(std::string_view name);
  [[nodiscard]] bool given(std::string_view name) const;  // not the default; the option must have been declared

  // Throws Error that names the first option whose value is outside its range.
  void check() const;

  // Every option that has a value, as a text that option files consist of.
  [[nodiscard]] std::string as_config() const;
  // Every option that has a value, as a command line takes it, blanks in front: " --hours 8 --patience 0".
  [[nodiscard]] std::string as_words() const;
  // What decides results: names and texts, in the order of the declarations. Texts of options without value are empty.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> record() const;

 private:
  Option& add(std::string_view name, std::string_view placeholder, std::string_view help);

  std::string group_;
  std::vector<Option> options_;
  std::vector<std::pair<std::string, std::function<std::string()>>> recorded_;
};

// A line of an option file: `option = value`, names as on the command line but without the dashes.
struct ConfigEntry {
  std::string key;
  std::string value;
  int line = 0;
};

// Lines that are empty or begin with '#' are skipped; a '#' further on belongs to the value, quotes too. Throws Error
// with the name of the file and the line.
[[nodiscard]] std::vector<ConfigEntry> parse_config(std::string_view text, const std::string& file);

[[nodiscard]] std::string_view trimmed(std::string_view text);  // without blanks at both ends

template <class T>
Option& Options::choice(std::string_view name, const Choices<T>& choices, T& target, std::string_view help) {
  std::vector<std::string> names;
  for (const auto& choice : choices) names.push_back(choice.first);
  Option& option = add(name, join(names, "|"), help);
  option.set = [&target, choices, names](std::string_view text) {
    const std::string chosen = parse_choice(text, names);
    for (const auto& choice : choices) {
      if (choice.first == chosen) target = choice.second;
    }
  };
  option.get = [&target, choices] {
    for (const auto& choice : choices) {
      if (choice.second == target) return choice.first;
    }
    return std::string();
  };
  return option;
}

template <std::integral T>
Option& Options::integer(std::string_view name, std::string_view placeholder, T& target, IntegerRange range,
                         std::string_view help) {
  Option& option = add(name, placeholder, help);
  option.range = to_string(range);
  option.set = [&target, range](std::string_view text) { target = static_cast<T>(parse_integer(text, range)); };
  option.get = [&target] { return show(static_cast<std::int64_t>(target)); };
  option.check = [&target, range] { hone::text::check(static_cast<std::int64_t>(target), range); };
  return option;
}

template <std::integral T>
Option& Options::integer(std::string_view name, std::string_view placeholder, std::optional<T>& target,
                         IntegerRange range, std::string_view help) {
  Option& option = add(name, placeholder, help);
  option.range = to_string(range);
  option.set = [&target, range](std::string_view text) { target = static_cast<T>(parse_integer(text, range)); };
  option.get = [&target] { return target ? show(static_cast<std::int64_t>(*target)) : std::string(); };
  option.check = [&target, range] {
    if (target) hone::text::check(static_cast<std::int64_t>(*target), range);
  };
  return option;
}

}  // namespace hone::text
