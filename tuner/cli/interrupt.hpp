// SPDX-License-Identifier: MIT
//
// Ctrl-C and SIGTERM: the first asks the work to stop and be saved, the second ends the process at once. What comes
// within a quarter of a second of the first is its echo, and no second one.
#pragma once

#include <stop_token>
#include <thread>

namespace hone::cli {

// Signals are caught while one of these lives; there is at most one at a time.
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
