// SPDX-License-Identifier: MIT
#include "tuner/cli/manual/completion.hpp"

#include <algorithm>
#include <array>

#include "data/error.hpp"
#include "data/printable.hpp"
#include "tuner/cli/program_words.hpp"

namespace hone::cli {

namespace {

std::vector<std::string_view> parts_between(std::string_view text, std::string_view separator) {
  std::vector<std::string_view> parts;
  for (bool more = true; more;) {
    const auto end = text.find(separator);
    parts.push_back(text.substr(0, end));
    more = end != std::string_view::npos;
    if (more) text.remove_prefix(end + separator.size());
  }
  return parts;
}

// Words are what is meant literally; values are written in capitals.
bool is_literal(std::string_view part) {
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '/';
  };
  return !part.empty() && std::ranges::all_of(part, fits);
}

bool is_folder(std::string_view placeholder) { return placeholder == "DIR" || placeholder == "PATH"; }

// "N", "MB", "CP": a number or a word of one's own.
bool is_measure(std::string_view placeholder) { return placeholder.size() <= 2 && placeholder != "F"; }

void take_words_of_placeholder(const Option& option, Offer& offer) {
  if (option.placeholder.find('|') == std::string::npos) return;
  for (std::string_view part : parts_between(option.placeholder, "|")) {
    part = part.substr(0, part.find('['));  // "print[:PREFIX]"
    if (is_literal(part)) offer.words.emplace_back(part);
    if (part == "F") offer.files = true;
  }
}

void take_words_of_range(const Option& option, Offer& offer) {
  const std::vector<std::string_view> parts = parts_between(option.range, ", ");
  if (std::ranges::all_of(parts, is_literal)) offer.words.assign(parts.begin(), parts.end());
}

// The help up to where it goes into details.
std::string summary_of(std::string_view help) {
  constexpr std::size_t most = 70;
  std::string_view start = help.substr(0, std::min({help.find("; "), help.find(". "), help.find(": ")}));
  if (start.size() <= most) return std::string(start);
  start = start.substr(0, most);
  return std::string(start.substr(0, start.rfind(' '))) + " ...";
}

CompletedOption completed_option(const Option& option) {
  return {.name = option.name,
          .letter = option.letter,
          .summary = summary_of(option.help),
          .placeholder = option.placeholder,
          .is_list = option.is_list,
          .offer = offer_of(option)};
}

}  // namespace

Offer offer_of(const Option& option) {
  Offer offer;
  if (option.is_flag()) return offer;
  take_words_of_placeholder(option, offer);
  if (offer.words.empty()) take_words_of_range(option, offer);
  if (!offer.words.empty()) return offer;
  offer.folders = is_folder(option.placeholder);
  offer.files = !offer.folders && !option.check && !is_measure(option.placeholder);
  return offer;
}

std::vector<CompletedCommand> completed_commands(std::span<const std::unique_ptr<Command>> commands) {
  std::vector<CompletedCommand> completed;
  for (const auto& command : commands) {
    const DeclaredOptions declared(*command);
    const CommandText text = command->text();
    CompletedCommand& one = completed.emplace_back();
    one.name = text.name;
    one.summary = text.summary;
    for (const Option& option : declared.options.all()) {
      one.options.push_back(completed_option(option));
      if (option.is_positional) one.places.push_back(one.options.back());
    }
    one.options.push_back(
        {.name = "help", .letter = 'h', .summary = "explain the command", .placeholder = {}, .offer = {}});
  }
  return completed;
}

std::span<const Shell> shells() {
  static constexpr std::array<Shell, 3> all{{
      {"bash", "bash-completion/completions/hone", bash_completion},
      {"zsh", "zsh/vendor-completions/_hone", zsh_completion},
      {"fish", "fish/vendor_completions.d/hone.fish", fish_completion},
  }};
  return all;
}

std::string completion_script(const Shell& shell, std::span<const CompletedCommand> commands) {
  const std::string script = shell.script(commands);
  return is_program_of_its_own() ? script_in_words_of(program_name(), script) : script;
}

const Shell& find_shell(std::string_view name) {
  std::vector<std::string> names;
  for (const Shell& shell : shells()) {
    if (shell.name == name) return shell;
    names.emplace_back(shell.name);
  }
  throw Error(expected_found("one of the shells " + join(names, ", "), quotation(name)));
}

}  // namespace hone::cli
