// SPDX-License-Identifier: MIT
//
// A command of `hone`: `hone NAME [OPTIONS]`. To add one, write tuner/cli/NAME_command.cpp with a class like the one
// in perft_command.cpp and name its factory in commands.hpp and commands.cpp.
#pragma once

#include <string_view>

#include "tuner/cli/exit_code.hpp"
#include "tuner/cli/options.hpp"
#include "tuner/cli/session.hpp"

namespace hone {

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

}  // namespace hone
