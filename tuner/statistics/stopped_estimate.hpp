// SPDX-License-Identifier: MIT
//
// The strength after an SPRT. The test stops where the results look best or worst, so the plain estimate goes too
// far; this one takes the stopping into account: the median-unbiased estimate and the 95 % interval of the stage-wise
// ordering of outcomes (Siegmund, Biometrika 65, 1978, 341-349), the log likelihood ratio seen as a Brownian motion.
#pragma once

#include "tuner/statistics/statistics.hpp"

namespace hone {

struct Interval {
  double value = 0;  // the truth is as likely to be above as below
  double low = 0;    // 95 %
  double high = 0;
};

struct StoppedEstimate {
  Interval elo;
  Interval nelo;
  double los = 0.5;  // one less the p-value of "no better"
};

// Of a match that was looked at after each pair (each game) until the test said something, or until it was broken
// off undecided. Finite for any counts.
[[nodiscard]] StoppedEstimate corrected_estimate(const Pentanomial& results, const SprtOptions& options);
[[nodiscard]] StoppedEstimate corrected_estimate(const Trinomial& results, const SprtOptions& options);

}  // namespace hone
