// SPDX-License-Identifier: MIT
#include "engine/time_manager.hpp"

#include <algorithm>

namespace hone {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;

// Number of moves that the remaining time is planned for when the clock has no number of moves to go.
constexpr int horizon_moves = 25;

// Number of overheads that are never planned with, so that a clock is not lost to a single delay of the system. Of a
// short time it is no more than half.
constexpr int spare_overheads = 5;

// A clock of fewer overheads is short: of the increment it is planned with a share only, so that it grows again.
constexpr int short_clock_overheads = 20;

nanoseconds planned_increment(const Clock& clock, milliseconds overhead) {
  const nanoseconds increment = clock.increment * 3 / 4;
  const milliseconds short_clock = overhead * short_clock_overheads;
  return clock.time < short_clock ? increment * clock.time.count() / short_clock.count() : increment;
}

milliseconds at_least_one(milliseconds time) { return std::max(time, milliseconds(1)); }

}  // namespace

TimeManager::TimeManager(const Limits& limits, milliseconds overhead) {
  if (limits.clock) {
    const auto& clock = *limits.clock;
    const milliseconds spare = std::max(overhead, std::min(overhead * spare_overheads, clock.time / 2));
    const milliseconds usable = at_least_one(clock.time - spare);
    const int moves = clock.moves_to_go > 0 ? std::min(clock.moves_to_go, horizon_moves) : horizon_moves;
    const nanoseconds plan = usable / moves + planned_increment(clock, overhead);
    soft_ = std::min<nanoseconds>(plan, usable * 8 / 10);
    hard_ = std::min<nanoseconds>(plan * 4, usable * 8 / 10);
    if (moves == 1) hard_ = usable * 9 / 10;
  }
  if (limits.move_time) {
    const nanoseconds limit = at_least_one(*limits.move_time - std::min(overhead, *limits.move_time / 20));
    hard_ = hard_ ? std::min(*hard_, limit) : limit;
  }
}

bool TimeManager::enough(int stability) const {
  if (!soft_) return false;
  const int percent = std::max(45, 90 - 10 * stability);
  return elapsed() >= *soft_ * percent / 100;
}

}  // namespace hone
