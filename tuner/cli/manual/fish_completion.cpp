// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "tuner/cli/manual/completion.hpp"

namespace hone::cli {

namespace {

std::string fish_word(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '\'' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return fmt::format("'{}'", escaped);
}

constexpr std::string_view fish_start =
    R"(# Completion of hone for fish. `hone help --completion fish` makes it from the options of all commands.

# Whether the command is $argv[1]; with a number, whether the word to complete has that place after it.
function __hone_command
    set -l words (commandline -opc)
    test (count $words) -gt 1; or return 1
    test $words[2] = $argv[1]; or return 1
    test (count $argv) -eq 1; or test (count $words) -eq (math $argv[2] + 1)
end

function __hone_no_command
    test (count (commandline -opc)) -eq 1
end

complete -c hone -f
)";

std::string fish_value(const CompletedOption& option) {
  const Offer& offer = option.offer;
  const std::string words = offer.words.empty() ? "" : " -a " + fish_word(join(offer.words, " "));
  if (option.is_flag()) return "";
  if (offer.folders) return " -x -a '(__fish_complete_directories)'";
  return (offer.files ? " -r -F" : " -x") + words;
}

std::string fish_option(const CompletedCommand& command, const CompletedOption& option) {
  const std::string letter = option.letter == 0 ? "" : fmt::format(" -s {}", option.letter);
  return fmt::format("complete -c hone -n '__hone_command {}' -l {}{}{} -d {}\n", command.name, option.name, letter,
                     fish_value(option), fish_word(option.summary));
}

std::string fish_places(const CompletedCommand& command) {
  std::string text;
  int place = 0;
  for (const CompletedOption& option : command.places) {
    const std::string condition =
        fmt::format("'__hone_command {}{}'", command.name, option.is_list ? "" : fmt::format(" {}", ++place));
    if (option.offer.files) text += fmt::format("complete -c hone -n {} -F\n", condition);
    if (option.offer.folders) {
      text += fmt::format("complete -c hone -n {} -a '(__fish_complete_directories)'\n", condition);
    }
    if (option.offer.words.empty()) continue;
    text += fmt::format("complete -c hone -n {} -a {}\n", condition, fish_word(join(option.offer.words, " ")));
  }
  return text;
}

}  // namespace

std::string fish_completion(std::span<const CompletedCommand> commands) {
  std::string text(fish_start), names;
  for (const CompletedCommand& command : commands) {
    names += command.name + " ";
    text +=
        fmt::format("complete -c hone -n __hone_no_command -a {} -d {}\n", command.name, fish_word(command.summary));
  }
  text += "complete -c hone -n __hone_no_command -a help -d 'explain hone or a command'\n";
  text += "complete -c hone -n __hone_no_command -a version -d 'say which hone this is'\n";
  text += fmt::format("complete -c hone -n '__hone_command help' -a '{}--man --completion --pages'\n", names);
  for (const CompletedCommand& command : commands) {
    for (const CompletedOption& option : command.options) text += fish_option(command, option);
    text += fish_places(command);
  }
  return text;
}

}  // namespace hone::cli
