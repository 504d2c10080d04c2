// SPDX-License-Identifier: MIT
//
// What every command is given to work with: the common options and what they set up.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tuner/cli/application.hpp"
#include "tuner/cli/console.hpp"
#include "tuner/cli/options/options.hpp"
#include "tuner/cli/output.hpp"

namespace hone::cli {

struct CommonOptions {
  std::string json;
  std::string config;
  std::string log = "info";
  bool quiet = false;

  void declare(Options& options);
};

struct Session {
  const Options& options;            // as parsed: what was given, and the record of it
  JsonOutput json;                   // of --json
  std::shared_ptr<Console> console;  // standard error; log through spdlog, show progress with Progress
};

// Opens what the common options name; throws Error when the JSON file cannot be written.
[[nodiscard]] Session start_session(const Options& options, const CommonOptions& common);

// A command of `hone`: `hone NAME [OPTIONS]`. To add one, write tuner/cli/NAME_command.cpp with a class like the one
// in perft_command.cpp and name its factory in commands.hpp and commands.cpp.

// What help says of a command, beside its options.
struct CommandText {
  std::string_view name;
  std::string_view summary;      // a few words, for the list of commands
  std::string_view description;  // a paragraph; lines are broken by help
  std::string_view examples;     // two or three whole command lines
};

class Command {
 public:
  virtual ~Command() = default;

  [[nodiscard]] virtual CommandText text() const = 0;
  // Declares the options, bound to members of the command; called once, before run.
  virtual void declare(Options& options) = 0;
  // Errors leave as exceptions: UsageError for options that do not go together, Error for the rest.
  [[nodiscard]] virtual ExitCode run(Session& session) = 0;
};

// The commands there are.

[[nodiscard]] std::unique_ptr<Command> run_command();
[[nodiscard]] std::unique_ptr<Command> selfplay_command();
[[nodiscard]] std::unique_ptr<Command> tune_command();
[[nodiscard]] std::unique_ptr<Command> match_command();
[[nodiscard]] std::unique_ptr<Command> rate_command();
[[nodiscard]] std::unique_ptr<Command> export_command();
[[nodiscard]] std::unique_ptr<Command> report_command();
[[nodiscard]] std::unique_ptr<Command> data_command();
[[nodiscard]] std::unique_ptr<Command> openings_command();
[[nodiscard]] std::unique_ptr<Command> search_command();
[[nodiscard]] std::unique_ptr<Command> uci_command();
[[nodiscard]] std::unique_ptr<Command> perft_command();
[[nodiscard]] std::unique_ptr<Command> bench_command();

// All of them, in the order of help.
[[nodiscard]] std::vector<std::unique_ptr<Command>> all_commands();

}  // namespace hone::cli
