// SPDX-License-Identifier: MIT
//
// Turns limits into the times at which a search stops. On a clock a move has a planned time, which a clear decision
// needs only in part, and an open one may exceed.
#pragma once

#include <chrono>
#include <optional>

#include "engine/search_parameters.hpp"
#include "engine/search_types.hpp"

namespace hone {

// What an iteration of a search tells about how clear the choice of its move is.
struct Clarity {
  int stability = 0;          // number of iterations before this one that chose the same move
  double share_of_nodes = 1;  // of this iteration that were spent on that move, 0 .. 1
  double drop = 0;            // of the score since the iteration before, in units of a clear advantage
};

class TimeManager {
 public:
  using Clock = std::chrono::steady_clock;

  // Starts the clock. `overhead` is held back for delays between the engine and the clock.
  // horizon_moves: that the rest of a clock is planned for where it has no number of moves to go.
  explicit TimeManager(const Limits& limits, std::chrono::milliseconds overhead = std::chrono::milliseconds(10),
                       int horizon_moves = SearchParameters().time_moves);

  [[nodiscard]] std::chrono::nanoseconds elapsed() const { return Clock::now() - start_; }
  // Returns whether the search must end now.
  [[nodiscard]] bool expired() const { return hard_ && elapsed() >= *hard_; }
  // Returns whether another iteration would hardly finish, or hardly change the move, when so much time has passed.
  [[nodiscard]] bool enough(const Clarity& clarity, std::chrono::nanoseconds spent) const;
  [[nodiscard]] bool enough(const Clarity& clarity) const { return enough(clarity, elapsed()); }
  // Returns the share of the planned time that a choice so clear deserves. It is 0.28 to 3.15.
  [[nodiscard]] static double deserved_share(const Clarity& clarity);

 private:
  Clock::time_point start_ = Clock::now();
  std::optional<std::chrono::nanoseconds> hard_;
  std::optional<std::chrono::nanoseconds> soft_;
};

}  // namespace hone
