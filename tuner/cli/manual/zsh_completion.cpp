// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "tuner/cli/manual/completion.hpp"

namespace hone::cli {

namespace {

// A text between single quotes in which none of _arguments' own signs stands.
std::string zsh_text(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '\'') {
      escaped += "'\\''";
      continue;
    }
    if (c == '\\' || c == '[' || c == ']' || c == ':') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string zsh_action(const CompletedOption& option) {
  const Offer& offer = option.offer;
  if (!offer.words.empty() && offer.files) {
    return fmt::format("{{ compadd {}; _files }}", join(offer.words, " "));
  }
  if (!offer.words.empty()) return fmt::format("({})", join(offer.words, " "));
  return offer.folders ? "_files -/" : offer.files ? "_files" : " ";
}

// The argument of an option or a place: ":N: ".
std::string zsh_value(const CompletedOption& option) {
  return option.is_flag() ? "" : fmt::format(":{}:{}", zsh_text(option.placeholder), zsh_action(option));
}

std::string zsh_option(const CompletedOption& option) {
  const std::string star = option.is_list ? "*" : "";
  const std::string tail = fmt::format("[{}]{}", zsh_text(option.summary), zsh_value(option));
  if (option.letter == 0) return fmt::format("'{}--{}{}'", star, option.name, tail);
  const std::string others = option.is_list ? "*" : fmt::format("(-{} --{})", option.letter, option.name);
  return fmt::format("'{}'{{-{},--{}}}'{}'", others, option.letter, option.name, tail);
}

// What may stand without an option. Options that take several values leave all but the first of these to it.
std::string zsh_places(const CompletedCommand& command) {
  std::string text;
  bool takes_rest = false, has_list = false;
  int place = 0;
  for (const CompletedOption& option : command.places) {
    text += fmt::format(" \\\n        '{}{}'", option.is_list ? "*" : fmt::to_string(++place), zsh_value(option));
    takes_rest = takes_rest || option.is_list;
  }
  for (const CompletedOption& option : command.options) has_list = has_list || option.is_list;
  return has_list && !takes_rest ? text + " \\\n        '*:value:_files'" : text;
}

std::string zsh_command(const CompletedCommand& command) {
  std::string text = fmt::format("    {})\n      _arguments", command.name);
  for (const CompletedOption& option : command.options) text += " \\\n        " + zsh_option(option);
  return text + zsh_places(command) + "\n      ;;\n";
}

constexpr std::string_view zsh_start = R"(#compdef hone
# Completion of hone for zsh. `hone help --completion zsh` makes it from the options of all commands.

)";

constexpr std::string_view zsh_end = R"(  esac
}

if [[ $funcstack[1] == _hone ]]; then
  _hone "$@"
else
  compdef _hone hone
fi
)";

}  // namespace

std::string zsh_completion(std::span<const CompletedCommand> commands) {
  std::string text(zsh_start);
  text += "_hone_commands() {\n  local -a commands=(\n";
  std::vector<std::string> shell_names;
  for (const Shell& shell : shells()) shell_names.emplace_back(shell.name);
  for (const CompletedCommand& command : commands) {
    text += fmt::format("    '{}:{}'\n", command.name, zsh_text(command.summary));
  }
  text +=
      "    'help:explain hone or a command'\n    'version:say which hone this is'\n  )\n"
      "  _describe command commands\n}\n\n"
      "_hone() {\n"
      "  local context curcontext=$curcontext state state_descr line\n  typeset -A opt_args\n"
      "  _arguments -C '1:command:_hone_commands' '*::argument:->arguments' && return\n"
      "  [[ $state == arguments ]] || return\n"
      "  case $words[1] in\n";
  for (const CompletedCommand& command : commands) text += zsh_command(command);
  text += fmt::format(
      "    help)\n      _arguments '--man[print a man page]' '--completion[print what makes a shell "
      "complete]:shell:({})' "
      "\\\n        '--pages[write all of these below a folder]:DIR:_files -/' '1:command:_hone_commands'\n      ;;\n",
      join(shell_names, " "));
  return text.append(zsh_end);
}

}  // namespace hone::cli
