// SPDX-License-Identifier: MIT
#include "engine/time_manager.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace hone {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;

// Number of overheads that are never planned with, so that a clock is not lost to a single delay of the system. Of a
// short time it is no more than half.
constexpr int spare_overheads = 5;

// A clock of fewer overheads is short: of the increment it is planned with a share only, so that it grows again.
constexpr int short_clock_overheads = 20;

// Of more moves to go no more are planned for: most take less than their plan, and early ones are worth more.
constexpr int most_moves_to_go = 25;

nanoseconds planned_increment(const Clock& clock, milliseconds overhead) {
  const milliseconds short_clock = overhead * short_clock_overheads;
  // More than the clock has is not used, and could overflow.
  const nanoseconds increment = std::min(clock.increment * 3 / 4, std::max(clock.time, short_clock));
  return clock.time < short_clock ? increment * clock.time.count() / short_clock.count() : increment;
}

milliseconds at_least_one(milliseconds time) { return std::max(time, milliseconds(1)); }

}  // namespace

TimeManager::TimeManager(const Limits& limits, milliseconds overhead, int horizon_moves) {
  if (limits.clock) {
    const auto& clock = *limits.clock;
    const milliseconds spare = std::max(overhead, std::min(overhead * spare_overheads, clock.time / 2));
    const milliseconds usable = at_least_one(clock.time - spare);
    const int moves = clock.moves_to_go > 0 ? std::min(clock.moves_to_go, most_moves_to_go) : horizon_moves;
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

// The less of its work the search needed to refute the other moves, the less open is the choice. A score that falls
// asks for a second look, and one that rises does not.
double TimeManager::deserved_share(const Clarity& clarity) {
  static constexpr std::array by_stability{1.05, 0.72, 0.58, 0.50, 0.42};
  const auto stability = static_cast<std::size_t>(std::max(clarity.stability, 0));
  const double steady = by_stability[std::min(stability, by_stability.size() - 1)];
  const double open = 2.0 - 1.25 * std::clamp(clarity.share_of_nodes, 0.0, 1.0);
  const double alarm = 1 + 0.5 * std::clamp(clarity.drop, -0.2, 1.0);
  return steady * open * alarm;
}

bool TimeManager::enough(const Clarity& clarity, nanoseconds spent) const {
  if (!soft_) return false;
  const std::chrono::duration<double> wanted = *soft_ * deserved_share(clarity);
  return spent >= wanted;
}

}  // namespace hone
