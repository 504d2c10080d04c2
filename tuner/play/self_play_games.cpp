// SPDX-License-Identifier: MIT
#include "tuner/play/self_play_games.hpp"

#include <fmt/format.h>

#include <memory>
#include <utility>
#include <vector>

#include "data/error.hpp"
#include "data/hash.hpp"
#include "tuner/play/game_starts.hpp"
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
  const auto make = [&driver, &weights, engine = options.engine, variety = options.variety] {
    auto player = std::make_shared<VariedPlayer>(driver.engine(weights, engine), variety);
    return SelfPlayer::Both{player, {player, &player->engine()}};
  };
  return {make, {{"weights", play_fingerprint(weights)}}, options.limits.reproducible()};
}

SelfPlayer player_of(const GameDriver& driver, const Entrant& entrant, const Weights& judges,
                     const SelfPlayOptions& options) {
  const auto make = [&driver, &entrant, &judges, engine = options.engine] {
    return SelfPlayer::Both{entrant.make(), driver.engine(judges, engine)};
  };
  Settings settings{{"player", entrant.description}, {"openings judged by", play_fingerprint(judges)}};
  if (!entrant.folder.empty()) settings.emplace_back(folder_setting + entrant.name, entrant.folder.string());
  return {make, settings, entrant.is_reproducible(options.limits)};
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
  if (!options.engine.parameters.empty()) header.settings.emplace_back("parameters", options.engine.parameters.text());
  header.settings.insert(header.settings.begin(), player.settings.begin(), player.settings.end());
  if (!starts.description().empty()) header.settings.emplace_back("starts", starts.description());
  return header;
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
  if (is_canary(number)) {
    play.max_plies = static_cast<int>(opening.moves.size()) + canary_plies;
    play.adjudication.ending_pieces = 0;  // a header does not wait until they are solved
  }
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

// Openings are judged by `judges`.
NumberedGames games_of(const GameDriver& driver, SelfPlayer player, const Weights& judges,
                       const SelfPlayOptions& given) {
  given.validate();
  given.adjudication.validate(driver);
  const auto options = std::make_shared<const SelfPlayOptions>(given);
  const auto starts =
      std::make_shared<const GameStarts>(driver, judges, options->starts, options->openings, options->seed);
  NumberedGames games{.header = header_of(driver, player, *options, *starts), .reproducible = player.reproducible};
  games.make_player = [&driver, make = std::move(player.make), options, starts]() -> PlayGame {
    return [&driver, both = make(), options, starts](std::uint64_t number, const std::stop_token& stop) {
      return play_numbered(driver, both, *options, *starts, number, stop);
    };
  };
  sign(games);
  return games;
}

void require_no_variety(const Variety& variety) {
  if (variety.noise == 0 && variety.choice.temperature == 0 && variety.node_jitter == 0) return;
  throw Error("noise, temperature and node jitter are made inside of hone's own engine, and the player is another");
}

}  // namespace

NumberedGames self_play_games(const GameDriver& driver, const Weights& weights, const SelfPlayOptions& options) {
  return games_of(driver, player_of(driver, weights, options), weights, options);
}

NumberedGames self_play_games(const GameDriver& driver, const Entrant& player, const Weights& judges,
                              const SelfPlayOptions& options) {
  require_no_variety(options.variety);
  return games_of(driver, player_of(driver, player, judges, options), judges, options);
}

}  // namespace hone::play
