// SPDX-License-Identifier: MIT
//
// How far a run has come, twice: at home, by matches of its own generations against each other, and abroad, by games
// against its pool.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>
#include "tuner/run/gain_estimate.hpp"
#include "tuner/run/history.hpp"
#include "tuner/stats/interval.hpp"

namespace hone::run {

// Elo over the start at home. Each gate measures a candidate against the best before it. The steps that were promoted
// add up, each shrunk as gain_estimate.hpp says, because what was promoted looks better than it is. The sum is still an
// estimate: Elo against a line of relatives need not add up.
struct EloStep {
  int generation = 0;
  stats::Interval candidate;  // over the start
  stats::Interval best;       // over the start, after this generation's gate
};

struct GateGain {
  int generation = 0;
  MeasuredGain gain;
  bool promoted = false;
};

// One step for each gate.
[[nodiscard]] std::vector<EloStep> add_up(const std::vector<GateGain>& gates);

struct ProgressPoint {
  int generation = 0;                   // 0: the start
  bool promoted = true;                 // also of the start
  std::optional<stats::Interval> home;  // nothing where a gate is to be played again
  std::optional<stats::Interval> pool;  // over the reference; nothing: it did not play the pool or has no rating
};

struct RunProgress {
  std::vector<ProgressPoint> points;  // the start, and each generation that was judged
  std::string reference;              // whose pool Elo is 0; empty: no pool was played
  std::vector<PoolRating> opponents;  // of the pool, over the reference
  // The best weights over the start: by the direct match where it was played, otherwise by all gates.
  stats::Interval home_gain;
  bool is_direct = false;
  std::optional<stats::Interval> pool_gain;  // the same by the pool; nothing where one of the two has no rating
  // The share of the home gain that the pool confirms; nothing where the home gain is not surely above 0.
  std::optional<stats::Interval> travelled;
};

[[nodiscard]] RunProgress progress_of(const RunHistory& history);

[[nodiscard]] nlohmann::ordered_json to_json(const RunProgress& progress);

}  // namespace hone::run
