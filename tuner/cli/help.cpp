// SPDX-License-Identifier: MIT
#include "tuner/cli/help.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "engine/game_registry.hpp"
#include "tuner/cli/print/lines.hpp"
#include "tuner/cli/program_words.hpp"

namespace hone::cli {

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string value_words(const Option& option) {
  const std::string value = option.placeholder.empty() ? "" : " " + option.placeholder;
  const bool says_more = option.placeholder.ends_with("...");
  return value + (option.is_list && !says_more ? fmt::format(" [{}...]", option.placeholder) : "");
}

std::string remarks(const Option& option, const std::string& default_value) {
  std::vector<std::string> remarks;
  if (!option.range.empty()) remarks.push_back(option.range);
  if (option.is_required) remarks.push_back("required");
  const bool has_default = !option.is_required && !option.placeholder.empty() && !default_value.empty();
  if (has_default) remarks.push_back("default " + default_value);
  return remarks.empty() ? "" : fmt::format(" ({})", join(remarks, "; "));
}

std::string positional_words(const Options& options) {
  std::string words;
  for (const Option& option : options.all()) {
    if (!option.is_positional) continue;
    const std::string word = option.placeholder + (option.is_list ? "..." : "");
    words += option.is_required ? " " + word : fmt::format(" [{}]", word);
  }
  return words;
}

// It is broken in front of options only, because any other blank may stand between quotes.
std::string example_lines(std::string_view command) {
  std::string lines = "  ";
  std::size_t column = lines.size();
  while (!command.empty()) {
    const auto end = std::min(command.find(" --", 1), command.size());
    if (column + end + 2 > page_width) {
      lines += " \\\n     ";
      column = 5;
    }
    lines += command.substr(0, end);
    column += end;
    command.remove_prefix(end);
  }
  return lines + "\n";
}

namespace {

constexpr std::size_t help_column = 30;
constexpr std::size_t choice_column = 10;

// A list of choices that does not fit on a line goes on in the next.
std::string spelling(const Option& option) {
  const std::string letter = option.letter != 0 ? fmt::format("-{}, ", option.letter) : "    ";
  std::string line = fmt::format("  {}--{}{}", letter, option.name, value_words(option)), lines;
  while (line.size() > page_width) {
    const std::size_t end = line.rfind('|', page_width - 1);
    if (end == std::string::npos) break;
    lines += line.substr(0, end + 1) + "\n";
    line = std::string(choice_column, ' ') + line.substr(end + 1);
  }
  return lines + line;
}

std::string option_lines(const Option& option) {
  std::string start = spelling(option);
  if (start.size() + 2 > help_column) {
    start.append("\n").append(help_column, ' ');
  } else {
    start.resize(help_column, ' ');
  }
  return start + wrapped(in_own_words(option.help) + remarks(option, option.get()), page_width, help_column) + "\n";
}

std::string paragraphs(std::string_view text) {
  std::string page;
  const std::string own = in_own_words(text);
  for (const std::string_view paragraph : lines_of(own)) {
    page += fmt::format("\n{}\n", wrapped(paragraph, page_width, 0));
  }
  return page;
}

std::string examples(std::string_view commands) {
  std::string lines;
  const std::string own = in_own_words(commands);
  for (const std::string_view command : lines_of(own)) lines += example_lines(command);
  return lines;
}

}  // namespace

std::string about_program() {
  if (!is_program_of_its_own()) return std::string(about_hone);
  std::vector<std::string> games;
  for (const GameDriver* game : own_drivers()) games.emplace_back(game->name());
  return fmt::format("{} has all commands of hone {}, for {} and the games of hone. {}", program_name(),
                     build_version(), join(games, ", "), about_hone);
}

std::string overview(std::span<const std::unique_ptr<Command>> commands) {
  std::string page = fmt::format("{}\n\nUsage: {} COMMAND [OPTIONS]\n\nCommands:\n",
                                 wrapped(about_program(), page_width, 0), program_name());
  for (const auto& command : commands) {
    const CommandText text = command->text();
    page += fmt::format("  {:<10}  {}\n", text.name, text.summary);
  }
  constexpr std::string_view about_help =
      "Without a command {0} prints this page, or speaks UCI when its input is not a terminal. '{0} COMMAND --help' "
      "explains a command, '{0} version' says which {0} it is. '{0} help --man [COMMAND]' prints man pages, '{0} help "
      "--completion SHELL' what makes bash, zsh or fish complete options, and '{0} help --pages DIR' writes all of "
      "these to DIR (~/.local/share).";
  page += fmt::format("\n{}\n\n", wrapped(fmt::format(about_help, program_name()), page_width, 0));
  return page + wrapped(fmt::format("Exit codes: {}.", about_exit_codes), page_width, 0) + "\n";
}

std::string help_text(const CommandText& text, const Options& options) {
  const std::string usage =
      fmt::format("Usage: {} {} [OPTIONS]{}", program_name(), text.name, positional_words(options));
  std::string page = wrapped(usage, page_width, 7) + '\n' + paragraphs(text.description);
  std::string group;
  for (const Option& option : options.all()) {
    if (option.group != group) page += fmt::format("\n{}:\n", option.group);
    group = option.group;
    page += option_lines(option);
  }
  page += "  -h, --help                  this page\n";
  page += fmt::format("\n{}\n", wrapped(about_sources, page_width, 0));
  return page + fmt::format("\nExamples:\n{}", examples(text.examples));
}

}  // namespace hone::cli
