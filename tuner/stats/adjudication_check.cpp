// SPDX-License-Identifier: MIT
#include "tuner/stats/adjudication_check.hpp"

#include <fmt/format.h>

#include <boost/math/special_functions/beta.hpp>

#include "engine/game_end.hpp"

namespace hone::stats {

namespace {

constexpr double error_chance = 0.05;

int sign_of(int value) { return (value > 0) - (value < 0); }

// A clock that ran out, a process that ended and a limit of moves say nothing of the board.
bool tells_who_stood_better(EndReason reason) { return !is_failure(reason) && reason != EndReason::max_plies; }

// The share of which so many or more successes have this chance.
double lower_bound(double successes, double trials, double chance) {
  return boost::math::ibeta_inv(successes, trials - successes + 1, chance);
}

// The share of which so many or fewer successes have this chance.
double upper_bound(double successes, double trials, double chance) {
  return boost::math::ibetac_inv(successes + 1, trials - successes, chance);
}

}  // namespace

Interval AdjudicationCheck::share() const {
  if (played_on == 0) return {.value = 0, .low = 0, .high = 1};
  const auto trials = static_cast<double>(played_on), successes = static_cast<double>(ended_otherwise);
  if (ended_otherwise == 0) return {.value = 0, .low = 0, .high = upper_bound(0, trials, error_chance)};
  if (ended_otherwise == played_on) return {.value = 1, .low = lower_bound(trials, trials, error_chance), .high = 1};
  return {.value = successes / trials,
          .low = lower_bound(successes, trials, error_chance / 2),
          .high = upper_bound(successes, trials, error_chance / 2)};
}

void AdjudicationChecks::add(const GameRecord& game) {
  if (!game.adjudicated || !tells_who_stood_better(game.outcome.reason)) return;
  AdjudicationCheck& check = game.adjudicated->reason == EndReason::draw_adjudication ? draws : resignations;
  ++check.played_on;
  if (sign_of(game.adjudicated->utility) != sign_of(game.outcome.utility)) ++check.ended_otherwise;
}

std::string to_string(const AdjudicationCheck& check) {
  if (check.played_on == 0) return {};
  const Interval share = check.share();
  const std::string counts = fmt::format("{} of {}", check.ended_otherwise, check.played_on);
  if (check.ended_otherwise == 0) return fmt::format("{} (at most {:.1f} %)", counts, 100 * share.high);
  if (check.ended_otherwise == check.played_on) return fmt::format("{} (at least {:.1f} %)", counts, 100 * share.low);
  return fmt::format("{} ({:.1f} %, {:.1f} to {:.1f} %)", counts, 100 * share.value, 100 * share.low, 100 * share.high);
}

}  // namespace hone::stats
