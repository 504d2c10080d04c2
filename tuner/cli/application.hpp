// SPDX-License-Identifier: MIT
//
// The program as a whole: from the words of the command line to the exit code that the shell is given.
#pragma once

#include <string>
#include <vector>

namespace hone::cli {

enum class ExitCode : int {
  done = 0,
  no = 1,           // the work is done and the answer is no: SPRT rejected, a check failed
  usage = 2,        // wrong options or input; nothing was done
  interrupted = 3,  // stopped on request or by the system (full disk); the work so far is on disk and can be resumed
  internal = 70,    // our own mistake (EX_SOFTWARE of sysexits.h)
  stopped = 130,    // stopped on request with nothing to resume; 128 + SIGINT, as shells say of what Ctrl-C ended
  killed = 130,     // the second Ctrl-C: stopped at once
};

// The version of hone.

[[nodiscard]] std::string version();       // "0.1.0"
[[nodiscard]] std::string version_line();  // with name, build type, compiler and instruction set

// Finds the command, parses its options, runs it, and turns errors into one line on standard error.

// `words` leaves out the name of the program. Never throws.
[[nodiscard]] ExitCode run_application(const std::vector<std::string>& words);

}  // namespace hone::cli
