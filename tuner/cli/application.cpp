// SPDX-License-Identifier: MIT
#include "tuner/cli/application.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <new>
#include <span>
#include <system_error>

#include "data/build.hpp"
#include "data/failure_kind.hpp"
#include "tuner/cli/command.hpp"
#include "tuner/cli/genfens.hpp"
#include "tuner/cli/help.hpp"
#include "tuner/cli/manual/completion.hpp"
#include "tuner/cli/manual/man_page.hpp"
#include "tuner/cli/manual/pages.hpp"
#include "tuner/cli/options/option_sources.hpp"
#include "tuner/cli/options/synonyms.hpp"
#include "tuner/cli/standard_streams.hpp"

namespace hone::cli {

std::string version() { return build_version(); }
std::string version_line() {
  const std::string program = is_program_of_its_own() ? program_name() + ", " : "";
  return fmt::format("{}hone {} ({})", program, version(), build_conditions());
}

namespace {

using Commands = std::vector<std::unique_ptr<Command>>;

bool is_help(const std::string& word) { return word == "--help" || word == "-h"; }
bool is_version(const std::string& word) {
  return word == "--version" || word == "-v" || word == "-V" || word == "version";
}

Command& find_command(const Commands& commands, const std::string& name) {
  std::vector<std::string> names;
  for (const auto& command : commands) {
    if (command->text().name == name) return *command;
    names.emplace_back(command->text().name);
  }
  throw UsageError(fmt::format("unknown command '{}'{}", name, suggested_command(name, names)));
}

ExitCode print(std::string_view page) {
  print_content(page);
  return ExitCode::done;
}

// What each command declares, by its name: the sections of option files.
ConfigSections sections_of_all_commands() {
  ConfigSections sections;
  for (const auto& command : all_commands()) {
    const DeclaredOptions declared(*command);
    sections[std::string(command->text().name)] = names_of(declared.options);
  }
  return sections;
}

ExitCode run_command(Command& command, const std::vector<std::string>& words) {
  DeclaredOptions declared(command);
  Options& options = declared.options;
  if (std::any_of(words.begin(), words.end(), is_help)) return print(help_text(command.text(), options));
  parse(options, words, environment_variable, {std::string(command.text().name), sections_of_all_commands});
  Session session = start_session(options, declared.common);
  return command.run(session);
}

ExitCode print_man_page(const Commands& commands, const std::string& name) {
  Command& command = find_command(commands, name);
  return print(man_page(command.text(), DeclaredOptions(command).options));
}

// `hone help --man [COMMAND]`, `hone help --completion SHELL` and `hone help --pages DIR`.
ExitCode run_manual(const Commands& commands, const std::vector<std::string>& words) {
  const std::string& form = words.front();
  if (form == "--man" && words.size() == 1) return print(man_page(commands));
  if (form == "--man" && words.size() == 2) return print_man_page(commands, words[1]);
  if (form == "--completion" && words.size() == 2) {
    return print(completion_script(find_shell(words[1]), completed_commands(commands)));
  }
  if (form != "--pages" || words.size() != 2 || words[1].empty()) {
    throw UsageError(expected_found("hone help [COMMAND], --man [COMMAND], --completion SHELL or --pages DIR",
                                    fmt::format("hone help {}", join(words, " "))));
  }
  write_pages(words[1], commands);
  return ExitCode::done;
}

// `hone help` and `hone help COMMAND`.
ExitCode run_help(const Commands& commands, const std::vector<std::string>& words) {
  if (words.empty()) return print(overview(commands));
  if (words.front().starts_with('-')) return run_manual(commands, words);
  return run_command(find_command(commands, words.front()), {"--help"});
}

// `hone` alone: interfaces start an engine without a word, and people ask what this is.
ExitCode run_without_words(const Commands& commands) {
  if (isatty(STDIN_FILENO) != 0) return run_help(commands, {});
  return run_command(find_command(commands, "uci"), {});
}

ExitCode dispatch(const Commands& commands, const std::vector<std::string>& words) {
  if (words.empty()) return run_without_words(commands);
  const std::string& first = words.front();
  const std::vector<std::string> rest(words.begin() + 1, words.end());
  if (first == "help" || is_help(first)) return run_help(commands, rest);
  if (is_genfens(words)) return run_genfens(words);
  if (is_version(first)) return print(version_line() + "\n");
  return run_command(find_command(commands, first), rest);
}

bool is_refusal_of_system(int code) { return kind_of_failure(code) == Error::Kind::system; }

// The command that the words name, so that the hint can point to its help.
std::string command_of(const Commands& commands, const std::vector<std::string>& words) {
  const auto named = [&](const auto& command) { return !words.empty() && command->text().name == words.front(); };
  return std::any_of(commands.begin(), commands.end(), named) ? words.front() + " " : "";
}

}  // namespace

ExitCode run_application(const std::vector<std::string>& words) try {
  prepare_standard_streams();
  const Commands commands = all_commands();
  try {
    const ExitCode code = dispatch(commands, words);
    finish_standard_output();  // on a full disk or to a closed pipe the command has not succeeded
    return code;
  } catch (const UsageError& error) {
    complain(error.what());
    hint(fmt::format("Try '{} {}--help'.\n", program_name(), command_of(commands, words)));
    return ExitCode::usage;
  }
} catch (const Error& error) {
  complain(error.what());
  return error.kind() == Error::Kind::system ? ExitCode::interrupted : ExitCode::usage;
} catch (const std::filesystem::filesystem_error& error) {
  complain(error.what());
  return is_refusal_of_system(error.code().value()) ? ExitCode::interrupted : ExitCode::usage;
} catch (const std::bad_alloc&) {
  complain("not enough memory; each of --threads has tables of its own, of --hash megabytes");
  return ExitCode::usage;
} catch (const std::system_error& error) {
  const bool no_thread = error.code() == std::errc::resource_unavailable_try_again;
  complain(no_thread ? "the system refuses another thread or process; raise its limits (ulimit -u, -v) or ask for less"
                     : fmt::format("internal error: {}", error.what()));
  return no_thread ? ExitCode::interrupted : ExitCode::internal;
} catch (const std::exception& error) {
  complain(fmt::format("internal error: {}", error.what()));
  return ExitCode::internal;
}

}  // namespace hone::cli
