// SPDX-License-Identifier: MIT
//
// How much stronger a run made its weights, estimated from all of its gates. The sum of the gates that were won says
// too much: a candidate is promoted when it is good or when it was lucky, and its result holds both. So each gain is
// shrunk towards what the gates of the run, won and lost, come to on average: the less, the more the gates differ
// beyond their errors. With one or two gates there is hardly an average, so that average is itself pulled towards 0:
// much where it is a few Elo, hardly where it is hundreds. (The gains are taken as drawn from a normal distribution
// whose mean and spread are estimated from the gates, with weak priors of heavy tails: empirical Bayes, as in Efron,
// "Tweedie's formula and selection bias", 2011. Given such a prior the estimate does not depend on which candidates
// were promoted, nor on when a test stopped.)
#pragma once

#include <vector>

#include "tuner/match/summary.hpp"
#include "tuner/stats/interval.hpp"

namespace hone::run {

// What a gate measured: the gain of its candidate over the best before it, in Elo, with one standard error.
struct MeasuredGain {
  double elo = 0;
  double error = 0;
};

// As the results of a gate alone say it: the shrinking takes care of when a test stopped too.
[[nodiscard]] MeasuredGain gain_of(const match::MatchSummary& gate);

// The sum of the gains of the gates chosen, with its 95 % interval. Gates that are not chosen count as well: they tell
// what gains are like. Both lists have the same length; without a gate chosen the sum is 0.
[[nodiscard]] stats::Interval sum_of_gains(const std::vector<MeasuredGain>& gains, const std::vector<bool>& chosen);

}  // namespace hone::run
