// SPDX-License-Identifier: MIT
//
// The limits of one side during a game, with a clock that runs down.
#pragma once

#include <chrono>

#include "engine/search_types.hpp"

namespace hone {

class SideLimits {
 public:
  SideLimits(const Limits& limits, std::chrono::milliseconds margin)
      : limits_(limits), session_(limits.clock.value_or(Clock{})), margin_(margin) {}

  [[nodiscard]] const Limits& now() const { return limits_; }
  [[nodiscard]] std::chrono::milliseconds margin() const { return margin_; }

  // Takes the time of a move. Returns false if it oversteps a time limit by more than the margin.
  [[nodiscard]] bool spend(std::chrono::nanoseconds elapsed);

 private:
  void begin_session(Clock& clock) const;

  Limits limits_;
  Clock session_;  // the clock at the start of each session of moves_to_go moves
  std::chrono::milliseconds margin_;
};

}  // namespace hone
