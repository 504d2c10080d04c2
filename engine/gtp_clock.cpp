// SPDX-License-Identifier: MIT
#include "engine/gtp_clock.hpp"

#include <algorithm>

namespace hone {

void GtpClock::begin(Milliseconds main, Milliseconds period, int moves) {
  is_on_ = period == Milliseconds(0) || moves > 0;
  main_ = main;
  period_ = period;
  moves_ = period > Milliseconds(0) ? moves : 0;
  left_ = Milliseconds(0);
  moves_left_ = 0;
}

void GtpClock::set_left(Milliseconds time, int moves) {
  is_on_ = true;
  main_ = moves > 0 ? Milliseconds(0) : time;
  left_ = moves > 0 ? time : Milliseconds(0);
  moves_left_ = moves;
}

void GtpClock::spend(std::chrono::nanoseconds elapsed) {
  Milliseconds time = std::chrono::ceil<Milliseconds>(elapsed);
  const Milliseconds of_main = std::min(time, main_);
  main_ -= of_main;
  time -= of_main;
  if (main_ > Milliseconds(0) || moves_ == 0) return;
  if (moves_left_ == 0) {
    left_ = period_;
    moves_left_ = moves_;
  }
  if (time == Milliseconds(0)) return;  // the move was made in the main time
  left_ = std::max(left_ - time, Milliseconds(0));
  --moves_left_;
}

// The main time may be overstepped into the first period.
std::optional<Clock> GtpClock::now() const {
  if (!is_on_) return std::nullopt;
  if (moves_left_ > 0) return Clock{left_, {}, moves_left_};
  if (main_ > Milliseconds(0) || moves_ == 0) return Clock{main_ + period_ * (moves_ > 0 ? 1 : 0), {}, 0};
  return Clock{period_, {}, moves_};
}

}  // namespace hone
