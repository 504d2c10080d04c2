// SPDX-License-Identifier: MIT
//
// The limits of one side through a game: its clock runs down.
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

  // False when a move that took so long oversteps a time limit by more than the margin.
  [[nodiscard]] bool spend(std::chrono::nanoseconds elapsed);

 private:
  void begin_session(Clock& clock) const;

  Limits limits_;
  Clock session_;  // what each session of moves_to_go moves is given
  std::chrono::milliseconds margin_;
};

}  // namespace hone
