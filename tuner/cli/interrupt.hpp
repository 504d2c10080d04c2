// SPDX-License-Identifier: MIT
//
// Ctrl-C, SIGTERM, and SIGHUP when the terminal closes: the first signal asks the work to stop and be saved, a second
// Ctrl-C or SIGTERM ends the process at once. A signal within a quarter of a second of the first is taken for its echo,
// not for a second one. Where SIGHUP is ignored, as under nohup, it stays ignored.
#pragma once

#include <stop_token>
#include <thread>
#include <vector>

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
  std::vector<int> signals_;  // that are caught
  int descriptor_;            // an eventfd that wakes the watcher
  std::thread watcher_;
};

}  // namespace hone::cli
