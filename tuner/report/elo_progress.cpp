// SPDX-License-Identifier: MIT
#include "tuner/report/elo_progress.hpp"

#include <cmath>

namespace hone {
namespace {

Interval sum(const Interval& a, const Interval& b) {
  const double value = a.value + b.value;
  return {.value = value,
          .low = value - std::hypot(a.value - a.low, b.value - b.low),
          .high = value + std::hypot(a.high - a.value, b.high - b.value)};
}

}  // namespace

std::vector<EloStep> elo_progress(const std::vector<ReportedGeneration>& generations) {
  std::vector<EloStep> steps;
  Interval best;
  for (const ReportedGeneration& generation : generations) {
    if (!generation.gate) continue;
    const Interval candidate = sum(best, generation.gate->elo);
    if (generation.promoted) best = candidate;
    steps.push_back({generation.number, candidate, best});
  }
  return steps;
}

}  // namespace hone
