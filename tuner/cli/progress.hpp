// SPDX-License-Identifier: MIT
//
// How far a long job is: a live line on a terminal, a log line every half minute elsewhere, nothing with --quiet.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "tuner/cli/console.hpp"

namespace hone {

struct ProgressState {
  std::string unit;           // plural: "games"
  std::uint64_t total = 0;    // 0: not known
  std::uint64_t resumed = 0;  // done before the clock started
  std::uint64_t done = 0;     // resumed ones included
  double seconds = 0;         // on the clock
  std::string note;           // appended
};

struct ProgressNote {
  std::string line;   // appended
  std::string lines;  // below, on a terminal only; each ends with a line end
};

// "320 of 1,000 games (32 %), 12.5/s, 54 s left, note".
[[nodiscard]] std::string to_string(const ProgressState& state);

// "54 s", "12 min", "3 h 05 min".
[[nodiscard]] std::string duration_text(double seconds);

class Progress {
 public:
  // `resumed` of the total were done by an earlier process.
  Progress(std::shared_ptr<Console> console, std::string unit, std::uint64_t total, std::uint64_t resumed = 0);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // So many of the total turn out to have been done by an earlier process.
  void resume_at(std::uint64_t resumed);
  // Cheap, so call it often; from any thread.
  void update(std::uint64_t done, std::string_view note = {});
  // The note is made only when it is shown.
  void update(std::uint64_t done, const std::function<ProgressNote()>& note);

 private:
  using Clock = std::chrono::steady_clock;

  std::shared_ptr<Console> console_;
  std::mutex mutex_;
  ProgressState state_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point next_;  // earliest time to show something again
};

}  // namespace hone
