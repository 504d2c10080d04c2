// SPDX-License-Identifier: MIT
#include "tuner/play/uci/option_file.hpp"

#include <optional>
#include <string_view>

#include "data/error.hpp"
#include "data/printable.hpp"
#include "data/text_lines.hpp"
#include "data/words.hpp"
#include "tuner/text/options.hpp"

namespace hone::play {

namespace {

using OptionLine = std::pair<std::string_view, std::string_view>;  // its name and its value

bool says_nothing(std::string_view line) {
  return line.empty() || line.starts_with('#') || line.starts_with(';') || line.starts_with("//");
}

// The rest of a line "setoption name NAME value VALUE" after its second word.
OptionLine parse_named(std::string_view rest) {
  Words words(rest);
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    const auto before = static_cast<std::size_t>(word.data() - rest.data());
    if (word == "value") return {text::trimmed(rest.substr(0, before)), words.rest()};
  }
  return {rest, {}};
}

std::optional<OptionLine> parse_option_line(std::string_view line) {
  Words words(line);
  if (words.next() == "setoption") {
    if (words.next() != "name") return std::nullopt;
    return parse_named(words.rest());
  }
  const std::size_t equals = line.find('=');
  if (equals == std::string_view::npos) return std::nullopt;
  return OptionLine{text::trimmed(line.substr(0, equals)), text::trimmed(line.substr(equals + 1))};
}

}  // namespace

std::vector<std::pair<std::string, std::string>> read_option_file(const std::filesystem::path& file) {
  std::vector<std::pair<std::string, std::string>> options;
  TextLines lines(file);
  while (std::optional<std::string_view> line = lines.next()) {
    const std::string_view text = text::trimmed(*line);
    if (says_nothing(text)) continue;
    const std::optional<OptionLine> option = parse_option_line(text);
    if (!option || option->first.empty()) {
      throw Error(file.string(), lines.number(),
                  expected_found("'setoption name NAME value VALUE' or 'NAME = VALUE'", quotation(text)));
    }
    try {
      require_printable(option->first, "an option");  // other characters would be another command to the engine
      require_printable(option->second, "a value");
    } catch (const Error& error) {
      throw Error(file.string(), lines.number(), error.message());
    }
    options.emplace_back(option->first, option->second);
  }
  if (options.empty()) throw Error(file.string(), 0, expected_found("options of an engine", "none"));
  return options;
}

}  // namespace hone::play
