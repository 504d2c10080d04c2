// SPDX-License-Identifier: MIT
//
// Brownian motion that stops at the first of two barriers: the continuous limit of a sequential test. Its place is the
// log likelihood ratio, and its time is measured in variance: at time t, without the barriers, the place has mean
// drift * t and variance t. Source: D. Siegmund, "Sequential Analysis", 1985, chapters III and IV.
#pragma once

namespace hone::stats {

struct Barriers {
  double lower = -1;  // below 0, where the motion starts
  double upper = 1;   // above 0
};

[[nodiscard]] double chance_of_upper(const Barriers& barriers, double drift);  // that the motion stops there
[[nodiscard]] double expected_time(const Barriers& barriers, double drift);    // of stopping

// The chance that the motion has stopped at the lower (upper) barrier by the time.
[[nodiscard]] double stopped_low(const Barriers& barriers, double drift, double time);
[[nodiscard]] double stopped_high(const Barriers& barriers, double drift, double time);

// The time by which the motion has stopped with the given chance, in (0, 1).
[[nodiscard]] double stopping_quantile(const Barriers& barriers, double drift, double chance);

// The chance of an outcome below that of a motion which at `time` is at `place`, where it is still moving or has just
// stopped (place = a barrier). Outcomes are ordered by stages: highest are stops at the upper barrier, the earlier the
// higher; then motions that have not stopped, ordered by their place; then stops at the lower barrier. The chance falls
// as the drift rises.
[[nodiscard]] double chance_of_less(const Barriers& barriers, double drift, double time, double place);

}  // namespace hone::stats
