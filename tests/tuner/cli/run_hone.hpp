// SPDX-License-Identifier: MIT
//
// Runs the program as a shell would, and keeps what it said.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace hone::cli {

struct Finished {
  int code = -1;  // exit code; 128 + signal when a signal ended it
  std::string out;
  std::string err;
};

struct RunSetup {
  std::string input = {};                                             // its standard input
  bool at_terminal = false;                                           // its standard input is a terminal instead
  std::vector<std::pair<std::string, std::string>> environment = {};  // beside this process's own
  std::string stdout_file = {};                                       // instead of keeping it
  bool interrupt = false;                                             // send it SIGINT once it catches the signal
};

[[nodiscard]] Finished run_hone(const std::vector<std::string>& words, const RunSetup& setup = {});

}  // namespace hone::cli
