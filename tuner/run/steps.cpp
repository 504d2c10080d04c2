// SPDX-License-Identifier: MIT
#include "tuner/run/steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "data/error.hpp"
#include "data/game_file.hpp"
#include "data/hash.hpp"
#include "data/row_file.hpp"
#include "tuner/learn/study/fit_report_json.hpp"
#include "tuner/learn/study/fit_uncertainty.hpp"
#include "tuner/learn/study/study.hpp"
#include "tuner/match/summary.hpp"
#include "tuner/run/damage.hpp"
#include "tuner/run/gate.hpp"
#include "tuner/run/result_files.hpp"
#include "tuner/run/run_starts.hpp"

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

// A file whose header is not whole may belong to any match.
bool is_match_of(const std::filesystem::path& games, const std::string& first_player) try {
  return GameFileReader(games).header().players.front() == first_player;
} catch (const Error&) {
  return true;
}

std::string player_name(int generation) { return weights_name(generation); }

}  // namespace

RunSteps::RunSteps(const GameDriver& driver, const RunOptions& options, const RunDirectory& directory, RunState& state,
                   RunObserver& observer, std::stop_token stop)
    : driver_(driver),
      options_(options),
      directory_(directory),
      state_(state),
      observer_(observer),
      stop_(std::move(stop)) {}

bool RunSteps::is_finished(RunStep step, int generation) const {
  return history().finished(step, generation) != nullptr;
}

template <class Done>
void RunSteps::finish(int generation, Done result, const std::vector<std::filesystem::path>& files) {
  state_.note(std::move(result), generation, files);
  require_as_before(Done::step, generation);
}

// Later steps were built on what this one made the first time.
void RunSteps::require_as_before(RunStep step, int generation) {
  const JournalEntry* before = history().finished_before(step, generation);
  if (before == nullptr || before->files == history().finished(step, generation)->files) return;
  const std::string what = fmt::format("generation {}: {} was done again, and its files are not what they were",
                                       generation, to_string(step));
  const bool has_pool = step == RunStep::pool;
  if (options_.self_play.limits.reproducible() && options_.gate.limits.reproducible() &&
      (!has_pool || options_.pool.reproducible(options_.gate.limits))) {
    throw Error(what + ": is this another build of hone?");
  }
  notice(what + (has_pool ? ", as an engine or a limit in time took part" : ", as the limits are in time"));
}

void RunSteps::notice(std::string what) { observer_.told(Noticed{std::move(what)}); }

// -- Games

// Plays on after the games that are in the file, and makes sure that what was written is whole, because nobody looks at
// it again once it is sealed. A file that cannot be continued is set aside.
template <class Play>
auto RunSteps::played_in(const std::filesystem::path& games, const Play& play) {
  const auto attempt = [&] {
    notice_damage(games);
    auto result = play();
    if (!result.complete || !notice_damage(games)) return result;
    result = play();
    if (result.complete && notice_damage(games)) {
      throw Error(games.string(), 0, "is damaged as soon as it is written", Error::Kind::system);
    }
    return result;
  };
  try {
    return attempt();
  } catch (const Error& error) {
    if (error.kind() == Error::Kind::system || error.file() != games.string()) throw;
    set_aside(games, error);
  }
  return attempt();
}

void RunSteps::set_aside(const std::filesystem::path& games, const Error& damage) {
  if (!options_.repair) throw DamagedRun(damage.what(), true);
  notice(fmt::format("{}; it is set aside and made again", damage.what()));
  hone::run::set_aside(games);
}

// Whoever plays on drops what stands after the last whole game.
bool RunSteps::notice_damage(const std::filesystem::path& games) {
  if (!std::filesystem::exists(games)) return false;
  GameFileReader reader(games);
  while (reader.next()) {
  }
  const GameFileExtent& extent = reader.extent();
  if (extent.damage.empty()) return false;
  notice(fmt::format("{}: {} at byte {}: the {} bytes from there on are dropped, and their games played again",
                     games.string(), extent.damage, extent.bytes, extent.bytes_dropped));
  return true;
}

// -- Self-play

bool RunSteps::play_games(int generation) {
  if (is_finished(RunStep::self_play, generation)) return true;
  const std::filesystem::path file = directory_.self_play_games(generation);
  observer_.told(StepBegun{generation, RunStep::self_play, options_.self_play.games});
  const int best = history().best_before(generation);
  play::SelfPlayOptions self_play = options_.self_play;
  self_play.seed = seed_for(generation, self_play_seed);
  self_play.threads = options_.threads;
  self_play.player = player_name(best);
  self_play.starts = starts_of(generation, options_, directory_, history());
  const play::SelfPlaySummary played = played_in(file, [&] {
    return hone::play::self_play(driver_, weights_of(best), self_play, file, play::Existing::go_on, stop_,
                                 [this](const stats::PlayTally& tally) { observer_.told(GamesPlayed{tally}); });
  });
  if (!played.complete) return false;
  finish(generation, SelfPlayDone{played}, {file});
  observer_.told(SelfPlayFinished{generation, played});
  return true;
}

// -- Fit

bool RunSteps::fit_weights(int generation) {
  if (is_finished(RunStep::fit, generation)) return true;
  RowSet rows;
  const std::optional<learn::ScoreTally> scores = tally_scores(generation);
  if (!scores) return false;
  const std::optional<learn::SamplingSummary> sampling = sample(generation, scores->scale().value_or(1), rows);
  if (!sampling) return false;
  try {
    learn::FitOptions options = fit_options();
    options.targets.score_k = scores->scale();
    learn::FitResult result = fit(generation, rows, options);
    const learn::FitReport study = learn::study_fit(rows, best_before(generation), result, options, {}, stop_);
    if (stop_.stop_requested()) return false;
    FitDone done{*sampling, result.summary};
    const std::vector<Candidate> made = candidates(generation, rows, options, result);
    if (stop_.stop_requested()) return false;
    write_uncertainty(generation, result);
    keep_fit(generation, made, done, study);
    observer_.told(FitFinished{generation, done});
  } catch (const Stopped&) {
    return false;
  }
  return true;
}

std::uint64_t RunSteps::games_in_window(int generation) const {
  std::uint64_t games = 0;
  for (int source = generation; source > std::max(0, generation - options_.window); --source) {
    if (const auto* played = history().result<SelfPlayDone>(source)) games += played->result.recorded;
  }
  return games;
}

// Of the games in the window.
std::optional<learn::ScoreTally> RunSteps::tally_scores(int generation) {
  learn::ScoreTally tally;
  for (int source = generation; source > std::max(0, generation - options_.window); --source) {
    require_intact(directory_, history(), directory_.self_play_games(source));
    if (!learn::tally_scores(driver_, directory_.self_play_games(source), options_.threads, tally, stop_)) return {};
  }
  return tally;
}

// The newest games first: where a position occurs again, its newest label counts. Rows from inside of searches are
// many: they go to a file without a name. The searches are shared between all generations of the window, so that
// they remain that share of the play.
std::optional<learn::SamplingSummary> RunSteps::sample(int generation, double score_k, RowSet& rows) {
  observer_.told(StepBegun{generation, RunStep::sampling, games_in_window(generation)});
  learn::SamplingOptions sampling = options_.sampling;
  sampling.seed = seed_for(generation, sampling_seed);
  sampling.threads = options_.threads;
  sampling.target = options_.fit.targets.target;
  sampling.score_k = score_k;
  const bool trees = sampling.target.tree.has_value();
  if (trees) sampling.target.tree->searches /= std::min(generation, options_.window);
  std::optional<RowFileWriter> writer;
  if (trees)
    writer.emplace(RowFileWriter::temporary(directory_.folder(), {.schema = driver_.schema(), .key = {}, .notes = {}}));
  const auto write_full = [&](std::size_t least) {
    if (!writer || rows.size() < least) return;
    writer->add(rows);
    rows.clear();
  };
  learn::Sampler sampler(driver_, best_before(generation), sampling);
  for (int source = generation; source > std::max(0, generation - options_.window); --source) {
    require_intact(directory_, history(), directory_.self_play_games(source));
    const bool whole =
        sampler.add_games(directory_.self_play_games(source), rows, stop_, [&](const learn::SamplingSummary& so_far) {
          observer_.told(RowsSampled{so_far});
          write_full(RowSet::chunk_rows);
        });
    if (!whole) return std::nullopt;
  }
  write_full(1);
  if (writer) rows = std::move(*writer).finish().rows;
  return sampler.summary();
}

learn::FitOptions RunSteps::fit_options() const {
  learn::FitOptions options = options_.fit;
  options.seed = seed_for(0, fit_seed);  // what one generation held out no later one learns from
  options.threads = options_.threads;
  options.targets.newest_first = true;
  options.keep_curvature = true;
  return options;
}

learn::FitResult RunSteps::fit(int generation, const RowSet& rows, const learn::FitOptions& options) {
  observer_.told(StepBegun{generation, RunStep::fit, 0});
  learn::FitResult result =
      hone::learn::fit(rows, best_before(generation), options, [this](const learn::FitProgress& progress) {
        if (stop_.stop_requested()) throw Stopped();
        observer_.told(FitStepped{progress});
      });
  if (result.summary.status == learn::FitStatus::no_data) {
    throw Error(fmt::format("generation {}: expected positions to learn from, found none in {} games", generation,
                            games_in_window(generation)));
  }
  return result;
}

std::vector<Candidate> RunSteps::candidates(int generation, const RowSet& rows, const learn::FitOptions& options,
                                            const learn::FitResult& fit) {
  const Weights start = best_before(generation);
  const auto refit = [&](const learn::FitOptions& other) { return this->fit(generation, rows, other); };
  return make_candidates({rows, start, options, fit, seed_for(generation, draw_seed), refit},
                         static_cast<std::size_t>(options_.candidates), stop_);
}

play::Settings RunSteps::provenance(int generation, const learn::SamplingSummary& sampling) const {
  return {
      {"generation", player_name(generation)},
      {"parent", player_name(history().best_before(generation))},
      {"start", play::play_fingerprint(weights_of(0))},
      {"seed", fmt::format("{}", options_.seed)},
      {"games", fmt::format("{}", sampling.games)},
      {"positions", fmt::format("{}", sampling.rows)},
      {"self_play", fmt::format("{}; {}; {}", play::describe(options_.self_play.limits),
                                play::describe(options_.self_play.openings) + play::describe(options_.self_play.starts),
                                play::describe(options_.self_play.variety))},
      {"fit", fmt::format("{}, ridge {}, window {}",
                          options_.fit.loss == learn::Loss::squared ? "squared error" : "cross-entropy",
                          options_.fit.ridge ? fmt::format("{}", *options_.fit.ridge) : "auto", options_.window)}};
}

bool RunSteps::keeps_uncertainty() const { return options_.self_play.starts.choice == play::StartChoice::leverage; }

// A fit without a matrix of second derivatives leaves no such file.
void RunSteps::write_uncertainty(int generation, const learn::FitResult& result) const {
  const std::filesystem::path file = directory_.uncertainty(generation);
  std::filesystem::remove(file);
  if (!keeps_uncertainty() || !result.curvature) return;
  play::write_uncertainty(
      file, learn::uncertainty_of(*result.curvature, driver_.schema(), options_.self_play.starts.leverage_groups));
}

// A fit alone is the candidate; of several one will be chosen.
void RunSteps::keep_fit(int generation, const std::vector<Candidate>& candidates, FitDone& done,
                        const learn::FitReport& study) {
  std::vector<std::filesystem::path> files;
  for (const Candidate& candidate : candidates) {
    Weights weights = candidate.weights;
    weights.provenance = provenance(generation, done.sampling);
    if (options_.candidates > 1) {
      weights.provenance.emplace_back("candidate", candidate.origin);
      done.candidates.push_back(candidate.origin);
    }
    files.push_back(options_.candidates > 1 ? directory_.numbered_candidate(generation, files.size() + 1)
                                            : directory_.candidate_weights(generation));
    write_weights(files.back(), weights);
  }
  learn::write_weight_table(directory_.weight_table(generation), without_unlearnt(study, best_before(generation)));
  write_fit_result(directory_.fit_result(generation), done, study);
  files.insert(files.end(), {directory_.fit_result(generation), directory_.weight_table(generation)});
  if (std::filesystem::exists(directory_.uncertainty(generation))) files.push_back(directory_.uncertainty(generation));
  finish(generation, done, files);
}

// -- Several candidates

bool RunSteps::select(int generation) {
  const FitDone& fitted = *history().result<FitDone>(generation);
  if (fitted.candidates.empty() || is_finished(RunStep::selection, generation)) return true;
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
  std::vector<play::Entrant> players{
      play::weights_entrant(driver_, player_name(best), weights_of(best), options_.gate.engine)};
  for (const std::size_t candidate : candidates) {
    players.push_back(play::weights_entrant(driver_, fmt::format("candidate-{}", candidate + 1),
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
  return read_weights(file, driver_.schema(), options_.weights_warning);
}

// -- Matches

// The test decides nothing before there are games enough to promote.
match::TournamentOptions RunSteps::gate_options() const {
  match::TournamentOptions options = options_.gate;
  options.sprt_from = least_gate_games;
  return options;
}

bool RunSteps::judge(int generation) {
  if (is_finished(RunStep::gate, generation)) return restore_pool(generation);
  observer_.told(StepBegun{generation, RunStep::gate, options_.gate.games});
  const std::filesystem::path file = directory_.gate_games(generation);
  const match::TournamentResult result =
      play({generation, history().best_before(generation)}, gate_options(), seed_for(generation, gate_seed), file);
  if (!result.complete) return false;
  const match::MatchSummary summary = match::summary_of(result);
  const GateDecision decision = decide(summary, options_.gate_los);
  const bool is_for_pool = decision.promoted && !meetings(generation).empty();
  if (is_for_pool) observer_.told(GateFinished{generation, result, decision, true});
  const std::optional<bool> passes_all = decision.promoted ? passes_pool(generation) : false;
  if (!passes_all) return false;
  const GateDone done{summary, *passes_all};
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
      is_match_of(games, player_name(best)))
    return;
  std::filesystem::remove(directory_.final_result());
  std::filesystem::remove(games);
}

match::TournamentResult RunSteps::play(std::array<int, 2> generations, const match::TournamentOptions& options,
                                       std::uint64_t seed, const std::filesystem::path& file) {
  std::vector<play::Entrant> players;
  for (const int generation : generations) {
    players.push_back(play::weights_entrant(driver_, player_name(generation), weights_of(generation), options.engine));
  }
  return play(players, options, seed, file, match_teller());
}

match::TournamentObserver RunSteps::match_teller() {
  return {.game = {},
          .progress = [this](const match::TournamentResult& so_far) { observer_.told(MatchPlayed{so_far}); },
          .incident = {},
          .begin = {}};
}

match::TournamentResult RunSteps::play(const std::vector<play::Entrant>& players, match::TournamentOptions options,
                                       std::uint64_t seed, const std::filesystem::path& file,
                                       const match::TournamentObserver& observer) {
  options.seed = seed;
  options.threads = options_.threads;
  options.openings.avoided = book_positions(driver_, options_, directory_);
  return played_in(
      file, [&] { return match::play_tournament(driver_, players, options, match::Recording{file}, stop_, observer); });
}

Weights RunSteps::weights_of(int generation) const {
  const auto file = generation == 0 ? directory_.start_weights() : directory_.candidate_weights(generation);
  require_intact(directory_, history(), file);
  return read_weights(file, driver_.schema(), options_.weights_warning);
}

Weights RunSteps::best_before(int generation) const { return weights_of(history().best_before(generation)); }

std::uint64_t RunSteps::seed_for(int generation, Purpose purpose) const {
  return hash_seed(hash_seed(options_.seed, static_cast<std::uint64_t>(generation)), purpose);
}

}  // namespace hone::run
