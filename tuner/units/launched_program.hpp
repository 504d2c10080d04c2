// SPDX-License-Identifier: MIT
//
// A program of others that runs beside this one, and the end of what it says.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "tuner/play/uci/process.hpp"

namespace hone::units {

using Words = std::vector<std::string>;  // a program with its arguments

[[nodiscard]] std::string this_program();  // the file of the program that runs

class LaunchedProgram {
 public:
  using TakeLine = std::function<void(std::string_view line)>;

  // It runs in `folder`, unless that is empty. `take_line` is given the lines of its standard output. Throws Error
  // where it cannot be started.
  LaunchedProgram(const Words& command, const std::filesystem::path& folder, TakeLine take_line = {});

  // Takes what it has said since.
  [[nodiscard]] bool is_running();
  void wait_for_end(std::chrono::milliseconds patience);
  void ask_to_end() const;  // by SIGTERM, also what it has started

  [[nodiscard]] std::string last_words() const;  // in one line

 private:
  void remember(std::string_view text);

  TakeLine take_line_;
  std::string said_;
  play::Process process_;
};

}  // namespace hone::units
