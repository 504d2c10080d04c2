// SPDX-License-Identifier: MIT
#include "tuner/cli/options/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <utility>

#include "data/error.hpp"
#include "tuner/cli/options/option_sources.hpp"

namespace hone::cli {

namespace {

template <class Range>
std::string range_text(const Range& range, bool bounded_below, bool bounded_above) {
  if (bounded_below && bounded_above) return fmt::format("{} to {}", range.low, range.high);
  if (bounded_below) return fmt::format("{} or more", range.low);
  if (bounded_above) return fmt::format("at most {}", range.high);
  return {};
}

template <class Number, class Range>
Number parse_number(std::string_view text, const Range& range, std::string_view kind) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  if (whole && number >= range.low && number <= range.high) return number;
  const std::string bounds = to_string(range);
  throw Error(
      expected_found(fmt::format("{}{}{}", kind, bounds.empty() ? "" : ", ", bounds), fmt::format("'{}'", text)));
}

}  // namespace

std::string to_string(const IntegerRange& range) {
  using Limits = std::numeric_limits<std::int64_t>;
  return range_text(range, range.low > Limits::min(), range.high < Limits::max());
}

std::string to_string(const RealRange& range) {
  using Limits = std::numeric_limits<double>;
  return range_text(range, range.low > Limits::lowest(), range.high < Limits::max());
}

std::int64_t parse_integer(std::string_view text, const IntegerRange& range) {
  return parse_number<std::int64_t>(text, range, "a whole number");
}

double parse_real(std::string_view text, const RealRange& range) {
  return parse_number<double>(text, range, "a number");
}

bool parse_flag(std::string_view text) { return parse_choice(text, {"true", "false"}) == "true"; }

std::string parse_choice(std::string_view text, const std::vector<std::string>& choices) {
  if (std::find(choices.begin(), choices.end(), text) != choices.end()) return std::string(text);
  throw Error(expected_found("one of " + join(choices, ", "), fmt::format("'{}'", text)));
}

std::string show(std::int64_t value) { return fmt::format("{}", value); }
std::string show(double value) { return fmt::format("{}", value); }

std::string join(const std::vector<std::string>& words, std::string_view separator) {
  return fmt::format("{}", fmt::join(words, separator));
}

namespace {

std::vector<std::string> names_of(std::span<const Option> options) {
  std::vector<std::string> names;
  for (const Option& option : options) names.push_back(option.name);
  return names;
}

std::string variable_name(std::string_view option) {
  std::string name = "HONE_";
  for (const char c : option) {
    name += c == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  }
  return name;
}

template <class MakeError>
void assign(Option& option, std::string_view value, MakeError make_error) {
  try {
    option.set(value);
  } catch (const Error& error) {
    throw make_error(error.message());
  }
  option.is_given = true;
}

}  // namespace

std::optional<std::string> environment_variable(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  return value != nullptr ? std::optional<std::string>(value) : std::nullopt;
}

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

Option& Options::text(std::string_view name, std::string_view placeholder, std::string& target, std::string_view help) {
  Option& option = add(name, placeholder, help);
  option.set = [&target](std::string_view text) { target = text; };
  option.get = [&target] { return target; };
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
  return option;
}

Option& Options::real(std::string_view name, std::string_view placeholder, std::optional<double>& target,
                      RealRange range, std::string_view help) {
  Option& option = add(name, placeholder, help);
  option.range = to_string(range);
  option.set = [&target, range](std::string_view text) { target = parse_real(text, range); };
  option.get = [&target] { return show(target); };
  return option;
}

Option& Options::custom(std::string_view name, std::string_view placeholder, std::function<void(std::string_view)> set,
                        std::function<std::string()> get, std::string_view help) {
  Option& option = add(name, placeholder, help);
  option.set = std::move(set);
  option.get = std::move(get);
  return option;
}

void Options::parse(const std::vector<std::string>& words, const Environment& environment) {
  take_command_line(words);
  take_environment(environment);
  const Option* config = find("config");
  if (config != nullptr && config->is_given) take_config_file(config->get());
  check_required();
}

bool Options::given(std::string_view name) const {
  const auto option = std::find_if(options_.begin(), options_.end(), [&](const Option& o) { return o.name == name; });
  assert(option != options_.end());
  return option->is_given;
}

std::vector<std::string> Options::all_given() const {
  std::vector<std::string> names;
  for (const Option& option : options_) {
    if (option.is_given) names.push_back(option.name);
  }
  return names;
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

Option* Options::find(std::string_view name) {
  const auto option = std::find_if(options_.begin(), options_.end(), [&](const Option& o) { return o.name == name; });
  return option != options_.end() ? &*option : nullptr;
}

void Options::take_command_line(const std::vector<std::string>& words) {
  for (const OptionWords& part : split_command_line(words, options_)) {
    Option& option = *find(part.option);
    if (option.is_given && !option.is_list) throw UsageError(fmt::format("--{} is given twice", option.name));
    const auto make_error = [&](const std::string& message) {
      return UsageError(fmt::format("--{}: {}", option.name, message));
    };
    if (option.is_flag()) assign(option, "true", make_error);
    for (const std::string& value : part.values) assign(option, value, make_error);
  }
}

void Options::take_environment(const Environment& environment) {
  for (Option& option : options_) {
    if (option.is_given) continue;
    const std::string variable = variable_name(option.name);
    const std::optional<std::string> value = environment(variable);
    if (!value) continue;
    assign(option, *value, [&](const std::string& message) { return UsageError(variable + ": " + message); });
  }
}

void Options::take_config_file(const std::string& file) {
  std::vector<const Option*> overridden;
  for (const Option& option : options_) {
    if (option.is_given) overridden.push_back(&option);
  }
  for (const ConfigEntry& entry : read_config_file(file)) {
    Option* option = find(entry.key);
    if (option == nullptr || option->name == "config") {
      const std::string hint = suggestion(entry.key, names_of(options_));
      throw Error(file, entry.line, fmt::format("unknown option '{}'{}", entry.key, hint));
    }
    if (std::find(overridden.begin(), overridden.end(), option) != overridden.end()) continue;
    if (option->is_given && !option->is_list) {
      throw Error(file, entry.line, fmt::format("'{}' is given twice", entry.key));
    }
    assign(*option, entry.value, [&](const std::string& message) {
      return Error(file, entry.line, fmt::format("{}: {}", entry.key, message));
    });
  }
}

void Options::check_required() const {
  for (const Option& option : options_) {
    if (option.is_required && !option.is_given) {
      throw UsageError(fmt::format("--{} {} is missing", option.name, option.placeholder));
    }
  }
}

}  // namespace hone::cli
