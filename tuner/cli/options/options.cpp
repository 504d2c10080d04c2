// SPDX-License-Identifier: MIT
#include "tuner/cli/options/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <thread>

#include "data/error.hpp"
#include "tuner/cli/options/option_sources.hpp"

namespace hone::cli {

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

void take_command_line(Options& options, const std::vector<std::string>& words) {
  for (const OptionWords& part : split_command_line(words, options.all())) {
    Option& option = *options.find(part.option);
    if (option.is_given && !option.is_list) throw UsageError(fmt::format("--{} is given twice", option.name));
    const auto make_error = [&](const std::string& message) {
      return UsageError(fmt::format("--{}: {}", option.name, message));
    };
    if (option.is_flag()) assign(option, "true", make_error);
    for (const std::string& value : part.values) assign(option, value, make_error);
  }
}

void take_environment(Options& options, const Environment& environment) {
  for (Option& option : options.all()) {
    if (option.is_given) continue;
    const std::string variable = variable_name(option.name);
    const std::optional<std::string> value = environment(variable);
    if (!value) continue;
    assign(option, *value, [&](const std::string& message) { return UsageError(variable + ": " + message); });
  }
}

void check_required(const Options& options) {
  for (const Option& option : options.all()) {
    if (option.is_required && !option.is_given) {
      throw UsageError(fmt::format("--{} {} is missing", option.name, option.placeholder));
    }
  }
}

}  // namespace

void parse(Options& options, const std::vector<std::string>& words, const Environment& environment) {
  take_command_line(options, words);
  take_environment(options, environment);
  const Option* config = options.find("config");
  if (config != nullptr && config->is_given) take_config_file(options, config->get());
  check_required(options);
}

void take_config_file(Options& options, const std::string& file) {
  std::vector<const Option*> overridden;
  for (const Option& option : options.all()) {
    if (option.is_given) overridden.push_back(&option);
  }
  for (const text::ConfigEntry& entry : read_config_file(file)) {
    Option* option = options.find(entry.key);
    if (option == nullptr || option->name == "config") {
      const std::string hint = suggestion(entry.key, names_of(options.all()));
      throw Error(file, entry.line, fmt::format("unknown option '{}'{}", entry.key, hint));
    }
    if (std::ranges::find(overridden, option) != overridden.end()) continue;
    if (option->is_given && !option->is_list) {
      throw Error(file, entry.line, fmt::format("'{}' is given twice", entry.key));
    }
    assign(*option, entry.value, [&](const std::string& message) {
      return Error(file, entry.line, fmt::format("{}: {}", entry.key, message));
    });
  }
}

std::optional<std::string> environment_variable(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  return value != nullptr ? std::optional<std::string>(value) : std::nullopt;
}

int all_cores() { return static_cast<int>(std::max(1U, std::thread::hardware_concurrency())); }

std::string names_of_changeable(const Options& options) {
  std::vector<std::string> names;
  for (const Option& option : options.all()) {
    if (option.may_change) names.push_back("--" + option.name);
  }
  if (names.size() < 2) return join(names, "");
  const std::string last = names.back();
  names.pop_back();
  return join(names, ", ") + " and " + last;
}

void refuse_fixed_options(const Options& given, std::string_view work) {
  for (const Option& option : given.all()) {
    if (!option.is_given || option.may_change) continue;
    throw UsageError(
        fmt::format("--{} cannot be given with --resume: {} keeps the options it was begun with", option.name, work));
  }
}

void take_changes(const Options& given, Options& kept) {
  for (const Option& option : given.all()) {
    Option* same = kept.find(option.name);
    if (same != nullptr && option.is_given && option.may_change) same->set(option.get());
  }
}

}  // namespace hone::cli
