// SPDX-License-Identifier: MIT
#include "tuner/cli/manual/man_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "tuner/cli/help.hpp"
#include "tuner/cli/program_words.hpp"

namespace hone::cli {

namespace {

// The text as roff prints it: no character is a request, and quotes and dashes stay what a shell reads.
std::string roff(std::string_view text) {
  std::string line;
  if (text.starts_with('.') || text.starts_with('\'')) line = "\\&";
  for (const char c : text) {
    switch (c) {
      case '\\':
        line += "\\e";
        break;
      case '-':
        line += "\\-";
        break;
      case '\'':
        line += "\\(aq";
        break;
      case '`':
        line += "\\(ga";
        break;
      case '^':
        line += "\\(ha";
        break;
      case '~':
        line += "\\(ti";
        break;
      default:
        line += c;
    }
  }
  return line;
}

std::string bold(std::string_view text) { return fmt::format("\\fB{}\\fR", roff(text)); }

std::string page_start(const std::string& name, std::string_view summary) {
  return fmt::format(".TH \"{}\" 1 \"\" \"{}\" \"{}\"\n.SH NAME\n{} \\- {}\n", roff(name), roff("hone " + version()),
                     roff(program_name()), roff(name), roff(summary));
}

std::string page_name(std::string_view command) { return fmt::format("{}-{}", program_name(), command); }

std::string paragraphs_of_man_page(std::string_view text) {
  std::string page;
  const std::string own = in_own_words(text);
  for (const std::string_view paragraph : lines_of(own)) page += fmt::format(".PP\n{}\n", roff(paragraph));
  return page;
}

// Defaults that say what machine the page was made on, and not what hone does.
std::string default_on_every_machine(const Option& option) {
  return option.name == "threads" ? "as many as there are cores" : option.get();
}

std::string option_paragraph(const Option& option) {
  const std::string letter = option.letter != 0 ? bold(fmt::format("-{}", option.letter)) + ", " : "";
  const std::string value = option.is_flag() ? "" : fmt::format("\\fI{}\\fR", roff(value_words(option)));
  const std::string text = in_own_words(option.help) + remarks(option, default_on_every_machine(option));
  return fmt::format(".TP\n{}{}{}\n{}\n", letter, bold("--" + option.name), value, roff(text));
}

std::string exit_status() {
  std::string page = ".SH EXIT STATUS\n";
  std::string_view rest = about_exit_codes;
  while (!rest.empty()) {
    const auto end = std::min(rest.find("; "), rest.size());
    const std::string_view item = rest.substr(0, end);
    const auto blank = item.find(' ');
    page += fmt::format(".TP\n{}\n{}\n", bold(item.substr(0, blank)), roff(item.substr(blank + 1)));
    rest.remove_prefix(std::min(end + 2, rest.size()));
  }
  return page;
}

std::string example_paragraphs(std::string_view commands) {
  std::string page = ".SH EXAMPLES\n";
  const std::string own = in_own_words(commands);
  for (const std::string_view command : lines_of(own)) {
    page += ".PP\n.nf\n";
    const std::string lines = example_lines(command);
    for (const std::string_view line : lines_of(lines)) page += roff(line) + "\n";
    page += ".fi\n";
  }
  return page;
}

}  // namespace

std::string man_page(std::span<const std::unique_ptr<Command>> commands) {
  std::string page = page_start(program_name(), "tune the evaluation function of a board-game engine by self-play");
  page += fmt::format(".SH SYNOPSIS\n{} \\fICOMMAND\\fR [\\fIOPTIONS\\fR]\n.br\n{} [\\fICOMMAND\\fR]\n.br\n{}\n",
                      bold(program_name()), bold(program_name() + " help"), bold(program_name() + " --version"));
  page += fmt::format(".SH DESCRIPTION\n{}\n.SH COMMANDS\n", roff(about_program()));
  for (const auto& command : commands) {
    const CommandText text = command->text();
    page += fmt::format(".TP\n{}\n{}; see {}(1)\n", bold(text.name), roff(text.summary), bold(page_name(text.name)));
  }
  page += fmt::format(
      ".TP\n{} [{}]\nwhat the commands are, or the options of one\n"
      ".TP\n{} [{}]\nthese pages\n"
      ".TP\n{} {}\nwhat makes bash, zsh or fish complete commands and options\n"
      ".TP\n{} {}\nall of these in the folders where a package has them\n",
      bold("help"), "\\fICOMMAND\\fR", bold("help --man"), "\\fICOMMAND\\fR", bold("help --completion"),
      "\\fISHELL\\fR", bold("help --pages"), "\\fIDIR\\fR");
  page += fmt::format(".SH ENVIRONMENT\n{}\n{}.SH SEE ALSO\n", roff(about_sources), exit_status());
  std::string sign;
  for (const auto& command : commands) {
    page += std::exchange(sign, ",\n") + bold(page_name(command->text().name)) + "(1)";
  }
  return page + "\n";
}

std::string man_page(const CommandText& text, const Options& options) {
  std::string page = page_start(page_name(text.name), text.summary);
  page += fmt::format(".SH SYNOPSIS\n{} [\\fIOPTIONS\\fR]{}\n", bold(fmt::format("{} {}", program_name(), text.name)),
                      roff(positional_words(options)));
  page += ".SH DESCRIPTION\n" + paragraphs_of_man_page(text.description) + ".SH OPTIONS\n";
  std::string group;
  for (const Option& option : options.all()) {
    if (option.group != group) page += fmt::format(".SS {}\n", roff(option.group));
    group = option.group;
    page += option_paragraph(option);
  }
  page += fmt::format(".TP\n{}, {}\nthe options in short\n", bold("-h"), bold("--help"));
  page +=
      fmt::format(".SH ENVIRONMENT\n{}\n{}{}", roff(about_sources), exit_status(), example_paragraphs(text.examples));
  return page + fmt::format(".SH SEE ALSO\n{}(1)\n", bold(program_name()));
}

}  // namespace hone::cli
