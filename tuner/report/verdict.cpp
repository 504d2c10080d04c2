// SPDX-License-Identifier: MIT
#include "tuner/report/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tuner/match/standings.hpp"
#include "tuner/text/numbers.hpp"

namespace hone::report {

std::vector<EloStep> elo_progress(const std::vector<ReportedGeneration>& generations) {
  std::vector<run::GateGain> gates;
  for (const ReportedGeneration& generation : generations) {
    if (generation.gate) gates.push_back({generation.number, run::gain_of(*generation.gate), generation.promoted});
  }
  return run::add_up(gates);
}

namespace {

std::string generations(int count) { return fmt::format("{} generation{}", count, count == 1 ? "" : "s"); }

Verdict measured(const ReportedRun& run, const match::MatchSummary& match) {
  const stats::Interval strength = match.elo();
  const std::string best = fmt::format("The best weights (generation {})", run.best_generation());
  const std::string elo = fmt::format("{} Elo (95 %) against the starting weights, over {} games",
                                      stats::with_error(strength), text::grouped(match.games));
  if (strength.low > 0) return {fmt::format("{} are stronger: {}.", best, elo), VerdictTone::good};
  if (strength.high < 0) return {fmt::format("{} are weaker: {}.", best, elo), VerdictTone::bad};
  return {fmt::format("{} are not shown to be stronger: {}.", best, elo), VerdictTone::open};
}

const char* final_match_text(const ReportedRun& run) {
  if (run.phase == RunPhase::complete) return "no match against the start was played";
  return run.final_games == 0 ? "no match against the start is planned"
                              : "the match against the start is still to come";
}

// What the pool says of the best weights over the starting ones. Won tests are counted, not added up: steps that passed
// a test look better than they are.
Verdict estimated(const ReportedRun& run) {
  const int promotions = run.promotions();
  const char* beginning = run.phase == RunPhase::complete ? "T" : "So far t";
  if (run.progress.pool_gain) {
    const stats::Interval& elo = *run.progress.pool_gain;
    return {
        fmt::format("{}he best weights (generation {}) come from {} won test{}; against the pool they are at {} Elo "
                    "(95 %) over the starting weights; {}.",
                    beginning, run.best_generation(), promotions, promotions == 1 ? "" : "s", stats::with_error(elo),
                    final_match_text(run)),
        elo.low > 0    ? VerdictTone::good
        : elo.high < 0 ? VerdictTone::bad
                       : VerdictTone::open};
  }
  const stats::Interval elo = elo_progress(run.generations).back().best;
  return {
      fmt::format("{}he best weights (generation {}) {}: about {} Elo (95 %) over the starting weights, estimated from "
                  "{} test{}, {} of them won, and shrunk because a test that was won looks better than it is; {}.",
                  beginning, run.best_generation(), elo.low > 0 ? "look stronger" : "passed their tests",
                  stats::with_error(elo), run.finished(), run.finished() == 1 ? "" : "s", promotions,
                  final_match_text(run)),
      elo.low > 0 ? VerdictTone::good : VerdictTone::open};
}

Verdict repaired(const ReportedRun& run) {
  return {fmt::format("Generation {}, the best, is being repaired: its files were damaged, and what it was worth is "
                      "measured again.",
                      run.in_repair),
          VerdictTone::open};
}

// Counts the tests that ended without a decision.
std::string undecided_text(const ReportedRun& run) {
  const auto count = std::ranges::count_if(
      run.generations, [](const ReportedGeneration& one) { return one.gate && one.gate->is_undecided(); });
  return count == 0 ? "" : fmt::format(" ({} test{} ended undecided)", count, count == 1 ? "" : "s");
}

// No generation was promoted; the one that came nearest to it may have been as good as promoted.
Verdict nothing_new(const ReportedRun& run) {
  const ReportedGeneration* nearest = nullptr;
  for (const ReportedGeneration& one : run.generations) {
    if (one.gate && (nearest == nullptr || one.gate->elo().value > nearest->gate->elo().value)) nearest = &one;
  }
  const stats::Interval elo = nearest->gate->elo();
  return {
      fmt::format("{} of {} passed its test{}, and the starting weights are still the best: the strongest "
                  "candidate (generation {}) was at {} Elo (95 %) against them, over {} games.",
                  run.phase == RunPhase::complete ? "None" : "So far none", generations(run.finished()),
                  undecided_text(run), nearest->number, stats::with_error(elo), text::grouped(nearest->gate->games)),
      elo.high < 0 ? VerdictTone::bad : VerdictTone::open};
}

}  // namespace

Verdict verdict(const ReportedRun& run) {
  if (run.in_repair > 0) return repaired(run);
  if (run.promotions() > 0) return run.final_match ? measured(run, *run.final_match) : estimated(run);
  if (run.finished() == 0) return {"No generation is finished yet.", VerdictTone::open};
  return nothing_new(run);
}

std::string caution(const match::MatchSummary& match) {
  const std::uint64_t repeated = match.repeated_evidence();
  if (!match::are_too_many_repeated(repeated, match.games)) return {};
  return fmt::format(
      "Beware: {} and {} repeated {} of their {} games move by move: the errors of their match are too small.",
      match.players.at(0).name, match.players.at(1).name, text::grouped(repeated), text::grouped(match.games));
}

}  // namespace hone::report
