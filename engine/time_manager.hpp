// SPDX-License-Identifier: MIT
//
// Turns limits into the times at which a search stops.
#pragma once

#include <chrono>
#include <optional>

#include "engine/search_types.hpp"

namespace hone {

class TimeManager {
 public:
  using Clock = std::chrono::steady_clock;

  // Starts the clock. `overhead` is held back for delays between the engine and the clock.
  explicit TimeManager(const Limits& limits, std::chrono::milliseconds overhead = std::chrono::milliseconds(10));

  [[nodiscard]] std::chrono::nanoseconds elapsed() const { return Clock::now() - start_; }
  // Returns whether the search must end now.
  [[nodiscard]] bool expired() const { return hard_ && elapsed() >= *hard_; }
  // Returns whether another iteration would hardly finish. `stability` is the number of iterations that agreed on the
  // move.
  [[nodiscard]] bool enough(int stability) const;

 private:
  Clock::time_point start_ = Clock::now();
  std::optional<std::chrono::nanoseconds> hard_;
  std::optional<std::chrono::nanoseconds> soft_;
};

}  // namespace hone
