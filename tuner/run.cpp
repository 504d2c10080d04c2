// SPDX-License-Identifier: MIT
#include "tuner/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "data/atomic_file.hpp"
#include "data/error.hpp"
#include "data/hash.hpp"
#include "tuner/result_json.hpp"
#include "tuner/run_directory.hpp"
#include "tuner/run_state.hpp"
#include "tuner/settings_text.hpp"

namespace hone {
namespace {

using Json = nlohmann::ordered_json;

// What the seeds of a generation are for.
enum Purpose : std::uint64_t { self_play_seed, sampling_seed, fit_seed, gate_seed, final_seed };

void write_json(const std::filesystem::path& file, const Json& json) {
  write_file_atomically(file, json.dump(2) + '\n');
}

std::string player_name(int generation) { return generation == 0 ? "start" : fmt::format("gen-{:03}", generation); }

// The folder with everything in it that is there from the beginning.
RunDirectory opened(const std::filesystem::path& folder, const Weights& start, const RunOptions& options) {
  RunDirectory directory(folder);
  if (RunDirectory::holds_run(folder)) return directory;
  write_weights(directory.start_weights(), start);
  write_file_atomically(RunDirectory::config_of(folder), options.config);  // last: from now on there is a run
  return directory;
}

class Run {
 public:
  Run(const GameDriver& driver, const Weights& start, const RunOptions& options, const std::filesystem::path& folder,
      RunObserver& observer, const std::stop_token& stop)
      : driver_(driver),
        options_(options),
        observer_(observer),
        stop_(stop),
        directory_(opened(folder, start, options)),
        state_(directory_.journal()) {
    if (play_fingerprint(weights_of(0)) != play_fingerprint(start)) {
      throw Error(directory_.start_weights().string(), 0, "the run was begun with other starting weights");
    }
    publish_best();
  }

  RunSummary go() {
    RunSummary summary;
    summary.complete = play_generations() && play_final(summary);
    summary.generations = state_.count("gate");
    summary.best_generation = state_.best_generation();
    summary.promotions = state_.promotions();
    summary.best_weights = directory_.best_weights();
    state_.note(summary.complete ? "done" : "stopped", summary.generations);
    return summary;
  }

 private:
  // False when stopped.
  bool play_generations() {
    for (int generation = 1; is_wanted(generation); ++generation) {
      if (state_.has("gate", generation)) continue;
      if (!state_.has("generation", generation)) state_.note("generation", generation);
      directory_.make_generation(generation);
      if (!play_games(generation) || !fit_weights(generation) || !judge(generation)) return false;
    }
    return true;
  }

  bool is_wanted(int generation) const {
    if (state_.has("generation", generation)) return true;
    if (options_.generations > 0 && generation > options_.generations) return false;
    return options_.hours == 0 || state_.hours() + state_.hours_of_last_generation() < options_.hours;
  }

  bool play_games(int generation) {
    if (state_.has("self_play", generation)) return true;
    observer_.stage_begun(generation, RunStage::self_play, options_.self_play.games);
    SelfPlayOptions self_play = options_.self_play;
    self_play.seed = seed_for(generation, self_play_seed);
    self_play.threads = options_.threads;
    self_play.player = player_name(state_.best_generation());
    const SelfPlaySummary played =
        hone::self_play(driver_, best(), self_play, directory_.self_play_games(generation), Existing::go_on, stop_,
                        [this](const PlayTally& tally) { observer_.games_played(tally); });
    if (!played.complete) return false;
    state_.note("self_play", generation, to_json(played));
    observer_.self_play_done(generation, played);
    return true;
  }

  bool fit_weights(int generation) {
    if (state_.has("fit", generation)) return true;
    RowSet rows;
    const std::optional<SamplingSummary> sampling = sample(generation, rows);
    if (!sampling) return false;
    observer_.stage_begun(generation, RunStage::fit, 0);
    FitOptions fit_options = options_.fit;
    fit_options.seed = seed_for(0, fit_seed);  // what one generation held out no later one learns from
    fit_options.threads = options_.threads;
    fit_options.targets.newest_first = true;
    FitResult result =
        fit(rows, best(), fit_options, [this](const FitProgress& progress) { observer_.fit_stepped(progress); });
    keep_candidate(generation, result, *sampling);
    observer_.fit_done(generation, *sampling, result.summary);
    return true;
  }

  // The newest games first: where a position occurs again, its newest label counts.
  std::optional<SamplingSummary> sample(int generation, RowSet& rows) {
    observer_.stage_begun(generation, RunStage::sampling, 0);
    SamplingOptions sampling = options_.sampling;
    sampling.seed = seed_for(generation, sampling_seed);
    sampling.threads = options_.threads;
    Sampler sampler(driver_, best(), sampling);
    for (int source = generation; source > std::max(0, generation - options_.window); --source) {
      const bool whole = sampler.add_games(directory_.self_play_games(source), rows, stop_,
                                           [this](const SamplingSummary& so_far) { observer_.rows_sampled(so_far); });
      if (!whole) return std::nullopt;
    }
    return sampler.summary();
  }

  void keep_candidate(int generation, FitResult& result, const SamplingSummary& sampling) {
    result.weights.provenance = {{"generation", player_name(generation)},
                                 {"parent", player_name(state_.best_generation())},
                                 {"seed", fmt::format("{}", options_.seed)},
                                 {"games", fmt::format("{}", sampling.games)},
                                 {"positions", fmt::format("{}", sampling.rows)}};
    write_weights(directory_.candidate_weights(generation), result.weights);
    const Json json = {{"sampling", to_json(sampling)}, {"fit", to_json(result.summary)}};
    write_json(directory_.fit_result(generation), json);
    state_.note("fit", generation, json);
  }

  bool judge(int generation) {
    observer_.stage_begun(generation, RunStage::gate, options_.gate.games);
    TournamentOptions gate = options_.gate;
    gate.seed = seed_for(generation, gate_seed);
    gate.threads = options_.threads;
    const std::array players{player(player_name(generation), weights_of(generation), gate),
                             player(player_name(state_.best_generation()), best(), gate)};
    const TournamentResult result = play(players, gate, directory_.gate_games(generation));
    if (!result.complete) return false;
    const bool promoted = passes(result);
    Json json = to_json(result);
    json["promoted"] = promoted;
    write_json(directory_.gate_result(generation), json);
    state_.note("gate", generation, json);
    if (promoted) publish_best();
    observer_.gate_done(generation, result, promoted);
    return true;
  }

  bool passes(const TournamentResult& result) const {
    if (result.sprt) return result.sprt->verdict == SprtVerdict::accepted;
    return result.player(0).results.estimate().los >= options_.gate_los;
  }

  // False when stopped. Without a promotion there is nothing to prove.
  bool play_final(RunSummary& summary) {
    if (options_.final_games == 0 || state_.best_generation() == 0) return true;
    observer_.stage_begun(0, RunStage::final_match, options_.final_games);
    TournamentOptions match = options_.final_match;
    match.games = options_.final_games;
    match.seed = seed_for(0, final_seed);
    match.threads = options_.threads;
    const std::array players{player(player_name(state_.best_generation()), best(), match),
                             player("start", weights_of(0), match)};
    summary.final_match = play(players, match, directory_.final_games());
    if (!summary.final_match->complete) return false;
    write_json(directory_.final_result(), to_json(*summary.final_match));
    return true;
  }

  [[nodiscard]] Player player(std::string name, const Weights& weights, const TournamentOptions& options) const {
    return weights_player(driver_, std::move(name), weights, options.engine);
  }

  TournamentResult play(std::span<const Player> players, const TournamentOptions& options,
                        const std::filesystem::path& file) {
    return play_tournament(driver_, players, options, file, stop_,
                           {{}, [this](const TournamentResult& so_far) { observer_.match_played(so_far); }});
  }

  [[nodiscard]] Weights weights_of(int generation) const {
    const auto file = generation == 0 ? directory_.start_weights() : directory_.candidate_weights(generation);
    return read_weights(file, driver_.schema());
  }
  [[nodiscard]] Weights best() const { return weights_of(state_.best_generation()); }
  void publish_best() const { write_weights(directory_.best_weights(), best()); }

  [[nodiscard]] std::uint64_t seed_for(int generation, Purpose purpose) const {
    return hash_seed(hash_seed(options_.seed, static_cast<std::uint64_t>(generation)), purpose);
  }

  const GameDriver& driver_;
  const RunOptions& options_;
  RunObserver& observer_;
  std::stop_token stop_;
  RunDirectory directory_;
  RunState state_;
};

}  // namespace

void RunOptions::validate() const {
  const auto require = [](bool holds, std::string_view bound, double found) {
    if (!holds) throw Error(expected_found(bound, fmt::format("{}", found)));
  };
  require(generations >= 0, "generations >= 0", generations);
  require(hours >= 0, "hours >= 0", hours);
  require(threads >= 1, "threads >= 1", threads);
  require(window >= 1, "window >= 1", window);
  require(gate_los > 0.5 && gate_los < 1, "gate los between 0.5 and 1", gate_los);
  self_play.validate();
  sampling.validate();
  fit.validate();
  gate.validate(2);
  final_match.validate(2);
}

RunOptions default_run(const GameDriver& driver) {
  RunOptions options;
  options.self_play = default_self_play(driver);
  options.gate = default_tournament(driver);
  options.gate.sprt = SprtOptions{.elo0 = 0, .elo1 = 10};
  options.final_match = default_tournament(driver);
  return options;
}

RunSummary run(const GameDriver& driver, const Weights& start, const RunOptions& options,
               const std::filesystem::path& folder, RunObserver& observer, const std::stop_token& stop) {
  options.validate();
  return Run(driver, start, options, folder, observer, stop).go();
}

void RunObserver::stage_begun(int, RunStage, std::uint64_t) {}
void RunObserver::games_played(const PlayTally&) {}
void RunObserver::match_played(const TournamentResult&) {}
void RunObserver::rows_sampled(const SamplingSummary&) {}
void RunObserver::fit_stepped(const FitProgress&) {}
void RunObserver::self_play_done(int, const SelfPlaySummary&) {}
void RunObserver::fit_done(int, const SamplingSummary&, const FitSummary&) {}
void RunObserver::gate_done(int, const TournamentResult&, bool) {}

}  // namespace hone
