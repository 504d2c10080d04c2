// SPDX-License-Identifier: MIT
//
// The values of options: text to number and back. Errors say what was expected, the range included.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hone::cli {

// Both ends belong to the range.
struct IntegerRange {
  std::int64_t low = 0;
  std::int64_t high = std::numeric_limits<std::int64_t>::max();
};
struct RealRange {
  double low = std::numeric_limits<double>::lowest();
  double high = std::numeric_limits<double>::max();
};

// "1 to 60", "1 or more", "" for everything.
[[nodiscard]] std::string to_string(const IntegerRange& range);
[[nodiscard]] std::string to_string(const RealRange& range);

// These throw Error.
[[nodiscard]] std::int64_t parse_integer(std::string_view text, const IntegerRange& range);
[[nodiscard]] double parse_real(std::string_view text, const RealRange& range);
[[nodiscard]] bool parse_flag(std::string_view text);  // "true" or "false"
[[nodiscard]] std::string parse_choice(std::string_view text, const std::vector<std::string>& choices);

// Shortest text that reads back as the same value; empty for no value.
[[nodiscard]] std::string show(std::int64_t value);
[[nodiscard]] std::string show(double value);
template <class T>
[[nodiscard]] std::string show(const std::optional<T>& value) {
  return value ? show(*value) : std::string();
}

[[nodiscard]] std::string join(const std::vector<std::string>& words, std::string_view separator);

// The options of a command. Each is declared once, bound to the variable that holds its default and takes its
// value; help, parsing, checking and the record of what a run was started with all come from that declaration.
// A value comes from, in this order: the command line, the environment (HONE_MAX_PLIES for --max-plies), the
// file given by --config, the default.

struct Option {
  std::string name;         // without the dashes
  char letter = 0;          // 'd' for -d
  std::string placeholder;  // of the value, in help: "N"; empty for a flag
  std::string help;
  std::string group;  // its heading in help
  std::string range;  // what values are possible, for people
  bool is_required = false;
  bool is_positional = false;  // also taken from words that belong to no option
  bool is_list = false;        // may be given more than once, and takes several values at once
  bool is_given = false;       // set by parsing: not the default

  std::function<void(std::string_view)> set;  // throws Error
  std::function<std::string()> get;           // as set understands it; empty: no value

  [[nodiscard]] bool is_flag() const { return placeholder.empty(); }
  Option& short_form(char form) { return letter = form, *this; }
  Option& required() { return is_required = true, *this; }
  Option& positional() { return is_positional = true, *this; }
};

class Options {
 public:
  // Heading for the options that follow.
  void group(std::string_view title) { group_ = title; }

  // The target must outlive this object. The reference returned is good until the next declaration.
  Option& flag(std::string_view name, bool& target, std::string_view help);
  Option& text(std::string_view name, std::string_view placeholder, std::string& target, std::string_view help);
  Option& list(std::string_view name, std::string_view placeholder, std::vector<std::string>& target,
               std::string_view help);
  Option& choice(std::string_view name, const std::vector<std::string>& choices, std::string& target,
                 std::string_view help);
  Option& real(std::string_view name, std::string_view placeholder, double& target, RealRange range,
               std::string_view help);
  Option& real(std::string_view name, std::string_view placeholder, std::optional<double>& target, RealRange range,
               std::string_view help);
  // The range must fit the type of the target.
  template <std::integral T>
  Option& integer(std::string_view name, std::string_view placeholder, T& target, IntegerRange range,
                  std::string_view help);
  template <std::integral T>
  Option& integer(std::string_view name, std::string_view placeholder, std::optional<T>& target, IntegerRange range,
                  std::string_view help);
  // Anything else.
  Option& custom(std::string_view name, std::string_view placeholder, std::function<void(std::string_view)> set,
                 std::function<std::string()> get, std::string_view help);

  // Sets the targets; throws UsageError, and Error for what is wrong in the --config file. `environment` is
  // asked for variables by name.
  using Environment = std::function<std::optional<std::string>(const std::string& name)>;
  void parse(const std::vector<std::string>& words, const Environment& environment);

  [[nodiscard]] std::span<const Option> all() const { return options_; }
  [[nodiscard]] std::vector<std::string> all_given() const;  // names of options that are not left at their default
  [[nodiscard]] bool given(std::string_view name) const;     // not the default; the option must have been declared

  // Every option that has a value, as a text that --config reads again.
  [[nodiscard]] std::string as_config() const;

 private:
  Option& add(std::string_view name, std::string_view placeholder, std::string_view help);
  [[nodiscard]] Option* find(std::string_view name);
  void take_command_line(const std::vector<std::string>& words);
  void take_environment(const Environment& environment);
  void take_config_file(const std::string& file);
  void check_required() const;

  std::string group_;
  std::vector<Option> options_;
};

// The environment of this process.
[[nodiscard]] std::optional<std::string> environment_variable(const std::string& name);

template <std::integral T>
Option& Options::integer(std::string_view name, std::string_view placeholder, T& target, IntegerRange range,
                         std::string_view help) {
  Option& option = add(name, placeholder, help);
  option.range = to_string(range);
  option.set = [&target, range](std::string_view text) { target = static_cast<T>(parse_integer(text, range)); };
  option.get = [&target] { return show(static_cast<std::int64_t>(target)); };
  return option;
}

template <std::integral T>
Option& Options::integer(std::string_view name, std::string_view placeholder, std::optional<T>& target,
                         IntegerRange range, std::string_view help) {
  Option& option = add(name, placeholder, help);
  option.range = to_string(range);
  option.set = [&target, range](std::string_view text) { target = static_cast<T>(parse_integer(text, range)); };
  option.get = [&target] { return target ? show(static_cast<std::int64_t>(*target)) : std::string(); };
  return option;
}

}  // namespace hone::cli
