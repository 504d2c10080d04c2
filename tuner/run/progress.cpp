// SPDX-License-Identifier: MIT
#include "tuner/run/progress.hpp"

#include <nlohmann/json.hpp>

#include "tuner/stats/json.hpp"
#include "tuner/stats/ratio.hpp"

namespace hone::run {

namespace {

std::vector<GateGain> gates_of(const RunHistory& history) {
  std::vector<GateGain> gates;
  for (int generation = 1; history.was_begun(generation); ++generation) {
    const auto* gate = history.result<GateDone>(generation);
    if (gate != nullptr) gates.push_back({generation, gain_of(gate->result), gate->promoted});
  }
  return gates;
}

// All games of the pool are rated together after each promotion, so that the newest table tells all.
const PoolDone* newest_pool(const RunHistory& history) {
  const PoolDone* newest = nullptr;
  for (int generation = 1; history.was_begun(generation); ++generation) {
    if (const auto* pool = history.result<PoolDone>(generation)) newest = pool;
  }
  return newest;
}

std::optional<stats::Interval> elo_in_pool(const PoolTable& table, int generation) {
  const PoolRating* rating = table.find(weights_name(generation));
  return rating == nullptr ? std::nullopt : std::optional(rating->elo);
}

void take_pool(const PoolTable& table, int best, RunProgress& progress) {
  progress.reference = table.reference;
  for (ProgressPoint& point : progress.points) point.pool = elo_in_pool(table, point.generation);
  for (const PoolRating& rating : table.ratings) {
    if (!is_name_of_own_weights(rating.name)) progress.opponents.push_back(rating);
  }
  if (table.reference == "start") progress.pool_gain = elo_in_pool(table, best);
}

}  // namespace

std::vector<EloStep> add_up(const std::vector<GateGain>& gates) {
  std::vector<EloStep> steps;
  std::vector<MeasuredGain> gains;
  for (const GateGain& gate : gates) gains.push_back(gate.gain);
  std::vector<bool> chosen(gains.size(), false);
  for (const GateGain& gate : gates) {
    EloStep step{.generation = gate.generation, .candidate = {}, .best = sum_of_gains(gains, chosen)};
    chosen[steps.size()] = true;
    step.candidate = sum_of_gains(gains, chosen);
    if (gate.promoted) step.best = step.candidate;
    chosen[steps.size()] = gate.promoted;
    steps.push_back(step);
  }
  return steps;
}

RunProgress progress_of(const RunHistory& history) {
  RunProgress progress;
  const std::vector<GateGain> gates = gates_of(history);
  const std::vector<EloStep> steps = add_up(gates);
  progress.points.push_back({.home = stats::Interval{}, .pool = std::nullopt});
  for (std::size_t i = 0; i < steps.size(); ++i) {
    progress.points.push_back({gates[i].generation, gates[i].promoted, steps[i].candidate, std::nullopt});
  }
  const int best = history.best();
  if (!steps.empty()) progress.home_gain = steps.back().best;
  if (const auto* direct = history.result<FinalMatchDone>(best)) {
    progress.home_gain = direct->result.elo();
    progress.is_direct = true;
  }
  if (const PoolDone* pool = newest_pool(history)) take_pool(pool->table, best, progress);
  if (best > 0 && progress.pool_gain) progress.travelled = stats::ratio(*progress.pool_gain, progress.home_gain);
  return progress;
}

namespace {

nlohmann::ordered_json elo_json(const std::optional<stats::Interval>& elo) {
  return elo ? stats::to_json(*elo) : nlohmann::ordered_json(nullptr);
}

}  // namespace

nlohmann::ordered_json to_json(const RunProgress& progress) {
  nlohmann::ordered_json points = nlohmann::ordered_json::array(), opponents = nlohmann::ordered_json::array();
  for (const ProgressPoint& point : progress.points) {
    points.push_back({{"generation", point.generation},
                      {"promoted", point.promoted},
                      {"home", elo_json(point.home)},
                      {"pool", elo_json(point.pool)}});
  }
  for (const PoolRating& rating : progress.opponents) {
    opponents.push_back({{"name", rating.name}, {"elo", stats::to_json(rating.elo)}});
  }
  return {{"generations", points},
          {"pool_reference", progress.reference},
          {"opponents", opponents},
          {"home_gain", stats::to_json(progress.home_gain)},
          {"home_gain_is_direct", progress.is_direct},
          {"pool_gain", elo_json(progress.pool_gain)},
          {"travelled", elo_json(progress.travelled)}};
}

}  // namespace hone::run
