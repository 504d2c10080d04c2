// SPDX-License-Identifier: MIT
//
// Signals as a game with a person understands them. Ctrl-C (SIGINT) tells an engine that thinks to move at once, and
// ends the session at the prompt. SIGTERM, and SIGHUP when the terminal closes, end the session wherever it is. A
// Ctrl-C within a quarter of a second of another one is taken for its echo. Where nobody has looked for two seconds, as
// when the terminal takes no output, a further signal ends the process.
#pragma once

#include <chrono>
#include <vector>

namespace hone::cli {

// Signals are caught while an object of this class lives. At most one lives at a time, and no Interrupt beside it.
class PlaySignals {
 public:
  enum class Call { none, interrupt, end };

  PlaySignals();  // throws Error
  ~PlaySignals();
  PlaySignals(const PlaySignals&) = delete;
  PlaySignals& operator=(const PlaySignals&) = delete;

  // A descriptor that can be read, and is not to be read, while a call waits.
  [[nodiscard]] int descriptor() const { return descriptor_; }
  // Takes the call that waits. After an `end` every call is one.
  [[nodiscard]] Call take();
  // The same, after so much time at most.
  [[nodiscard]] Call wait(std::chrono::milliseconds time);

 private:
  std::vector<int> signals_;
  int descriptor_;  // an eventfd
};

}  // namespace hone::cli
