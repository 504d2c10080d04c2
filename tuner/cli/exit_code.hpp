// SPDX-License-Identifier: MIT
//
// What a command tells the shell.
#pragma once

namespace hone {

enum class ExitCode : int {
  done = 0,
  no = 1,           // the work is done and the answer is no: SPRT rejected, a check failed
  usage = 2,        // wrong options or input; nothing was done
  interrupted = 3,  // stopped on request or by the system (full disk); all so far is on disk and can be resumed
  internal = 70,    // our own mistake (EX_SOFTWARE of sysexits.h)
  killed = 130,     // the second Ctrl-C: stopped at once
};

}  // namespace hone
