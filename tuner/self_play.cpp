// SPDX-License-Identifier: MIT
#include "tuner/self_play.hpp"

#include <fmt/format.h>

#include <array>
#include <memory>
#include <optional>
#include <utility>

#include "data/error.hpp"
#include "data/game_file.hpp"
#include "data/hash.hpp"
#include "data/random.hpp"
#include "tuner/numbered_jobs.hpp"
#include "tuner/settings_text.hpp"

namespace hone {
namespace {

// Seeds of one game, by what they are for.
enum Purpose : std::uint64_t { opening_seed, play_seed, jitter_seed, other_jitter_seed, noise_seed };

GameFileHeader header_of(const GameDriver& driver, const Weights& weights, const SelfPlayOptions& options) {
  return {std::string(driver.name()),
          {options.player},
          options.seed,
          {{"weights", play_fingerprint(weights)},
           {"limits", describe(options.limits)},
           {"jitter", fmt::format("{}", options.jitter)},
           {"openings", describe(options.openings)},
           {"adjudication", describe(options.adjudication)},
           {"noise", fmt::format("{}", options.noise)}}};
}

// Takes the games in order of their numbers.
class Recorder {
 public:
  Recorder(GameFileWriter file, const PlayProgress& progress) : file_(std::move(file)), progress_(progress) {}

  void take(const GameRecord& game) {
    const bool is_new = count(game);
    if (is_new) file_.write(game);
    if (progress_) progress_(summary_.tally);
  }

  // A game that is in the file already. Repeated games are not, but their numbers are missing there.
  void recall(const GameRecord& game) {
    skip_to(game.number);
    count(game);
  }

  void finish(std::uint64_t games, bool complete) {
    summary_.complete = complete;
    if (complete && games > next()) skip_to(games);
    file_.sync();
  }

  [[nodiscard]] std::uint64_t next() const { return summary_.tally.games; }
  [[nodiscard]] const SelfPlaySummary& summary() const { return summary_; }

 private:
  bool count(const GameRecord& game) {
    PlayTally& tally = summary_.tally;
    if (!seen_.insert(game)) {
      ++tally.games;
      ++tally.duplicates;
      return false;
    }
    tally.add(game);
    ++summary_.recorded;
    return true;
  }

  void skip_to(std::uint64_t number) {
    PlayTally& tally = summary_.tally;
    tally.duplicates += number - tally.games;
    tally.games = number;
  }

  GameFileWriter file_;
  const PlayProgress& progress_;
  SeenGames seen_;
  SelfPlaySummary summary_;
};

std::unique_ptr<Recorder> open_recorder(const std::filesystem::path& file, const GameFileHeader& header,
                                        Existing existing, const PlayProgress& progress) {
  if (existing == Existing::refuse || !std::filesystem::exists(file)) {
    return std::make_unique<Recorder>(GameFileWriter::create(file, header), progress);
  }
  auto recorder = std::make_unique<Recorder>(GameFileWriter::append(file, header), progress);
  GameFileReader reader(file);
  while (const std::optional<GameRecord> game = reader.next()) recorder->recall(*game);
  return recorder;
}

Weights jittered(Weights weights, double jitter, std::uint64_t seed) {
  Random random(seed);
  for (double& value : weights.values) value += jitter * (2 * random.uniform() - 1);
  return weights;
}

// The engines of one thread.
class SelfPlayer {
 public:
  SelfPlayer(const GameDriver& driver, const Weights& weights, const SelfPlayOptions& options)
      : driver_(driver),
        weights_(weights),
        options_(options),
        play_{{options.limits, options.limits}, options.adjudication, 0},
        engine_(driver.engine(weights, options.engine)) {
    if (options.jitter == 0) return;
    for (auto& player : jittered_) player = driver.engine(weights, options.engine);
  }

  std::optional<GameRecord> play(std::uint64_t number, const std::stop_token& stop) {
    const std::uint64_t seed = hash_seed(options_.seed, number);
    engine_->set_noise({options_.noise, hash_seed(seed, noise_seed)});
    const Opening opening = random_opening(driver_, *engine_, hash_seed(seed, opening_seed), options_.openings);
    auto game = play_game(driver_, opening, players_for(seed), play_, hash_seed(seed, play_seed), stop);
    if (!game) return std::nullopt;
    game->number = number;
    game->seed = seed;
    return game;
  }

 private:
  std::array<Engine*, 2> players_for(std::uint64_t seed) {
    if (options_.jitter == 0) return {engine_.get(), engine_.get()};
    jittered_[0]->set_weights(jittered(weights_, options_.jitter, hash_seed(seed, jitter_seed)));
    jittered_[1]->set_weights(jittered(weights_, options_.jitter, hash_seed(seed, other_jitter_seed)));
    return {jittered_[0].get(), jittered_[1].get()};
  }

  const GameDriver& driver_;
  const Weights& weights_;
  const SelfPlayOptions& options_;
  GamePlayOptions play_;
  std::unique_ptr<Engine> engine_;
  std::array<std::unique_ptr<Engine>, 2> jittered_;
};

}  // namespace

void SelfPlayOptions::validate() const {
  if (threads < 1) throw Error(expected_found("threads >= 1", fmt::format("{}", threads)));
  if (!(jitter >= 0 && jitter <= 1e4)) throw Error(expected_found("jitter in [0, 10000]", fmt::format("{}", jitter)));
  adjudication.validate();
  openings.validate();
}

SelfPlayOptions default_self_play(const GameDriver& driver) {
  SelfPlayOptions options;
  options.openings = default_openings(driver, OpeningUse::training);
  options.engine.hash_bytes = std::size_t{4} << 20;
  return options;
}

SelfPlaySummary self_play(const GameDriver& driver, const Weights& weights, const SelfPlayOptions& options,
                          const std::filesystem::path& file, Existing existing, const std::stop_token& stop,
                          const PlayProgress& progress) {
  options.validate();
  const std::unique_ptr<Recorder> recorder =
      open_recorder(file, header_of(driver, weights, options), existing, progress);

  const JobFactory make_job = [&]() -> Job {
    const auto player = std::make_shared<SelfPlayer>(driver, weights, options);
    return [&, player](std::uint64_t number, const std::stop_token& stop_playing) -> std::optional<Commit> {
      std::optional<GameRecord> game = player->play(number, stop_playing);
      if (!game) return std::nullopt;
      return [&, game = std::move(*game)] {
        recorder->take(game);
        return true;
      };
    };
  };
  const JobsEnd end = run_in_order({recorder->next(), options.games, options.threads}, make_job, stop);
  recorder->finish(options.games, end == JobsEnd::finished);
  return recorder->summary();
}

}  // namespace hone
