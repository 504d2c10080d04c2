// SPDX-License-Identifier: MIT
//
// The time of one side as the Go Text Protocol has it: a main time, and after it periods in each of which a number of
// moves is to be made (Canadian byo-yomi). A controller need not say what is left, so that the clock runs by itself.
#pragma once

#include <chrono>
#include <optional>

#include "engine/search_types.hpp"

namespace hone {

class GtpClock {
 public:
  using Milliseconds = std::chrono::milliseconds;

  // The words of time_settings: a period of some time and no moves means that there is no limit, and one of no time
  // that the main time is all there is.
  void begin(Milliseconds main, Milliseconds period, int moves);
  // The words of time_left: with moves, the time is that of the present period.
  void set_left(Milliseconds time, int moves);
  // A move took so long.
  void spend(std::chrono::nanoseconds elapsed);

  // The limit of the next move; nothing without one.
  [[nodiscard]] std::optional<Clock> now() const;

 private:
  bool is_on_ = false;
  Milliseconds main_{};  // left of the main time
  Milliseconds period_{};
  int moves_ = 0;  // of a period
  Milliseconds left_{};
  int moves_left_ = 0;  // of the present period; 0: it has not begun
};

}  // namespace hone
