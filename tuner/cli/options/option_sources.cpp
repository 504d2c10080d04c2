// SPDX-License-Identifier: MIT
#include "tuner/cli/options/option_sources.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/program_options.hpp>
#include <cstdint>
#include <utility>
#include <vector>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "data/toml_value.hpp"
#include "tuner/cli/options/options.hpp"
#include "tuner/cli/options/synonyms.hpp"

namespace hone::cli {

namespace {

namespace po = boost::program_options;

// The name under which words that belong to no option are collected.
constexpr const char* stray = "<word>";

po::value_semantic* semantic(const Option& option) {
  if (option.is_flag()) return new po::untyped_value(true);
  if (option.is_list) return po::value<std::vector<std::string>>()->multitoken()->composing();
  return po::value<std::string>();
}

po::options_description describe(std::span<const Option> options) {
  po::options_description description;
  for (const Option& option : options) {
    const std::string letter = option.letter != 0 ? fmt::format(",{}", option.letter) : "";
    description.add_options()((option.name + letter).c_str(), semantic(option), "");
  }
  description.add_options()(stray, po::value<std::string>(), "");
  return description;
}

po::positional_options_description positions(std::span<const Option> options) {
  po::positional_options_description description;
  for (const Option& option : options) {
    if (option.is_positional) description.add(option.name.c_str(), option.is_list ? -1 : 1);
    if (option.is_positional && option.is_list) return description;
  }
  description.add(stray, -1);
  return description;
}

std::vector<std::string> names_in(std::span<const Option> options) {
  std::vector<std::string> names;
  for (const Option& option : options) names.push_back(option.name);
  return names;
}

std::string misspelt(const std::string& word, std::span<const Option> options) {
  return fmt::format("unknown option '{}'{}", word, suggested_option(word, names_in(options), "--"));
}

// Other programs write long options with one dash, which would be read as short ones: "-depth" as -d with the value
// "epth".
void refuse_single_dashes(const std::vector<std::string>& words, std::span<const Option> options) {
  const std::vector<std::string> names = names_in(options);
  for (const std::string& word : words) {
    if (word == "--") return;
    if (word.size() < 3 || word[0] != '-' || word[1] == '-') continue;
    const std::string name = word.substr(1, word.find('=') - 1);
    const bool is_name = std::ranges::find(names, name) != names.end();
    if (is_name || is_foreign_option(name)) throw UsageError(misspelt("-" + name, options));
  }
}

std::vector<po::option> split(const std::vector<std::string>& words, std::span<const Option> options) {
  using Style = po::command_line_style::style_t;
  const po::options_description description = describe(options);
  const po::positional_options_description positional = positions(options);
  po::command_line_parser parser(words);
  parser.options(description).positional(positional).style(Style::unix_style & ~Style::allow_guessing);
  try {
    return parser.run().options;
  } catch (const po::unknown_option& error) {
    throw UsageError(misspelt(error.get_option_name(), options));
  } catch (const po::invalid_command_line_syntax& error) {
    const bool superfluous = error.kind() == po::invalid_syntax::extra_parameter;
    throw UsageError(fmt::format("{} {}", error.get_option_name(), superfluous ? "takes no value" : "needs a value"));
  } catch (const po::error& error) {
    throw UsageError(error.what());
  }
}

// Other words may begin with dashes: a position of othello does, when its first squares are empty.
bool is_like_option(std::string_view word) {
  return word.size() > 2 && word.starts_with("--") && 'a' <= word[2] && word[2] <= 'z';
}

// The next option of the line read as a value: the value itself was forgotten.
void check_values(const OptionWords& part) {
  for (const std::string& value : part.values) {
    if (is_like_option(value)) {
      throw UsageError(fmt::format("--{} needs a value, found the option '{}'", part.option, value));
    }
  }
}

}  // namespace

std::vector<OptionWords> split_command_line(const std::vector<std::string>& words, std::span<const Option> options) {
  refuse_single_dashes(words, options);
  std::vector<OptionWords> parts;
  for (const po::option& part : split(words, options)) {
    if (part.string_key == stray) {
      const std::string& word = part.value.front();
      const bool is_part = word.find('=') != std::string::npos && !parts.empty() && !parts.back().values.empty() &&
                           parts.back().values.back().find('=') != std::string::npos;
      throw UsageError(is_part ? fmt::format("unexpected argument '{}'; parts of one value have commas between: {},{}",
                                             word, parts.back().values.back(), word)
                               : fmt::format("unexpected argument '{}'", word));
    }
    parts.push_back({part.string_key, part.value});
    check_values(parts.back());
  }
  return parts;
}

namespace {

constexpr std::uint64_t largest_config = 1 << 20;  // bytes

std::string text_of(const TomlValue& value, const std::string& file) {
  if (const auto* text = value.as<std::string>()) return *text;
  if (const auto* flag = value.as<bool>()) return *flag ? "true" : "false";
  if (const auto* whole = value.as<std::int64_t>()) return show(*whole);
  if (const auto* real = value.as<double>()) return show(*real);
  throw Error(file, value.line, expected_found("a string, a number, true or false", describe(value)));
}

void add_entry(const TomlEntry& entry, const std::string& section, const std::string& file,
               std::vector<SectionEntry>& entries) {
  if (const auto* values = entry.value.as<TomlValue::Array>()) {
    for (const TomlValue& each : *values) entries.push_back({{entry.key, text_of(each, file), each.line}, section});
  } else {
    entries.push_back({{entry.key, text_of(entry.value, file), entry.line}, section});
  }
}

std::vector<SectionEntry> read_toml_config(const std::string& file) {
  std::vector<SectionEntry> entries;
  for (const TomlEntry& entry : parse_toml(read_file(file, largest_config), file)) {
    if (const auto* section = entry.value.as<TomlValue::Table>()) {
      if (section->empty()) entries.push_back({{"", "", entry.line}, entry.key});
      for (const TomlEntry& each : *section) add_entry(each, entry.key, file, entries);
    } else {
      add_entry(entry, "", file, entries);
    }
  }
  return entries;
}

}  // namespace

bool is_toml(const std::string& file) { return file.ends_with(".toml"); }

std::vector<SectionEntry> read_config_file(const std::string& file) {
  if (is_toml(file)) return read_toml_config(file);
  std::vector<SectionEntry> entries;
  for (text::ConfigEntry& entry : text::parse_config(read_file(file, largest_config), file)) {
    entries.push_back({std::move(entry), ""});
  }
  return entries;
}

}  // namespace hone::cli
