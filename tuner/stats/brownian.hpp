// SPDX-License-Identifier: MIT
//
// Brownian motion that stops at the first of two barriers: what a sequential test looks like from afar. Its place is
// the log likelihood ratio, and its clock ticks in variance: at time t, without the barriers, the place has mean
// drift * t and variance t. Source: D. Siegmund, "Sequential Analysis", 1985, chapters III and IV.
#pragma once

namespace hone::stats {

struct Barriers {
  double lower = -1;  // below 0, where the motion starts
  double upper = 1;   // above 0
};

[[nodiscard]] double chance_of_upper(const Barriers& barriers, double drift);
[[nodiscard]] double expected_time(const Barriers& barriers, double drift);  // of stopping

// Chances to have stopped at that barrier by the time.
[[nodiscard]] double stopped_low(const Barriers& barriers, double drift, double time);
[[nodiscard]] double stopped_high(const Barriers& barriers, double drift, double time);

// The time by which the motion has stopped with the given chance, in (0, 1).
[[nodiscard]] double stopping_quantile(const Barriers& barriers, double drift, double chance);

// How likely an outcome is that speaks less for a high drift than the motion's being at `place` at `time`, where
// it is still under way or has just stopped (place = a barrier). Outcomes are ordered by stages: stops at the upper
// barrier, the earlier the higher, above what is still under way, by its place, above stops at the lower barrier.
// Falls with the drift.
[[nodiscard]] double chance_of_less(const Barriers& barriers, double drift, double time, double place);

}  // namespace hone::stats
