// SPDX-License-Identifier: MIT
#include "tuner/cli/options/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <thread>

#include "data/error.hpp"
#include "tuner/cli/options/option_sources.hpp"
#include "tuner/cli/options/synonyms.hpp"

namespace hone::cli {

std::vector<std::string> names_of(const Options& options) {
  std::vector<std::string> names;
  for (const Option& option : options.all()) names.push_back(option.name);
  return names;
}

namespace {

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

void parse(Options& options, const std::vector<std::string>& words, const Environment& environment,
           const ConfigScope& scope) {
  take_command_line(options, words);
  take_environment(options, environment);
  const Option* config = options.find("config");
  if (config != nullptr && config->is_given) take_config_file(options, config->get(), scope);
  check_required(options);
}

namespace {

bool holds(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

// The entries of an option file that are for the running command, each checked for its name.
class ConfigReader {
 public:
  ConfigReader(const Options& options, const std::string& file, const ConfigScope& scope)
      : own_(names_of(options)), file_(file), command_(scope.command) {
    if (scope.sections && is_toml(file)) sections_ = scope.sections();
  }

  std::vector<SectionEntry> read() const {
    std::vector<SectionEntry> entries = read_config_file(file_);
    for (const SectionEntry& entry : entries) check(entry);
    std::vector<std::string> in_section;
    for (const SectionEntry& entry : entries) {
      if (!entry.section.empty() && entry.section == command_) in_section.push_back(entry.key);
    }
    std::erase_if(entries, [&](const SectionEntry& entry) {
      if (entry.key.empty()) return true;
      if (!entry.section.empty()) return entry.section != command_;
      return !holds(own_, entry.key) || holds(in_section, entry.key);
    });
    return entries;
  }

 private:
  [[noreturn]] void refuse(const SectionEntry& entry, std::string_view what, const std::string& hint) const {
    throw Error(file_, entry.line, fmt::format("unknown {}{}", what, hint));
  }

  void check(const SectionEntry& entry) const {
    if (entry.key == "config")
      throw Error(file_, entry.line, "an option file cannot name another: --config is no option of it");
    if (entry.section.empty()) return check_at_the_top(entry);
    const auto section = sections_.find(entry.section);
    if (section == sections_.end()) {
      const std::string hint = suggested_command(entry.section, commands());
      refuse(entry, fmt::format("section [{}]", entry.section),
             hint.empty() ? " (sections are named after commands, such as [run])" : hint);
    }
    if (!entry.key.empty() && !holds(section->second, entry.key)) {
      refuse(entry, fmt::format("option '{}' of hone {}", entry.key, entry.section),
             suggested_option(entry.key, section->second, ""));
    }
  }

  // The name of an option of any command will do there.
  void check_at_the_top(const SectionEntry& entry) const {
    const auto has_it = [&](const auto& section) { return holds(section.second, entry.key); };
    const bool is_known = holds(own_, entry.key) || std::ranges::any_of(sections_, has_it);
    if (is_known) return;
    refuse(entry, fmt::format("option '{}'", entry.key), suggested_option(entry.key, own_, ""));
  }

  std::vector<std::string> commands() const {
    std::vector<std::string> names;
    for (const auto& section : sections_) names.push_back(section.first);
    return names;
  }

  std::vector<std::string> own_;
  const std::string& file_;
  const std::string& command_;
  ConfigSections sections_;
};

}  // namespace

void take_config_file(Options& options, const std::string& file, const ConfigScope& scope) {
  std::vector<const Option*> overridden;
  for (const Option& option : options.all()) {
    if (option.is_given) overridden.push_back(&option);
  }
  for (const SectionEntry& entry : ConfigReader(options, file, scope).read()) {
    Option* option = options.find(entry.key);
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
