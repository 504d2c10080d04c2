// SPDX-License-Identifier: MIT
#include "tuner/cli/command_line.hpp"

#include <fmt/format.h>

#include <boost/program_options.hpp>

#include "tuner/cli/suggestion.hpp"
#include "tuner/cli/usage_error.hpp"

namespace hone {
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

}  // namespace hone
