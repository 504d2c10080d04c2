// SPDX-License-Identifier: MIT
#include "tuner/learn/fit/worse_fit.hpp"

#include <fmt/format.h>

#include "tuner/learn/fit/row_scores.hpp"

namespace hone::learn {

namespace {

constexpr double worse_errors = 2;  // standard errors below 0

}  // namespace

JudgedGain judged_gain(const FitSummary& summary) {
  const double games = summary.heldout_effective_games;
  if (summary.heldout_by_phase.empty()) return {summary.heldout_gain, summary.heldout_gain_error, games};
  const LossChange& target = summary.heldout_by_phase.front().target;
  return {target.start - target.fitted, target.gain_error, games};
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
