// SPDX-License-Identifier: MIT
#include "tuner/report/verdict.hpp"

#include <fmt/format.h>

#include "tuner/report/elo_progress.hpp"
#include "tuner/report/number_text.hpp"

namespace hone {
namespace {

std::string generations(int count) { return fmt::format("{} generation{}", count, count == 1 ? "" : "s"); }

Verdict measured(const ReportedRun& run, const ReportedMatch& match) {
  const std::string best = fmt::format("The best weights (generation {})", run.best_generation());
  const std::string elo = fmt::format("{} Elo (95 %) against the starting weights, over {} games",
                                      with_error(match.elo), grouped(match.games));
  if (match.elo.low > 0) return {fmt::format("{} are stronger: {}.", best, elo), VerdictTone::good};
  if (match.elo.high < 0) return {fmt::format("{} are weaker: {}.", best, elo), VerdictTone::bad};
  return {fmt::format("{} are not shown to be stronger: {}.", best, elo), VerdictTone::open};
}

Verdict estimated(const ReportedRun& run) {
  const Interval elo = elo_progress(run.generations).back().best;
  return {fmt::format(
              "{}he best weights (generation {}) {}: about {} Elo (95 %) over the starting weights, the sum of {} won "
              "test{}; {}.",
              run.phase == RunPhase::complete ? "T" : "So far t", run.best_generation(),
              elo.low > 0 ? "look stronger" : "passed their tests", with_error(elo), run.promotions(),
              run.promotions() == 1 ? "" : "s",
              run.phase == RunPhase::complete ? "no match against the start was played"
                                              : "the match against the start is still to come"),
          VerdictTone::good};
}

// No generation was promoted; the nearest to it may have been as good as won.
Verdict nothing_new(const ReportedRun& run) {
  const ReportedGeneration* nearest = nullptr;
  for (const ReportedGeneration& one : run.generations) {
    if (one.gate && (nearest == nullptr || one.gate->elo.value > nearest->gate->elo.value)) nearest = &one;
  }
  return {fmt::format("None of {} passed its test, and the starting weights are still the best: the strongest "
                      "candidate (generation {}) was at {} Elo (95 %) against them, over {} games.",
                      generations(run.finished()), nearest->number, with_error(nearest->gate->elo),
                      grouped(nearest->gate->games)),
          VerdictTone::bad};
}

}  // namespace

Verdict verdict(const ReportedRun& run) {
  if (run.promotions() > 0) return run.final_match ? measured(run, *run.final_match) : estimated(run);
  if (run.finished() == 0) return {"No generation is finished yet.", VerdictTone::open};
  return nothing_new(run);
}

}  // namespace hone
