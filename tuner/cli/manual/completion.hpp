// SPDX-License-Identifier: MIT
//
// What a shell completes, read from the options of all commands, and the scripts that teach it to the shells. To add a
// shell, write a function like these in a file of its own and name it in completion.cpp.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tuner/cli/command.hpp"

namespace hone::cli {

// What the value of an option may be.
struct Offer {
  std::vector<std::string> words;
  bool files = false;
  bool folders = false;
};

// An option says its words in its placeholder (text|dot|svg), or in its range where they are too many for a line
// (chess, othello). Capitals stand for values: DIR and PATH are folders, numbers are nothing to complete, and whatever
// else may be a file.
[[nodiscard]] Offer offer_of(const Option& option);

struct CompletedOption {
  std::string name;
  char letter = 0;
  std::string summary;      // of the help, a few words
  std::string placeholder;  // empty for a flag
  bool is_list = false;
  Offer offer;

  [[nodiscard]] bool is_flag() const { return placeholder.empty(); }
};

struct CompletedCommand {
  std::string name;
  std::string summary;
  std::vector<CompletedOption> options;  // --help included
  std::vector<CompletedOption> places;   // the words that belong to no option, in their order
};

[[nodiscard]] std::vector<CompletedCommand> completed_commands(std::span<const std::unique_ptr<Command>> commands);

using CompletionScript = std::string (*)(std::span<const CompletedCommand> commands);
[[nodiscard]] std::string bash_completion(std::span<const CompletedCommand> commands);
[[nodiscard]] std::string zsh_completion(std::span<const CompletedCommand> commands);
[[nodiscard]] std::string fish_completion(std::span<const CompletedCommand> commands);

struct Shell {
  std::string_view name;
  std::string_view file;    // where packages have the script, from share/
  CompletionScript script;  // for hone
};
[[nodiscard]] std::span<const Shell> shells();
// The script for this program, whatever its name is.
[[nodiscard]] std::string completion_script(const Shell& shell, std::span<const CompletedCommand> commands);
// Throws Error that lists the shells if there is none of that name.
[[nodiscard]] const Shell& find_shell(std::string_view name);

}  // namespace hone::cli
