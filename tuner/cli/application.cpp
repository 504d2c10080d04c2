// SPDX-License-Identifier: MIT
#include "tuner/cli/application.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <new>
#include <span>

#include "data/failure_kind.hpp"
#include "tuner/cli/command.hpp"
#include "tuner/cli/help.hpp"
#include "tuner/cli/options/option_sources.hpp"

namespace hone::cli {

std::string version() { return HONE_VERSION; }
std::string version_line() { return fmt::format("hone {} ({})", version(), HONE_BUILD); }

namespace {

using Commands = std::vector<std::unique_ptr<Command>>;

bool is_help(const std::string& word) { return word == "--help" || word == "-h"; }

Command& find_command(const Commands& commands, const std::string& name) {
  std::vector<std::string> names;
  for (const auto& command : commands) {
    if (command->text().name == name) return *command;
    names.emplace_back(command->text().name);
  }
  throw UsageError(fmt::format("unknown command '{}'{}", name, suggestion(name, names)));
}

ExitCode print(std::string_view page) {
  std::fwrite(page.data(), 1, page.size(), stdout);
  return ExitCode::done;
}

ExitCode run_command(Command& command, const std::vector<std::string>& words) {
  Options options;
  CommonOptions common;
  command.declare(options);
  common.declare(options);
  if (std::any_of(words.begin(), words.end(), is_help)) return print(help_text(command.text(), options));
  parse(options, words, environment_variable);
  Session session = start_session(options, common);
  return command.run(session);
}

// `hone help` and `hone help COMMAND`.
ExitCode run_help(const Commands& commands, const std::vector<std::string>& words) {
  if (words.empty()) return print(overview(commands));
  return run_command(find_command(commands, words.front()), {"--help"});
}

ExitCode dispatch(const Commands& commands, const std::vector<std::string>& words) {
  const std::string& first = words.front();
  const std::vector<std::string> rest(words.begin() + 1, words.end());
  if (first == "help" || is_help(first)) return run_help(commands, rest);
  if (first == "--version") return print(version_line() + "\n");
  return run_command(find_command(commands, first), rest);
}

// When standard output cannot be written, on a full disk or to a closed pipe, the command has not succeeded.
ExitCode finish_output(ExitCode code) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
  throw Error(std::string("standard output: ") + std::strerror(errno), Error::Kind::system);
}

void complain(const std::string& message) { fmt::print(stderr, "hone: {}\n", message); }

bool is_refusal_of_system(int code) { return kind_of_failure(code) == Error::Kind::system; }

// The command that the words name, so that the hint can point to its help.
std::string command_of(const Commands& commands, const std::vector<std::string>& words) {
  const auto named = [&](const auto& command) { return !words.empty() && command->text().name == words.front(); };
  return std::any_of(commands.begin(), commands.end(), named) ? words.front() + " " : "";
}

}  // namespace

ExitCode run_application(const std::vector<std::string>& words) try {
  const Commands commands = all_commands();
  try {
    if (words.empty()) throw UsageError("no command given");
    return finish_output(dispatch(commands, words));
  } catch (const UsageError& error) {
    complain(error.what());
    fmt::print(stderr, "Try 'hone {}--help'.\n", command_of(commands, words));
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
} catch (const std::exception& error) {
  complain(fmt::format("internal error: {}", error.what()));
  return ExitCode::internal;
}

}  // namespace hone::cli
