// SPDX-License-Identifier: MIT
//
// Wall-clock time of consecutive steps.
#pragma once

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

}  // namespace hone::parallel
