// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "tuner/cli/manual/completion.hpp"

namespace hone::cli {

namespace {

constexpr std::string_view bash_start =
    R"(# Completion of hone for bash. `hone help --completion bash` makes it from the options of all commands.

)";

// Bash parts --game=chess and new=weights:F at = and :, and completes what follows the last of them.
constexpr std::string_view bash_end = R"(
_hone() {
  local cur=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} option= place=1 last= word i
  local words= kind= many= options= places=0
  local -a line=()
  COMPREPLY=()
  for ((i = 1; i <= COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    if [[ ${#line[@]} -gt 0 && ( $word == [=:]* || $last == *[=:] ) ]]; then
      line[-1]+=$word
    else
      line+=("$word")
    fi
    last=$word
  done
  [[ $cur == [=:] ]] && cur=
  local whole=${line[-1]} count=$((${#line[@]} - 1))

  if ((count == 0)); then
    words="$_hone_commands help version --help --version" kind=words
  elif [[ $command == help ]]; then
    kind=words
    case $count:${line[1]} in
      1:*) words="$_hone_commands --man --completion --pages" ;;
      2:--man) words=$_hone_commands ;;
      2:--completion) words=$_hone_shells ;;
      2:--pages) kind=folders ;;
    esac
  else
    _hone_options "$command" || return 0
    for ((i = 1; i < count; i++)); do
      word=${line[i]}
      if [[ $word == -* ]] && _hone_values "$command ${word%%=*}"; then
        option=${word%%=*}
        [[ $kind == flag || ( $word == *=* && ! $many ) ]] && option=
      elif [[ $option ]]; then
        [[ $many ]] || option=
      elif ((place < places)); then
        place=$((place + 1))
      fi
    done
    if [[ $whole == --*=* ]]; then
      _hone_values "$command ${whole%%=*}"
    elif [[ $whole == -* ]]; then
      words=$options kind=words
    else
      _hone_values "$command ${option:-$place}"
    fi
  fi

  [[ $words ]] && mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
  case $kind in
    files) [[ ${COMPREPLY[*]} ]] || compopt -o default ;;
    folders) compopt -o dirnames ;;
  esac
} 2>/dev/null

complete -F _hone hone
)";

std::string offered_words(const Offer& offer) { return join(offer.words, " "); }

std::string kind_of_value(const CompletedOption& option) {
  if (option.is_flag()) return "kind=flag";
  std::string settings = option.offer.folders ? "kind=folders" : option.offer.files ? "kind=files" : "kind=words";
  if (!option.offer.words.empty()) settings += fmt::format(" words='{}'", offered_words(option.offer));
  return settings + (option.is_list ? " many=1" : "");
}

std::string patterns_of(const CompletedCommand& command, const CompletedOption& option) {
  const std::string pattern = fmt::format("'{} --{}'", command.name, option.name);
  return option.letter == 0 ? pattern : fmt::format("{} | '{} -{}'", pattern, command.name, option.letter);
}

std::string bash_options(std::span<const CompletedCommand> commands) {
  std::string text =
      "# Sets `options` and `places`, the number of words that belong to no option.\n_hone_options() {\n";
  text += "  case $1 in\n";
  for (const CompletedCommand& command : commands) {
    std::vector<std::string> names;
    for (const CompletedOption& option : command.options) names.push_back("--" + option.name);
    text += fmt::format("    {}) places={} options='{}' ;;\n", command.name, command.places.size(), join(names, " "));
  }
  return text + "    *) return 1 ;;\n  esac\n}\n\n";
}

std::string bash_values(std::span<const CompletedCommand> commands) {
  std::string text =
      "# Sets `words` and `kind` of what may follow an option of a command, or stand in a place of it; `many` if more\n"
      "# than one value may.\n_hone_values() {\n  words= kind= many=\n  case $1 in\n";
  for (const CompletedCommand& command : commands) {
    for (const CompletedOption& option : command.options) {
      text += fmt::format("    {}) {} ;;\n", patterns_of(command, option), kind_of_value(option));
    }
    int place = 0;
    for (const CompletedOption& option : command.places) {
      text += fmt::format("    '{} {}') {} ;;\n", command.name, ++place, kind_of_value(option));
    }
  }
  return text + "    *) return 1 ;;\n  esac\n}\n";
}

}  // namespace

std::string bash_completion(std::span<const CompletedCommand> commands) {
  std::vector<std::string> names, shell_names;
  for (const CompletedCommand& command : commands) names.push_back(command.name);
  for (const Shell& shell : shells()) shell_names.emplace_back(shell.name);
  return fmt::format("{}_hone_commands='{}'\n_hone_shells='{}'\n\n{}{}{}", bash_start, join(names, " "),
                     join(shell_names, " "), bash_options(commands), bash_values(commands), bash_end);
}

}  // namespace hone::cli
