// SPDX-License-Identifier: MIT
//
// Notices that this program stood still: the machine was suspended, its processes were stopped (Ctrl-Z, SIGSTOP), or it
// was so busy that for more than a second no thread came to run. Whatever was timed then was timed wrongly.
//
// A thread wakes ten times a second and looks at a clock that also counts while the machine sleeps. When it wakes late
// by a second or more, there was a standstill.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

namespace hone::parallel {

class Standstills {
 public:
  using Time = std::chrono::nanoseconds;  // since some moment

  // The clock of the operating system, with the time that the machine was suspended.
  [[nodiscard]] static Time clock();

  // Begins to watch. `now` may be called from any thread.
  explicit Standstills(std::function<Time()> now = clock);

  [[nodiscard]] Time now() const { return now_(); }
  // The total length of the standstills that ended after `start`; zero: there was none. Any thread may call this, and a
  // standstill is known to whichever thread runs first after it.
  [[nodiscard]] Time since(Time start);

  static constexpr std::chrono::milliseconds shortest{1'000};  // that is noticed

 private:
  struct Standstill {
    Time end, length;
  };

  void watch(const std::stop_token& stop);
  void look();

  std::function<Time()> now_;
  std::mutex mutex_;
  Time last_look_;
  std::vector<Standstill> found_;
  std::condition_variable_any sleep_;
  std::jthread watcher_;  // the last member: it uses all the others
};

}  // namespace hone::parallel
