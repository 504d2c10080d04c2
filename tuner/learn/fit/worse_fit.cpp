// SPDX-License-Identifier: MIT
#include "tuner/learn/fit/worse_fit.hpp"

#include <fmt/format.h>

namespace hone::learn {

JudgedGain judged_gain(const FitSummary& summary) {
  return {summary.target_gain, summary.target_gain_error, summary.heldout_effective_games};
}

bool is_worse_than_start(const FitSummary& summary) {
  const JudgedGain judged = judged_gain(summary);
  return judged.error > 0 && judged.games >= least_games_to_judge && judged.gain < -worse_errors * judged.error;
}

std::optional<std::string> worse_than_start(const FitSummary& summary) {
  if (!is_worse_than_start(summary)) return std::nullopt;
  const JudgedGain judged = judged_gain(summary);
  return fmt::format(
      "the weights predict the games held out worse than those they started from, by {:.6f} +- {:.6f}: more games, a "
      "stronger --ridge or fewer --groups",
      -judged.gain, judged.error);
}

}  // namespace hone::learn
