// SPDX-License-Identifier: MIT
#include "engine/side_limits.hpp"

#include <algorithm>

namespace hone {

using std::chrono::milliseconds;

bool SideLimits::spend(std::chrono::nanoseconds elapsed) {
  if (limits_.move_time && elapsed > *limits_.move_time + margin_) return false;
  if (!limits_.clock) return true;
  Clock& clock = *limits_.clock;
  clock.time -= std::chrono::ceil<milliseconds>(elapsed);
  if (clock.time < -margin_) return false;
  clock.time = std::max(clock.time, milliseconds::zero()) + clock.increment;
  if (clock.moves_to_go > 0 && --clock.moves_to_go == 0) begin_session(clock);
  return true;
}

void SideLimits::begin_session(Clock& clock) const {
  clock.time += session_.time;
  clock.moves_to_go = session_.moves_to_go;
}

}  // namespace hone
