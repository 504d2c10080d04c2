// SPDX-License-Identifier: MIT
//
// Ctrl-C and SIGTERM: the first signal asks the work to stop and be saved, the second one ends the process at once. A
// signal within a quarter of a second of the first is taken for its echo, not for a second one.
#pragma once

#include <stop_token>
#include <thread>

namespace hone::cli {

// Signals are caught while an object of this class lives. At most one lives at a time.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  [[nodiscard]] std::stop_token token() const { return source_.get_token(); }
  [[nodiscard]] bool requested() const { return source_.stop_requested(); }

 private:
  void watch();

  std::stop_source source_;
  int descriptor_;  // an eventfd that wakes the watcher
  std::thread watcher_;
};

}  // namespace hone::cli
