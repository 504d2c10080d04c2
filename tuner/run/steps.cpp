// SPDX-License-Identifier: MIT
#include "tuner/run/steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "data/game_file.hpp"
#include "data/hash.hpp"
#include "tuner/learn/json.hpp"
#include "tuner/learn/study/fit_report_json.hpp"
#include "tuner/learn/study/study.hpp"
#include "tuner/match/json.hpp"
#include "tuner/play/json.hpp"
#include "tuner/run/damage.hpp"

namespace hone::run {

namespace {

using Json = nlohmann::ordered_json;

// Thrown out of a fit, which is done again from its beginning.
struct Stopped {};

void write_json(const std::filesystem::path& file, const Json& json) {
  write_file_atomically(file, json.dump(2) + '\n');
}

// What is said of each weight: without those of which nothing was learnt, most of them where there are many.
learn::FitReport without_unlearnt(learn::FitReport study, const Weights& start) {
  std::erase_if(study.weights, [&](const learn::WeightEstimate& weight) {
    const bool is_centered = weight.start != start.values[weight.weight];
    return weight.error == 0 && !is_centered && (weight.seen.positions == 0 || !study.has_errors);
  });
  return study;
}

// A file whose header is not whole may be anybody's.
bool is_match_of(const std::filesystem::path& games, const std::string& first_player) try {
  return GameFileReader(games).header().players.front() == first_player;
} catch (const Error&) {
  return true;
}

std::string player_name(int generation) { return generation == 0 ? "start" : fmt::format("gen-{:03}", generation); }

}  // namespace

RunStages::RunStages(const GameDriver& driver, const RunOptions& options, const RunDirectory& directory,
                     RunState& state, RunObserver& observer, std::stop_token stop)
    : driver_(driver),
      options_(options),
      directory_(directory),
      state_(state),
      observer_(observer),
      stop_(std::move(stop)) {}

bool RunStages::is_finished(std::string_view stage, int generation) const {
  return history().finished(stage, generation) != nullptr;
}

void RunStages::finish(std::string_view stage, int generation, const Json& result,
                       const std::vector<std::filesystem::path>& files) {
  state_.note(stage, generation, result, files);
  require_as_before(stage, generation);
}

// Later stages were built on what this one made the first time.
void RunStages::require_as_before(std::string_view stage, int generation) {
  const Json* before = history().finished_before(stage, generation);
  if (before == nullptr ||
      before->value("files", Json()) == history().finished(stage, generation)->value("files", Json()))
    return;
  const std::string what =
      fmt::format("generation {}: {} was done again, and its files are not what they were", generation, stage);
  if (options_.self_play.limits.reproducible() && options_.gate.limits.reproducible()) {
    throw Error(what + ": is this another build of hone?");
  }
  observer_.noticed(what + ", as the limits are in time");
}

// -- Games

// Plays on behind the games that are there, and makes sure that what was written is whole: nobody looks at it again
// once it is sealed. What cannot be gone on with is set aside.
template <class Play>
auto RunStages::taken_up(const std::filesystem::path& games, const Play& play) {
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

void RunStages::set_aside(const std::filesystem::path& games, const Error& damage) {
  if (!options_.repair) throw DamagedRun(damage.what(), true);
  observer_.noticed(fmt::format("{}; it is set aside and made again", damage.what()));
  hone::run::set_aside(games);
}

// Games that are not finished yet are gone on with behind the last whole one.
bool RunStages::notice_damage(const std::filesystem::path& games) {
  if (!std::filesystem::exists(games)) return false;
  GameFileReader reader(games);
  while (reader.next()) {
  }
  const GameFileExtent& extent = reader.extent();
  if (extent.damage.empty()) return false;
  observer_.noticed(
      fmt::format("{}: {} at byte {}: the {} bytes from there on are dropped, and their games played again",
                  games.string(), extent.damage, extent.bytes, extent.bytes_dropped));
  return true;
}

// -- Self-play

bool RunStages::play_games(int generation) {
  if (is_finished("self_play", generation)) return true;
  const std::filesystem::path file = directory_.self_play_games(generation);
  observer_.stage_begun(generation, RunStage::self_play, options_.self_play.games);
  const int best = history().best_before(generation);
  play::SelfPlayOptions self_play = options_.self_play;
  self_play.seed = seed_for(generation, self_play_seed);
  self_play.threads = options_.threads;
  self_play.player = player_name(best);
  const play::SelfPlaySummary played = taken_up(file, [&] {
    return hone::play::self_play(driver_, weights_of(best), self_play, file, play::Existing::go_on, stop_,
                                 [this](const stats::PlayTally& tally) { observer_.games_played(tally); });
  });
  if (!played.complete) return false;
  finish("self_play", generation, play::to_json(played), {file});
  observer_.self_play_done(generation, played);
  return true;
}

// -- Fit

bool RunStages::fit_weights(int generation) {
  if (is_finished("fit", generation)) return true;
  RowSet rows;
  const std::optional<learn::SamplingSummary> sampling = sample(generation, rows);
  if (!sampling) return false;
  try {
    const learn::FitOptions options = fit_options();
    learn::FitResult result = fit(generation, rows, options);
    const learn::FitReport study = learn::study_fit(rows, best_before(generation), result, options, {}, stop_);
    if (stop_.stop_requested()) return false;
    keep_candidate(generation, result, *sampling, study);
    observer_.fit_done(generation, *sampling, result.summary);
  } catch (const Stopped&) {
    return false;
  }
  return true;
}

std::uint64_t RunStages::games_in_window(int generation) const {
  std::uint64_t games = 0;
  for (int source = generation; source > std::max(0, generation - options_.window); --source) {
    if (const Json* played = history().finished("self_play", source))
      games += played->value("recorded", std::uint64_t{0});
  }
  return games;
}

// The newest games first: where a position occurs again, its newest label counts.
std::optional<learn::SamplingSummary> RunStages::sample(int generation, RowSet& rows) {
  observer_.stage_begun(generation, RunStage::sampling, games_in_window(generation));
  learn::SamplingOptions sampling = options_.sampling;
  sampling.seed = seed_for(generation, sampling_seed);
  sampling.threads = options_.threads;
  learn::Sampler sampler(driver_, best_before(generation), sampling);
  for (int source = generation; source > std::max(0, generation - options_.window); --source) {
    require_intact(directory_, history(), directory_.self_play_games(source));
    const bool whole =
        sampler.add_games(directory_.self_play_games(source), rows, stop_,
                          [this](const learn::SamplingSummary& so_far) { observer_.rows_sampled(so_far); });
    if (!whole) return std::nullopt;
  }
  return sampler.summary();
}

learn::FitOptions RunStages::fit_options() const {
  learn::FitOptions options = options_.fit;
  options.seed = seed_for(0, fit_seed);  // what one generation held out no later one learns from
  options.threads = options_.threads;
  options.targets.newest_first = true;
  options.keep_curvature = true;
  return options;
}

learn::FitResult RunStages::fit(int generation, const RowSet& rows, const learn::FitOptions& options) {
  observer_.stage_begun(generation, RunStage::fit, 0);
  learn::FitResult result =
      hone::learn::fit(rows, best_before(generation), options, [this](const learn::FitProgress& progress) {
        if (stop_.stop_requested()) throw Stopped();
        observer_.fit_stepped(progress);
      });
  if (result.summary.status == learn::FitStatus::no_data) {
    throw Error(fmt::format("generation {}: expected positions to learn from, found none in {} games", generation,
                            games_in_window(generation)));
  }
  return result;
}

play::Settings RunStages::provenance(int generation, const learn::SamplingSummary& sampling) const {
  return {{"generation", player_name(generation)},
          {"parent", player_name(history().best_before(generation))},
          {"start", play::play_fingerprint(weights_of(0))},
          {"seed", fmt::format("{}", options_.seed)},
          {"games", fmt::format("{}", sampling.games)},
          {"positions", fmt::format("{}", sampling.rows)},
          {"self_play",
           fmt::format("{}; {}; {}", play::describe(options_.self_play.limits),
                       play::describe(options_.self_play.openings), play::describe(options_.self_play.variety))},
          {"fit", fmt::format("{}, ridge {}, window {}",
                              options_.fit.loss == learn::Loss::squared ? "squared error" : "cross-entropy",
                              options_.fit.ridge ? fmt::format("{}", *options_.fit.ridge) : "auto", options_.window)}};
}

void RunStages::keep_candidate(int generation, learn::FitResult& result, const learn::SamplingSummary& sampling,
                               const learn::FitReport& study) {
  result.weights.provenance = provenance(generation, sampling);
  write_weights(directory_.candidate_weights(generation), result.weights);
  learn::write_weight_table(directory_.weight_table(generation), without_unlearnt(study, best_before(generation)));
  const Json brief = {{"sampling", learn::to_json(sampling)}, {"fit", learn::to_json(result.summary)}};
  Json json = brief;
  json["report"] = learn::summary_json(study);
  write_json(directory_.fit_result(generation), json);
  finish("fit", generation, brief,
         {directory_.candidate_weights(generation), directory_.fit_result(generation),
          directory_.weight_table(generation)});
}

// -- Matches

bool RunStages::judge(int generation) {
  if (is_finished("gate", generation)) return true;
  observer_.stage_begun(generation, RunStage::gate, options_.gate.games);
  const std::filesystem::path file = directory_.gate_games(generation);
  const match::TournamentResult result =
      play({generation, history().best_before(generation)}, options_.gate, seed_for(generation, gate_seed), file);
  if (!result.complete) return false;
  const bool promoted = passes(result);
  Json json = match::to_json(result);
  json["promoted"] = promoted;
  write_json(directory_.gate_result(generation), json);
  finish("gate", generation, json, {file, directory_.gate_result(generation)});
  observer_.gate_done(generation, result, promoted);
  return true;
}

// A test that ran out of games is no reason to throw away what is almost surely better.
bool RunStages::passes(const match::TournamentResult& result) const {
  if (result.sprt && result.sprt->verdict != stats::SprtVerdict::undecided) {
    return result.sprt->verdict == stats::SprtVerdict::accepted;
  }
  return result.player(0).results.estimate().los >= options_.gate_los;
}

match::TournamentResult RunStages::play_final() {
  make_room_for_final();
  observer_.stage_begun(0, RunStage::final_match, options_.final_games);
  match::TournamentOptions options = options_.final_match;
  options.games = options_.final_games;
  const int best = history().best();
  match::TournamentResult result = play({best, 0}, options, seed_for(0, final_seed), directory_.final_games());
  if (!result.complete || is_finished("final", best)) return result;
  write_json(directory_.final_result(), match::to_json(result));
  finish("final", best, match::to_json(result), {directory_.final_games(), directory_.final_result()});
  return result;
}

// A run that was given more to do has found better weights since the last final match. A kill may come between the
// note and the removal: then the file's header tells whose match it was.
void RunStages::make_room_for_final() {
  const int best = history().best();
  for (int generation = 1; generation < best; ++generation) {
    if (is_finished("final", generation)) state_.note("redo", generation, {{"stage", "final"}});
  }
  const std::filesystem::path games = directory_.final_games();
  if (is_finished("final", best) || !std::filesystem::exists(games) || is_match_of(games, player_name(best))) return;
  std::filesystem::remove(directory_.final_result());
  std::filesystem::remove(games);
}

match::TournamentResult RunStages::play(std::array<int, 2> generations, match::TournamentOptions options,
                                        std::uint64_t seed, const std::filesystem::path& file) {
  options.seed = seed;
  options.threads = options_.threads;
  std::vector<play::Player> players;
  for (const int generation : generations) {
    players.push_back(play::weights_player(driver_, player_name(generation), weights_of(generation), options.engine));
  }
  return taken_up(file, [&] {
    return match::play_tournament(
        driver_, players, options, file, stop_,
        {{}, [this](const match::TournamentResult& so_far) { observer_.match_played(so_far); }});
  });
}

Weights RunStages::weights_of(int generation) const {
  const auto file = generation == 0 ? directory_.start_weights() : directory_.candidate_weights(generation);
  require_intact(directory_, history(), file);
  return read_weights(file, driver_.schema(), options_.weights_warning);
}

Weights RunStages::best_before(int generation) const { return weights_of(history().best_before(generation)); }

std::uint64_t RunStages::seed_for(int generation, Purpose purpose) const {
  return hash_seed(hash_seed(options_.seed, static_cast<std::uint64_t>(generation)), purpose);
}

}  // namespace hone::run
