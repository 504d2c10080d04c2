// SPDX-License-Identifier: MIT
//
// What a command tells the shell.
#pragma once

#include <string>
#include <vector>

namespace hone::cli {

enum class ExitCode : int {
  done = 0,
  no = 1,           // the work is done and the answer is no: SPRT rejected, a check failed
  usage = 2,        // wrong options or input; nothing was done
  interrupted = 3,  // stopped on request or by the system (full disk); all so far is on disk and can be resumed
  internal = 70,    // our own mistake (EX_SOFTWARE of sysexits.h)
  killed = 130,     // the second Ctrl-C: stopped at once
};

// Which hone this is.

[[nodiscard]] std::string version();       // "0.1.0"
[[nodiscard]] std::string version_line();  // with name, build type, compiler and instruction set

// From the words of the command line to an exit code: finds the command, parses its options, runs it, and turns
// errors into one line on standard error.

// `words` without the name of the program. Never throws.
[[nodiscard]] ExitCode run_application(const std::vector<std::string>& words);

}  // namespace hone::cli
