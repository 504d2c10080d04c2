// SPDX-License-Identifier: MIT
//
// The steps that are matches between weights of the run: the selection among several candidates, the gate, and the last
// match. They belong to RunSteps.
#include <fmt/format.h>

#include <utility>

#include "data/error.hpp"
#include "data/game_file.hpp"
#include "data/hash.hpp"
#include "tuner/learn/fit/worse_fit.hpp"
#include "tuner/match/summary.hpp"
#include "tuner/run/damage.hpp"
#include "tuner/run/gate.hpp"
#include "tuner/run/result_files.hpp"
#include "tuner/run/steps.hpp"

namespace hone::run {

namespace {

// A file whose header is not whole may belong to any match.
bool is_match_of(const std::filesystem::path& games, const std::string& first_player) try {
  return GameFileReader(games).header().players.front() == first_player;
} catch (const Error&) {
  return true;
}

}  // namespace

bool RunSteps::select(int generation) {
  const FitDone& fitted = *history().result<FitDone>(generation);
  if (fitted.candidates.empty() || is_finished(RunStep::selection, generation) || leave_out_gate(generation))
    return true;
  const auto selection = select_candidate(
      fitted.candidates,
      [&](int round, const std::vector<std::size_t>& candidates) { return play_round(generation, round, candidates); });
  if (!selection) return false;
  keep_chosen(generation, *selection);
  observer_.told(SelectionFinished{generation, *selection});
  return true;
}

// The best weights meet each of the candidates, and have the same openings against all of them.
match::TournamentResult RunSteps::play_round(int generation, int round, const std::vector<std::size_t>& candidates) {
  const int best = history().best_before(generation);
  std::vector<play::Entrant> players{tuned_.entrant(weights_name(best), weights_of(best), options_.gate.engine)};
  for (const std::size_t candidate : candidates) {
    players.push_back(tuned_.entrant(fmt::format("candidate-{}", candidate + 1),
                                     numbered_candidate(generation, candidate + 1), options_.gate.engine));
  }
  match::TournamentOptions options = options_.gate;
  options.sprt.reset();
  options.format = match::Format::gauntlet;
  options.games = options_.candidate_games / 2 * 2 * candidates.size();
  observer_.told(StepBegun{generation, RunStep::selection, options.games});
  const std::uint64_t seed = hash_seed(seed_for(generation, selection_seed), static_cast<std::uint64_t>(round));
  return play(players, options, seed, directory_.selection_games(generation, round), match_teller());
}

void RunSteps::keep_chosen(int generation, const SelectionDone& selection) {
  write_weights(directory_.candidate_weights(generation), numbered_candidate(generation, selection.chosen));
  write_selection_result(directory_.selection_result(generation), selection);
  std::vector<std::filesystem::path> files{directory_.candidate_weights(generation),
                                           directory_.selection_result(generation)};
  for (int round = 1; round <= selection.rounds; ++round)
    files.push_back(directory_.selection_games(generation, round));
  finish(generation, selection, files);
}

Weights RunSteps::numbered_candidate(int generation, std::size_t number) const {
  const auto file = directory_.numbered_candidate(generation, number);
  require_intact(directory_, history(), file);
  return read_weights(file, tuned_.schema(), options_.weights_warning);
}

// The test decides nothing before there are games enough to promote.
match::TournamentOptions RunSteps::gate_options() const {
  match::TournamentOptions options = options_.gate;
  options.sprt_from = least_gate_games;
  return options;
}

// Chance alone makes a match of a worse fit end well now and then, and hours go into it.
bool RunSteps::leave_out_gate(int generation) {
  if (is_finished(RunStep::gate, generation)) return history().result<GateSkipped>(generation) != nullptr;
  const auto* fitted = history().result<FitDone>(generation);
  if (fitted == nullptr || was_judged(generation) || is_worth_test(fitted->fit)) return false;
  const std::optional<std::string> why = learn::worse_than_start(fitted->fit);
  finish(generation, GateSkipped{*why}, {});
  observer_.told(GateLeftOut{generation, *why});
  return true;
}

// A gate whose files were damaged is played again, with other games where engines or limits in time take part. Later
// generations were built on what it decided, so that this stays what it was.
bool RunSteps::was_judged(int generation) const {
  return history().finished_before(RunStep::gate, generation) != nullptr;
}

GateDecision RunSteps::decision_on(int generation, const match::MatchSummary& match) const {
  if (was_judged(generation)) return {history().was_promoted(generation), "as it was before its files were damaged"};
  return decide(match, options_.gate_los);
}

std::optional<bool> RunSteps::is_promoted(int generation, const GateDecision& decision) {
  if (was_judged(generation)) return restore_pool(generation) ? std::optional(decision.promoted) : std::nullopt;
  return decision.promoted ? passes_pool(generation) : false;
}

bool RunSteps::judge(int generation) {
  if (leave_out_gate(generation)) return true;
  if (is_finished(RunStep::gate, generation)) return restore_pool(generation);
  observer_.told(StepBegun{generation, RunStep::gate, options_.gate.games});
  const std::filesystem::path file = directory_.gate_games(generation);
  const match::TournamentResult result =
      play({generation, history().best_before(generation)}, gate_options(), seed_for(generation, gate_seed), file);
  if (!result.complete) return false;
  const match::MatchSummary summary = match::summary_of(result);
  const GateDecision decision = decision_on(generation, summary);
  const bool is_for_pool = decision.promoted && !was_judged(generation) && !meetings(generation).empty();
  if (is_for_pool) observer_.told(GateFinished{generation, result, decision, true});
  const std::optional<bool> promoted = is_promoted(generation, decision);
  if (!promoted) return false;
  const GateDone done{summary, *promoted};
  write_gate_result(directory_.gate_result(generation), done);
  finish(generation, done, {file, directory_.gate_result(generation)});
  if (!is_for_pool) observer_.told(GateFinished{generation, result, decision});
  return true;
}

match::TournamentResult RunSteps::play_final() {
  make_room_for_final();
  observer_.told(StepBegun{0, RunStep::final_match, options_.final_games});
  match::TournamentOptions options = options_.final_match;
  options.games = options_.final_games;
  const int best = history().best();
  match::TournamentResult result = play({best, 0}, options, seed_for(0, final_seed), directory_.final_games());
  if (!result.complete || is_finished(RunStep::final_match, best)) return result;
  const FinalMatchDone done{match::summary_of(result)};
  write_final_result(directory_.final_result(), done);
  finish(best, done, {directory_.final_games(), directory_.final_result()});
  return result;
}

// A run that was given more to do has found better weights since the last final match. A kill may come between the
// note and the removal: then the file's header tells whose match it was.
void RunSteps::make_room_for_final() {
  const int best = history().best();
  for (int generation = 1; generation < best; ++generation) {
    if (is_finished(RunStep::final_match, generation)) state_.note(StepVoided{RunStep::final_match}, generation);
  }
  const std::filesystem::path games = directory_.final_games();
  if (is_finished(RunStep::final_match, best) || !std::filesystem::exists(games) ||
      is_match_of(games, weights_name(best)))
    return;
  std::filesystem::remove(directory_.final_result());
  std::filesystem::remove(games);
}

}  // namespace hone::run
