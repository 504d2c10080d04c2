// SPDX-License-Identifier: MIT
//
// Whether a fit is worse than the weights it started from, on games that it has not seen. Chance makes a fit that is as
// good as its start look worse by two standard errors once in 44 times; one that is better, more seldom. So a fit that
// does is not to be trusted: the games were too few for the weights, or the pull was too weak.
#pragma once

#include <optional>
#include <string>

#include "tuner/learn/fit/fit.hpp"

namespace hone::learn {

// The gain that a fit is judged by: held-out loss at the start less that of the fitted weights, of what the fit was
// asked to predict, since a fit that is worse even there has learnt chance. Which of several fits is the stronger one
// is told by telling_losses (tuner/learn/fit/heldout_losses.hpp). The summary of an early version knows the loss of
// the outcomes only.
struct JudgedGain {
  double gain = 0;   // > 0: better than the start
  double error = 0;  // standard error with the games as the sample; 0: none
  double games = 0;  // effective, held out
};
[[nodiscard]] JudgedGain judged_gain(const FitSummary& summary);

// False with fewer than least_games_to_judge: the standard error is no guide then.
[[nodiscard]] bool is_worse_than_start(const FitSummary& summary);
// The same in words, with what to do; nothing for other fits.
[[nodiscard]] std::optional<std::string> worse_than_start(const FitSummary& summary);

}  // namespace hone::learn
