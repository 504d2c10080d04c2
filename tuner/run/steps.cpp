// SPDX-License-Identifier: MIT
#include "tuner/run/steps.hpp"

#include <fmt/format.h>

#include <utility>

#include "data/error.hpp"
#include "data/game_file.hpp"
#include "data/hash.hpp"
#include "tuner/run/damage.hpp"
#include "tuner/run/run_starts.hpp"

namespace hone::run {

RunSteps::RunSteps(const Tuned& tuned, const RunOptions& options, const RunDirectory& directory, RunState& state,
                   RunObserver& observer, std::stop_token stop)
    : tuned_(tuned),
      options_(options),
      directory_(directory),
      state_(state),
      observer_(observer),
      stop_(std::move(stop)) {}

bool RunSteps::is_finished(RunStep step, int generation) const {
  return history().finished(step, generation) != nullptr;
}

// Later steps were built on what this one made the first time.
void RunSteps::require_as_before(RunStep step, int generation) {
  const JournalEntry* before = history().finished_before(step, generation);
  if (before == nullptr || before->files == history().finished(step, generation)->files) return;
  const std::string what = fmt::format("generation {}: {} was done again, and its files are not what they were",
                                       generation, to_string(step));
  const bool has_pool = step == RunStep::pool;
  if (tuned_.reproducible() && options_.self_play.limits.reproducible() && options_.gate.limits.reproducible() &&
      (!has_pool || options_.pool.reproducible(options_.gate.limits))) {
    throw Error(what + ": is this another build of hone?");
  }
  notice(what + (has_pool ? ", as an engine or a limit in time took part"
                          : ", as the limits are in time, or the engine is another program"));
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
  self_play.player = weights_name(best);
  self_play.starts = starts_of(generation, options_, directory_, history());
  const Weights weights = weights_of(best);
  const auto supply = units_for(file, units::self_play_stage(weights, self_play));
  const play::SelfPlaySummary played = played_in(file, [&] {
    return tuned_.self_play(
        weights, self_play, file, stop_, [this](const stats::PlayTally& tally) { observer_.told(GamesPlayed{tally}); },
        supply.get());
  });
  if (!played.complete) return false;
  finish(generation, SelfPlayDone{played}, {file});
  observer_.told(SelfPlayFinished{generation, played});
  return true;
}

// -- Matches

match::TournamentResult RunSteps::play(std::array<int, 2> generations, const match::TournamentOptions& options,
                                       std::uint64_t seed, const std::filesystem::path& file) {
  std::vector<play::Entrant> players;
  for (const int generation : generations) {
    players.push_back(tuned_.entrant(weights_name(generation), weights_of(generation), options.engine));
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
  options.recover = options.recover || !tuned_.reproducible();  // a crash of one game must not end a night
  options.openings.avoided = book_positions(tuned_.driver(), options_, directory_);
  return played_in(file, [&] {
    return match::play_tournament(tuned_.driver(), players, options, match::Recording{file}, stop_, observer,
                                  supply_for(players, options, file));
  });
}

// -- Units

std::unique_ptr<units::Coordinator> RunSteps::units_for(const std::filesystem::path& games, units::StageOfUnits stage) {
  if (options_.launch.launch == units::Launch::local) return nullptr;
  return std::make_unique<units::Coordinator>(options_.launch, options_.threads, directory_.units_of(games),
                                              std::move(stage), distribution_,
                                              [this](const std::string& what) { notice(what); });
}

// Games of opponents that are programs of their own are played here.
match::StageSupply RunSteps::supply_for(const std::vector<play::Entrant>& players,
                                        const match::TournamentOptions& options, const std::filesystem::path& games) {
  if (options_.launch.launch == units::Launch::local || !units::obstacle(players, options.limits).empty()) return {};
  return [this, &players, &options, games](const match::StageGames& stage) {
    return units_for(games, units::match_stage(players, options, stage));
  };
}

void RunSteps::remove_units(const std::vector<std::filesystem::path>& games) const {
  std::error_code kept;  // what cannot be removed now is not in the way
  for (const std::filesystem::path& file : games) std::filesystem::remove_all(directory_.units_of(file), kept);
  if (!games.empty()) std::filesystem::remove(directory_.units_of(games.front()).parent_path(), kept);
}

// A kill may come between the note that a step is finished and the removal of its units.
void RunSteps::clear_units(int generation) const {
  const std::filesystem::path games =
      generation == 0 ? directory_.final_games() : directory_.self_play_games(generation);
  std::error_code kept;
  std::filesystem::remove_all(directory_.units_of(games).parent_path(), kept);
}

Weights RunSteps::weights_of(int generation) const {
  const auto file = directory_.weights_of(generation);
  require_intact(directory_, history(), file);
  return read_weights(file, tuned_.schema(), options_.weights_warning);
}

Weights RunSteps::best_before(int generation) const { return weights_of(history().best_before(generation)); }

std::uint64_t RunSteps::seed_for(int generation, Purpose purpose) const {
  return hash_seed(hash_seed(options_.seed, static_cast<std::uint64_t>(generation)), purpose);
}

}  // namespace hone::run
