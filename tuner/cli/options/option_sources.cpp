// SPDX-License-Identifier: MIT
#include "tuner/cli/options/option_sources.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/program_options.hpp>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <fstream>
#include <iterator>
#include <numeric>
#include <vector>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "data/toml_value.hpp"
#include "tuner/cli/options/options.hpp"

namespace hone::cli {

namespace {

// Levenshtein's distance, one row of the table at a time.
std::size_t edit_distance(std::string_view from, std::string_view to) {
  std::vector<std::size_t> row(to.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= from.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= to.size(); ++j) {
      const std::size_t replaced = diagonal + (from[i - 1] == to[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string suggestion(std::string_view misspelt, std::span<const std::string> candidates) {
  std::string nearest;
  std::size_t least = (misspelt.size() + 2) / 3 + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(misspelt, candidate);
    if (distance < least) {
      least = distance;
      nearest = candidate;
    }
  }
  return nearest.empty() ? "" : fmt::format(" (did you mean '{}'?)", nearest);
}

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

std::string misspelt(const std::string& word, std::span<const Option> options) {
  std::vector<std::string> names;
  for (const Option& option : options) names.push_back("--" + option.name);
  return fmt::format("unknown option '{}'{}", word, suggestion(word, names));
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
  std::vector<OptionWords> parts;
  for (const po::option& part : split(words, options)) {
    if (part.string_key == stray) throw UsageError(fmt::format("unexpected argument '{}'", part.value.front()));
    parts.push_back({part.string_key, part.value});
    check_values(parts.back());
  }
  return parts;
}

namespace {

std::string text_of(const TomlValue& value, const std::string& file) {
  if (const auto* text = value.as<std::string>()) return *text;
  if (const auto* flag = value.as<bool>()) return *flag ? "true" : "false";
  if (const auto* whole = value.as<std::int64_t>()) return show(*whole);
  if (const auto* real = value.as<double>()) return show(*real);
  throw Error(file, value.line, expected_found("a string, a number, true or false", describe(value)));
}

void add_entries(const TomlValue::Table& table, const std::string& file, std::vector<text::ConfigEntry>& entries) {
  for (const auto& [key, value, line] : table) {
    if (const auto* inner = value.as<TomlValue::Table>()) {
      add_entries(*inner, file, entries);
    } else if (const auto* values = value.as<TomlValue::Array>()) {
      for (const TomlValue& each : *values) entries.push_back({key, text_of(each, file), each.line});
    } else {
      entries.push_back({key, text_of(value, file), line});
    }
  }
}

std::vector<text::ConfigEntry> read_toml_config(const std::string& file) {
  std::vector<text::ConfigEntry> entries;
  add_entries(parse_toml(read_file(file), file), file, entries);
  return entries;
}

}  // namespace

std::vector<text::ConfigEntry> read_config_file(const std::string& file) {
  if (file.ends_with(".toml")) return read_toml_config(file);
  errno = 0;
  std::ifstream in(file);
  if (!in) throw Error(file, 0, std::strerror(errno));
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  if (in.bad()) throw Error(file, 0, "cannot be read");
  return text::parse_config(text, file);
}

}  // namespace hone::cli
