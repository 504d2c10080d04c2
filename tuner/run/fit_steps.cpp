// SPDX-License-Identifier: MIT
//
// The step from the games of the window to the weights that a generation brings to its gate. It belongs to RunSteps.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "data/error.hpp"
#include "tuner/exchange/probe/probe_rows.hpp"
#include "tuner/learn/fit/posterior.hpp"
#include "tuner/learn/fit/tangent_rows.hpp"
#include "tuner/learn/fit/worse_fit.hpp"
#include "tuner/learn/study/fit_report_json.hpp"
#include "tuner/learn/study/fit_uncertainty.hpp"
#include "tuner/learn/study/study.hpp"
#include "tuner/run/damage.hpp"
#include "tuner/run/result_files.hpp"
#include "tuner/run/steps.hpp"

namespace hone::run {

namespace {

// Thrown out of a fit that is stopped. It is done again from its beginning.
struct Stopped {};

// Leaves out the weights of which nothing was learnt: these are most of them where there are many.
learn::FitReport without_unlearnt(learn::FitReport study, const Weights& start) {
  std::erase_if(study.weights, [&](const learn::WeightEstimate& weight) {
    const bool is_centered = weight.start != start.values[weight.weight];
    return weight.error == 0 && !is_centered && (weight.seen.positions == 0 || !study.has_errors);
  });
  return study;
}

}  // namespace

bool RunSteps::fit_weights(int generation) {
  if (is_finished(RunStep::fit, generation)) return true;
  RowSet rows;
  Weights best = best_before(generation);
  const std::optional<learn::ScoreTally> scores = tally_scores(generation);
  if (!scores) return false;
  const std::optional<learn::SamplingSummary> sampling = sample(generation, scores->scale().value_or(1), best, rows);
  if (!sampling) return false;
  try {
    learn::FitOptions options = fit_options(generation);
    options.targets.score_k = scores->scale();
    learn::FitResult result = fit(generation, rows, best, options);
    const learn::TangentFit studied = learn::at_tangent(rows, best, result, options);
    const learn::FitReport study =
        learn::study_fit(studied.rows, studied.start, studied.result, studied.options, {}, stop_);
    if (stop_.stop_requested()) return false;
    FitDone done{*sampling, result.summary};
    std::vector<Candidate> made = candidates(generation, rows, best, studied);
    for (Candidate& candidate : made) candidate.weights.schema = result.weights.schema;
    made.front().weights.errors = learn::errors_of(study);  // of the fit itself; nobody knows those of the others
    if (stop_.stop_requested()) return false;
    for (Candidate& candidate : made) exchange::forget_lines_of_probe(best, candidate.weights);
    write_uncertainty(generation, result);
    write_posterior(generation, result);
    keep_fit(generation, made, done, study);
    observer_.told(FitFinished{generation, done});
  } catch (const Stopped&) {
    return false;
  }
  return true;
}

std::uint64_t RunSteps::games_in_window(int generation) const {
  std::uint64_t games = 0;
  for (int source = generation; source > std::max(0, generation - options_.window_size()); --source) {
    if (const auto* played = history().result<SelfPlayDone>(source)) games += played->result.recorded;
  }
  return games;
}

// Of the games in the window.
std::optional<learn::ScoreTally> RunSteps::tally_scores(int generation) {
  learn::ScoreTally tally;
  for (int source = generation; source > std::max(0, generation - options_.window_size()); --source) {
    require_intact(directory_, history(), directory_.self_play_games(source));
    if (!learn::tally_scores(tuned_.driver(), directory_.self_play_games(source), options_.threads, tally, stop_))
      return {};
  }
  return tally;
}

// The searches are shared between all generations of the window, so that they remain that share of the play.
std::optional<learn::SamplingSummary> RunSteps::sample(int generation, double score_k, Weights& best, RowSet& rows) {
  observer_.told(StepBegun{generation, RunStep::sampling, games_in_window(generation)});
  RowsWanted wanted{{}, options_.sampling, directory_.folder(), directory_.generation(generation)};
  wanted.sampling.seed = seed_for(generation, sampling_seed);
  wanted.sampling.threads = options_.threads;
  wanted.sampling.target = options_.fit.targets.target;
  wanted.sampling.score_k = score_k;
  if (auto& tree = wanted.sampling.target.tree) tree->searches /= std::min(generation, options_.window_size());
  for (int source = generation; source > std::max(0, generation - options_.window_size()); --source) {
    require_intact(directory_, history(), directory_.self_play_games(source));
    wanted.games.push_back(directory_.self_play_games(source));
  }
  return tuned_.rows(wanted, best, rows, stop_,
                     [this](const learn::SamplingSummary& so_far) { observer_.told(RowsSampled{so_far}); });
}

// A pull that let the weights run after chance is made stronger until a fit is worth a test. A ridge that the games
// choose has seen to that itself.
learn::FitOptions RunSteps::fit_options(int generation) const {
  constexpr double stronger = 4;
  learn::FitOptions options = options_.fit;
  if (options.ridge) options.pull_factor = std::pow(stronger, history().skipped_before(generation));
  if (options.prior == learn::Prior::first) options.first = std::make_shared<const Weights>(weights_of(0));
  options.carry = carried_to(generation);
  options.seed = seed_for(0, fit_seed);  // what one generation held out no later one learns from
  options.threads = options_.threads;
  options.targets.newest_first = true;
  options.keep_curvature = true;
  return options;
}

// What the games before the window taught, whether the weights they led to were promoted or not: a gate decides who
// plays, and the games say what predicts them all the same.
learn::Carrying RunSteps::carried_to(int generation) const {
  learn::Carrying carry{.posterior = nullptr, .share = options_.carry.share, .keep = options_.carry.is_on};
  const int source = generation - options_.window_size();
  if (!options_.carry.is_on || source < 1) return carry;
  require_intact(directory_, history(), directory_.posterior(source));
  carry.posterior = std::make_shared<learn::Posterior>(learn::read_posterior(directory_.posterior(source)));
  return carry;
}

learn::FitResult RunSteps::fit(int generation, const RowSet& rows, const Weights& best,
                               const learn::FitOptions& options) {
  observer_.told(StepBegun{generation, RunStep::fit, 0});
  learn::FitResult result = hone::learn::fit(rows, best, options, [this](const learn::FitProgress& progress) {
    if (stop_.stop_requested()) throw Stopped();
    observer_.told(FitStepped{progress});
  });
  if (result.summary.status == learn::FitStatus::no_data) {
    throw Error(fmt::format("generation {}: expected positions to learn from, found none in {} games", generation,
                            games_in_window(generation)));
  }
  return result;
}

bool RunSteps::is_worth_test(const learn::FitSummary& fit) const {
  return options_.gate_worse || !learn::is_worse_than_start(fit);
}

// Of weights that are not tested there are no others.
std::vector<Candidate> RunSteps::candidates(int generation, const RowSet& rows, const Weights& best,
                                            const learn::TangentFit& fit) {
  const auto refit = [&](const learn::FitOptions& other) { return this->fit(generation, rows, best, other); };
  return make_candidates({fit.rows, fit.start, fit.options, fit.result, seed_for(generation, draw_seed), refit},
                         is_worth_test(fit.result.summary) ? static_cast<std::size_t>(options_.candidates) : 1, stop_);
}

play::Settings RunSteps::provenance(int generation, const learn::SamplingSummary& sampling) const {
  return {
      {"generation", weights_name(generation)},
      {"parent", weights_name(history().best_before(generation))},
      {"start", play::play_fingerprint(weights_of(0))},
      {"seed", fmt::format("{}", options_.seed)},
      {"games", fmt::format("{}", sampling.games)},
      {"positions", fmt::format("{}", sampling.rows)},
      {"self_play", fmt::format("{}; {}; {}", play::describe(options_.self_play.limits),
                                play::describe(options_.self_play.openings) + play::describe(options_.self_play.starts),
                                play::describe(options_.self_play.variety))},
      {"fit", fmt::format("target {}, {}, ridge {}, window {}{}", learn::to_string(options_.fit.targets.target),
                          options_.fit.loss == learn::Loss::squared ? "squared error" : "cross-entropy",
                          options_.fit.ridge ? fmt::format("{}", *options_.fit.ridge) : "auto", options_.window_size(),
                          options_.carry.is_on ? ", carrying on what came before" : "")}};
}

bool RunSteps::keeps_uncertainty() const { return options_.self_play.starts.choice == play::StartChoice::leverage; }

// A fit without a matrix of second derivatives leaves no such file.
void RunSteps::write_uncertainty(int generation, const learn::FitResult& result) const {
  const std::filesystem::path file = directory_.uncertainty(generation);
  std::filesystem::remove(file);
  if (!keeps_uncertainty() || !result.curvature) return;
  play::write_uncertainty(
      file, learn::uncertainty_of(*result.curvature, tuned_.schema(), options_.self_play.starts.leverage_groups));
}

// There is such a file with --carry only.
void RunSteps::write_posterior(int generation, const learn::FitResult& result) const {
  const std::filesystem::path file = directory_.posterior(generation);
  std::filesystem::remove(file);
  if (result.posterior) learn::write_posterior(file, *result.posterior);
}

// A fit alone is the candidate; of several one will be chosen.
void RunSteps::keep_fit(int generation, const std::vector<Candidate>& candidates, FitDone& done,
                        const learn::FitReport& study) {
  const bool are_several = options_.candidates > 1 && is_worth_test(done.fit);
  std::vector<std::filesystem::path> files;
  for (const Candidate& candidate : candidates) {
    Weights weights = candidate.weights;
    weights.provenance = provenance(generation, done.sampling);
    if (are_several) {
      weights.provenance.emplace_back("candidate", candidate.origin);
      done.candidates.push_back(candidate.origin);
    }
    files.push_back(are_several ? directory_.numbered_candidate(generation, files.size() + 1)
                                : directory_.candidate_weights(generation));
    write_weights(files.back(), weights);
  }
  learn::write_weight_table(directory_.weight_table(generation), without_unlearnt(study, best_before(generation)));
  write_fit_result(directory_.fit_result(generation), done, study);
  files.insert(files.end(), {directory_.fit_result(generation), directory_.weight_table(generation)});
  for (const std::filesystem::path& file : {directory_.uncertainty(generation), directory_.posterior(generation)}) {
    if (std::filesystem::exists(file)) files.push_back(file);
  }
  finish(generation, done, files);
}

}  // namespace hone::run
