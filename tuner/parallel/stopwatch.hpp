// SPDX-License-Identifier: MIT
//
// Wall-clock time of consecutive steps.
#pragma once

#include <time.h>

#include <chrono>
#include <utility>

namespace hone::parallel {

class Stopwatch {
 public:
  // Seconds since the last call; the first call returns the seconds since the stopwatch was made.
  double lap() {
    const auto now = std::chrono::steady_clock::now();
    return std::chrono::duration<double>(now - std::exchange(last_, now)).count();
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

// CPU time of this thread so far.
[[nodiscard]] inline double thread_cpu_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace hone::parallel
