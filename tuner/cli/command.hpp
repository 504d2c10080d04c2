// SPDX-License-Identifier: MIT
//
// What a command is, what it is given to work with, and which commands there are. To add one, write
// tuner/cli/NAME_command.cpp with a class like the one in perft_command.cpp, declare its factory below, and list it in
// all_commands().
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
  const Options& options;            // of the command, with the values that were given
  JsonOutput json;                   // the file of --json
  std::shared_ptr<Console> console;  // standard error; log through spdlog, show progress with Progress
};

// Opens what the common options name; throws Error when the JSON file cannot be written.
[[nodiscard]] Session start_session(const Options& options, const CommonOptions& common);

// What help says of a command, besides its options.
struct CommandText {
  std::string_view name;
  std::string_view summary;      // a few words, for the list of commands
  std::string_view description;  // a paragraph a line; help breaks them to its width
  std::string_view examples;     // whole command lines, two or more
};

// A command of `hone`: `hone NAME [OPTIONS]`.
class Command {
 public:
  virtual ~Command() = default;

  [[nodiscard]] virtual CommandText text() const = 0;
  // Declares the options, bound to members of the command; called once, before run.
  virtual void declare(Options& options) = 0;
  // Throws UsageError for options that do not go together, and Error for everything else that is wrong.
  [[nodiscard]] virtual ExitCode run(Session& session) = 0;
};

[[nodiscard]] std::unique_ptr<Command> run_command();
[[nodiscard]] std::unique_ptr<Command> selfplay_command();
[[nodiscard]] std::unique_ptr<Command> tune_command();
[[nodiscard]] std::unique_ptr<Command> distil_command();
[[nodiscard]] std::unique_ptr<Command> match_command();
[[nodiscard]] std::unique_ptr<Command> rate_command();
[[nodiscard]] std::unique_ptr<Command> export_command();
[[nodiscard]] std::unique_ptr<Command> probe_command();
[[nodiscard]] std::unique_ptr<Command> import_command();
[[nodiscard]] std::unique_ptr<Command> weights_command();
[[nodiscard]] std::unique_ptr<Command> report_command();
[[nodiscard]] std::unique_ptr<Command> data_command();
[[nodiscard]] std::unique_ptr<Command> openings_command();
[[nodiscard]] std::unique_ptr<Command> search_command();
[[nodiscard]] std::unique_ptr<Command> play_command();
[[nodiscard]] std::unique_ptr<Command> uci_command();
[[nodiscard]] std::unique_ptr<Command> gtp_command();
[[nodiscard]] std::unique_ptr<Command> perft_command();
[[nodiscard]] std::unique_ptr<Command> bench_command();
[[nodiscard]] std::unique_ptr<Command> work_command();
[[nodiscard]] std::unique_ptr<Command> refine_command();

// All commands, in the order of help.
[[nodiscard]] std::vector<std::unique_ptr<Command>> all_commands();

// The options of a command, with those that all commands have.
struct DeclaredOptions {
  explicit DeclaredOptions(Command& command) {
    command.declare(options);
    common.declare(options);
  }
  DeclaredOptions(const DeclaredOptions&) = delete;
  DeclaredOptions& operator=(const DeclaredOptions&) = delete;

  CommonOptions common;
  Options options;  // bound to `common` and to members of the command
};

}  // namespace hone::cli
