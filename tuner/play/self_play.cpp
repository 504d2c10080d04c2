// SPDX-License-Identifier: MIT
#include "tuner/play/self_play.hpp"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "data/error.hpp"
#include "data/game_file.hpp"
#include "data/hash.hpp"
#include "tuner/parallel/jobs.hpp"
#include "tuner/play/game_starts.hpp"
#include "tuner/play/options.hpp"
#include "tuner/play/settings_text.hpp"

namespace hone::play {

namespace {

// Seeds of one game, by what they are for.
enum Purpose : std::uint64_t { play_seed = 1, variety_seed };  // others: tuner/play/game_starts.cpp

// Who plays all games, and what decides its moves.
struct SelfPlayer {
  // What a thread has: a player of both sides, and an engine that judges openings. They may be the same object.
  struct Both {
    std::shared_ptr<Player> player;
    std::shared_ptr<Engine> judge;
  };

  std::function<Both()> make;
  std::vector<std::pair<std::string, std::string>> settings;  // of the file's header
  bool reproducible = true;
};

SelfPlayer player_of(const GameDriver& driver, const Weights& weights, const SelfPlayOptions& options) {
  const auto make = [&driver, &weights, &options] {
    auto player = std::make_shared<VariedPlayer>(driver.engine(weights, options.engine), options.variety);
    return SelfPlayer::Both{player, {player, &player->engine()}};
  };
  return {make, {{"weights", play_fingerprint(weights)}}, options.limits.reproducible()};
}

SelfPlayer player_of(const GameDriver& driver, const Entrant& entrant, const Weights& judges,
                     const SelfPlayOptions& options) {
  const auto make = [&driver, &entrant, &judges, &options] {
    return SelfPlayer::Both{entrant.make(), driver.engine(judges, options.engine)};
  };
  return {make,
          {{"player", entrant.description}, {"openings judged by", play_fingerprint(judges)}},
          entrant.is_reproducible(options.limits)};
}

GameFileHeader header_of(const GameDriver& driver, const SelfPlayer& player, const SelfPlayOptions& options,
                         const GameStarts& starts) {
  GameFileHeader header{std::string(driver.name()),
                        {options.player},
                        options.seed,
                        {{"limits", describe(options.limits)},
                         {"openings", describe(options.openings)},
                         {"adjudication", describe(options.adjudication)},
                         {"variety", describe(options.variety)},
                         {"hash bytes", fmt::format("{}", options.engine.hash_bytes)}}};
  header.settings.insert(header.settings.begin(), player.settings.begin(), player.settings.end());
  if (!starts.description().empty()) header.settings.emplace_back("starts", starts.description());
  return header;
}

// Counts and writes the games in the order of their numbers.
class Recorder {
 public:
  Recorder(GameFileWriter file, const PlayProgress& progress) : file_(std::move(file)), progress_(progress) {}

  void take(const GameRecord& game) {
    const bool is_new = count(game);
    if (is_new) file_.write(game);
    if (progress_) progress_(summary_.tally);
  }

  // Counts a game that is in the file already. Repeated games are not in the file, but their numbers are missing there.
  void recall(const GameRecord& game) {
    for (std::uint64_t number = next(); number < game.number; ++number) left_out_.push_back(number);
    skip_to(game.number);
    count(game);
  }

  // The numbers of games that were not recalled although later ones were.
  [[nodiscard]] const std::vector<std::uint64_t>& left_out() const { return left_out_; }
  // Whether a game with the same moves was recalled or taken.
  [[nodiscard]] bool knows(const GameRecord& game) const { return seen_.contains(game); }

  void finish(std::uint64_t games, bool complete) {
    summary_.complete = complete;
    if (complete && games > next()) skip_to(games);
    file_.sync();
  }

  [[nodiscard]] std::uint64_t next() const { return summary_.tally.games; }
  [[nodiscard]] const SelfPlaySummary& summary() const { return summary_; }

 private:
  bool count(const GameRecord& game) {
    stats::PlayTally& tally = summary_.tally;
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
    stats::PlayTally& tally = summary_.tally;
    tally.duplicates += number - tally.games;
    tally.games = number;
  }

  GameFileWriter file_;
  std::vector<std::uint64_t> left_out_;
  const PlayProgress& progress_;
  stats::SeenGames seen_;
  SelfPlaySummary summary_;
};

bool is_there(const std::filesystem::path& file) {
  std::error_code unreadable;  // the error of opening the file is clearer
  return std::filesystem::exists(file, unreadable);
}

std::unique_ptr<Recorder> open_recorder(const std::filesystem::path& file, const GameFileHeader& header,
                                        Existing existing, const PlayProgress& progress) {
  if (existing == Existing::refuse || !is_there(file)) {
    return std::make_unique<Recorder>(GameFileWriter::create(file, header), progress);
  }
  auto recorder = std::make_unique<Recorder>(GameFileWriter::append(file, header), progress);
  GameFileReader reader(file);
  while (const std::optional<GameRecord> game = reader.next()) {
    if (game->number < recorder->next()) {
      throw Error(file.string(), 0, fmt::format("game {} comes after later ones", game->number));
    }
    recorder->recall(*game);
  }
  return recorder;
}

// What the player was asked last: the position, and `go` with the limit.
std::string question_before(const Failure& failure) {
  std::string question;
  for (const std::string& line : failure.last_lines) {
    if (line.starts_with("> position ")) question = line.substr(2);
    if (line.starts_with("> go") && !question.empty()) question += ", " + line.substr(2);
  }
  return question.empty() ? "" : fmt::format(" (it was told: {})", question);
}

std::string advice(const Limits& limits, const Failure& failure) {
  const bool may_be_deaf = limits.nodes > 0 && failure.reason != EndReason::crash;
  return may_be_deaf ? "; some engines do not know a limit of nodes: --depth or --movetime" : "";
}

std::optional<GameRecord> play_numbered(const GameDriver& driver, const SelfPlayer::Both& both,
                                        const SelfPlayOptions& options, const GameStarts& starts, std::uint64_t number,
                                        const std::stop_token& stop) {
  const std::uint64_t seed = hash_seed(options.seed, number);
  both.player->set_seed(hash_seed(seed, variety_seed));
  const auto [opening, weight] = starts.start(number, seed, *both.judge);
  GamePlayOptions play;
  play.limits = {options.limits, options.limits};
  play.adjudication = options.adjudication;
  auto game =
      play_game(driver, opening, {both.player.get(), both.player.get()}, play, hash_seed(seed, play_seed), stop);
  if (!game) return std::nullopt;
  if (game->fault) {
    throw Error(
        fmt::format("{}: game {} ended by a failure: {}{}{}", options.player, number, game->fault->failure.detail,
                    question_before(game->fault->failure), advice(options.limits, game->fault->failure)),
        Error::Kind::system);
  }
  game->record.number = number;
  game->record.seed = seed;
  game->record.weight = weight;
  return std::move(game->record);
}

// A game that was left out of the file must repeat one that is there; otherwise a block of the file was lost. Returns
// false when stopped before that is known.
bool check_left_out(const GameDriver& driver, const SelfPlayer& player, const SelfPlayOptions& options,
                    const GameStarts& starts, const Recorder& recorder, const std::filesystem::path& file,
                    const std::stop_token& stop) {
  if (!player.reproducible || recorder.left_out().empty()) return true;
  const SelfPlayer::Both both = player.make();
  for (const std::uint64_t number : recorder.left_out()) {
    const std::optional<GameRecord> game = play_numbered(driver, both, options, starts, number, stop);
    if (!game) return false;
    if (!recorder.knows(*game)) throw Error(file.string(), 0, fmt::format("game {} is missing", number));
  }
  return true;
}

}  // namespace

void SelfPlayOptions::declare(text::Options& options) {
  options.integer("games", "N", games, {1}, "number of games to play").short_form('g');
  declare_limits(options, limits);
  variety.declare(options);
}

void SelfPlayOptions::validate() const {
  if (threads < 1) throw Error(expected_found("threads >= 1", fmt::format("{}", threads)));
  variety.validate(limits);
  adjudication.validate();
  openings.validate();
}

SelfPlayOptions default_self_play(const GameDriver& driver) {
  SelfPlayOptions options;
  options.openings = default_openings(driver, OpeningUse::training);
  return options;
}

namespace {

// Openings are judged by `judges`.
SelfPlaySummary play_all(const GameDriver& driver, const SelfPlayer& player, const Weights& judges,
                         const SelfPlayOptions& options, const std::filesystem::path& file, Existing existing,
                         const std::stop_token& stop, const PlayProgress& progress) {
  const GameStarts starts(driver, judges, options.starts, options.openings, options.seed);
  const bool is_new = !is_there(file);
  const std::unique_ptr<Recorder> recorder =
      open_recorder(file, header_of(driver, player, options, starts), existing, progress);
  if (!check_left_out(driver, player, options, starts, *recorder, file, stop)) return recorder->summary();
  const auto make_worker = [&] {
    return [&, both = player.make()](std::uint64_t number, const std::stop_token& stop_playing) {
      return play_numbered(driver, both, options, starts, number, stop_playing);
    };
  };
  const auto take = [&](const GameRecord& game) {
    recorder->take(game);
    return true;
  };
  try {
    const parallel::JobsEnd end =
        parallel::use_in_order({recorder->next(), options.games, options.threads}, make_worker, take, stop);
    recorder->finish(options.games, end == parallel::JobsEnd::finished);
  } catch (const Error&) {
    if (is_new && recorder->next() == 0) std::filesystem::remove(file);  // so that another command may begin it
    throw;
  }
  return recorder->summary();
}

void require_no_variety(const Variety& variety) {
  if (variety.noise == 0 && variety.choice.temperature == 0 && variety.node_jitter == 0) return;
  throw Error("noise, temperature and node jitter are made inside of hone's own engine, and the player is another");
}

}  // namespace

SelfPlaySummary self_play(const GameDriver& driver, const Weights& weights, const SelfPlayOptions& options,
                          const std::filesystem::path& file, Existing existing, const std::stop_token& stop,
                          const PlayProgress& progress) {
  options.validate();
  return play_all(driver, player_of(driver, weights, options), weights, options, file, existing, stop, progress);
}

SelfPlaySummary self_play(const GameDriver& driver, const Entrant& player, const Weights& judges,
                          const SelfPlayOptions& options, const std::filesystem::path& file, Existing existing,
                          const std::stop_token& stop, const PlayProgress& progress) {
  options.validate();
  require_no_variety(options.variety);
  return play_all(driver, player_of(driver, player, judges, options), judges, options, file, existing, stop, progress);
}

}  // namespace hone::play
