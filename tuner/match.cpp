// SPDX-License-Identifier: MIT
#include "tuner/match.hpp"

#include <fmt/format.h>

#include <array>
#include <memory>
#include <utility>

#include "data/error.hpp"
#include "data/game_file.hpp"
#include "data/hash.hpp"
#include "engine/random_mover.hpp"
#include "tuner/numbered_jobs.hpp"
#include "tuner/settings_text.hpp"

namespace hone {
namespace {

enum Purpose : std::uint64_t { opening_seed, play_seed, random_moves_seed = play_seed + 2 };

using Pair = std::array<GameRecord, 2>;

// Half points of the first player of the list: 0, 1 or 2.
int half_points(const GameRecord& game) {
  const int utility = game.first == 0 ? game.outcome.utility : -game.outcome.utility;
  return utility > 0 ? 2 : utility == 0 ? 1 : 0;
}

// Adds pairs in their order and looks at the SPRT after each.
class Scorer {
 public:
  Scorer(std::span<const Player> players, const MatchOptions& options, const MatchObserver& observer)
      : options_(options), observer_(observer) {
    for (const Player& player : players) result_.players.push_back(player.name);
    judge();
  }

  void add(const Pair& pair) {
    int points = 0;
    for (const GameRecord& game : pair) {
      points += half_points(game);
      add_game(game);
    }
    ++result_.pairs.pairs[static_cast<std::size_t>(points)];
    judge();
  }

  [[nodiscard]] bool decided() const { return result_.sprt && result_.sprt->verdict != SprtVerdict::undecided; }
  [[nodiscard]] std::uint64_t pairs() const { return result_.pairs.count(); }
  [[nodiscard]] MatchResult& result() { return result_; }

 private:
  void add_game(const GameRecord& game) {
    result_.tally.add(game);
    if (!seen_.insert(game)) ++result_.tally.duplicates;
    const int points = half_points(game);
    Trinomial& results = result_.results;
    ++(points == 2 ? results.wins : points == 1 ? results.draws : results.losses);
    if (observer_.game) observer_.game(game);
  }

  void judge() {
    result_.estimate = estimate(result_.pairs);
    if (options_.sprt) result_.sprt = sprt(result_.pairs, *options_.sprt);
  }

  const MatchOptions& options_;
  const MatchObserver& observer_;
  MatchResult result_;
  SeenGames seen_;
};

// Where the games go, if anywhere.
class PairFile {
 public:
  PairFile() = default;
  PairFile(const std::filesystem::path& file, const GameFileHeader& header) {
    if (!std::filesystem::exists(file)) {
      writer_ = GameFileWriter::create(file, header);
      return;
    }
    writer_ = GameFileWriter::append(file, header);
    GameFileReader reader(file);
    while (std::optional<GameRecord> game = reader.next()) kept_.push_back(std::move(*game));
  }

  // The whole pairs that the file held when it was opened.
  [[nodiscard]] std::vector<Pair> kept_pairs() const {
    std::vector<Pair> pairs;
    for (std::size_t i = 0; i + 1 < kept_.size(); i += 2) pairs.push_back({kept_[i], kept_[i + 1]});
    return pairs;
  }

  // Half a pair may have been written before.
  void write(const Pair& pair) {
    if (!writer_) return;
    for (const GameRecord& game : pair) {
      if (game.number >= kept_.size()) writer_->write(game);
    }
  }
  void sync() {
    if (writer_) writer_->sync();
  }

 private:
  std::optional<GameFileWriter> writer_;
  std::vector<GameRecord> kept_;
};

std::string describe_openings(const MatchOptions& options) {
  if (options.suite.empty()) return describe(options.openings);
  std::uint64_t hash = 0;
  for (const Opening& opening : options.suite) {
    for (const char c : opening.start) hash = hash_seed(hash, static_cast<unsigned char>(c));
    for (const MoveCode move : opening.moves) hash = hash_seed(hash, move);
    hash = hash_seed(hash, opening.moves.size());
  }
  return fmt::format("a suite of {}, {:016x}", options.suite.size(), hash);
}

GameFileHeader header_of(const GameDriver& driver, std::span<const Player> players, const MatchOptions& options) {
  GameFileHeader header{std::string(driver.name()), {}, options.seed, {}};
  for (const Player& player : players) {
    header.players.push_back(player.name);
    header.settings.emplace_back("weights of " + player.name,
                                 player.moves_at_random ? "random moves" : play_fingerprint(player.weights));
  }
  header.settings.emplace_back("limits", describe(options.limits));
  header.settings.emplace_back("openings", describe_openings(options));
  header.settings.emplace_back("adjudication", describe(options.adjudication));
  header.settings.emplace_back("hash bytes", fmt::format("{}", options.engine.hash_bytes));
  return header;
}

std::unique_ptr<Engine> engine_of(const GameDriver& driver, const Player& player, const EngineOptions& options) {
  if (player.moves_at_random) return std::make_unique<RandomMover>();
  return driver.engine(player.weights, options);
}

// The engines of one thread.
class PairPlayer {
 public:
  PairPlayer(const GameDriver& driver, std::span<const Player> players, const MatchOptions& options)
      : driver_(driver),
        options_(options),
        opener_(driver.engine(driver.material_weights(), options.engine)),
        contenders_{EngineContender(engine_of(driver, players[0], options.engine)),
                    EngineContender(engine_of(driver, players[1], options.engine))} {
    play_.limits = {options.limits, options.limits};
    play_.adjudication = options.adjudication;
  }

  std::optional<Pair> play(std::uint64_t number, const std::stop_token& stop) {
    const std::uint64_t seed = hash_seed(options_.seed, number);
    const Opening opening = opening_of(number, hash_seed(seed, opening_seed));
    Pair pair;
    for (std::uint8_t first = 0; first < 2; ++first) {
      seed_random_moves(hash_seed(seed, random_moves_seed + first));
      const std::array<Contender*, 2> sides{&contenders_[first], &contenders_[1 - first]};
      std::optional<FinishedGame> game =
          play_game(driver_, opening, sides, play_, hash_seed(seed, play_seed + first), stop);
      if (!game) return std::nullopt;
      game->record.number = 2 * number + first;
      game->record.first = first;
      pair[first] = std::move(game->record);
    }
    return pair;
  }

 private:
  void seed_random_moves(std::uint64_t seed) {
    for (std::size_t i = 0; i < 2; ++i) contenders_[i].set_seed(hash_seed(seed, i));
  }
  Opening opening_of(std::uint64_t number, std::uint64_t seed) {
    if (options_.suite.empty()) return random_opening(driver_, *opener_, seed, options_.openings);
    return options_.suite[number % options_.suite.size()];
  }

  const GameDriver& driver_;
  const MatchOptions& options_;
  GamePlayOptions play_;
  std::unique_ptr<Engine> opener_;
  std::array<EngineContender, 2> contenders_;
};

void require_two(std::span<const Player> players) {
  if (players.size() != 2) throw Error(expected_found("two players", fmt::format("{}", players.size())));
  if (players[0].name == players[1].name) throw Error(fmt::format("both players are called '{}'", players[0].name));
}

}  // namespace

void MatchOptions::validate() const {
  if (threads < 1) throw Error(expected_found("threads >= 1", fmt::format("{}", threads)));
  if (sprt) sprt->validate();
  adjudication.validate();
  openings.validate();
}

MatchOptions default_match(const GameDriver& driver) {
  MatchOptions options;
  options.openings = default_openings(driver, OpeningUse::judging);
  options.engine.hash_bytes = std::size_t{4} << 20;
  return options;
}

double MatchResult::draw_ratio() const {
  const std::uint64_t games = results.count();
  return games == 0 ? 0.0 : static_cast<double>(results.draws) / static_cast<double>(games);
}

MatchResult play_match(const GameDriver& driver, std::span<const Player> players, const MatchOptions& options,
                       const std::optional<std::filesystem::path>& file, const std::stop_token& stop,
                       const MatchObserver& observer) {
  options.validate();
  require_two(players);
  PairFile games = file ? PairFile(*file, header_of(driver, players, options)) : PairFile();
  Scorer scorer(players, options, observer);
  for (const Pair& pair : games.kept_pairs()) scorer.add(pair);

  const JobFactory make_job = [&]() -> Job {
    const auto player = std::make_shared<PairPlayer>(driver, players, options);
    return [&, player](std::uint64_t number, const std::stop_token& stop_playing) -> std::optional<Commit> {
      std::optional<Pair> pair = player->play(number, stop_playing);
      if (!pair) return std::nullopt;
      return [&, pair = std::move(*pair)] {
        scorer.add(pair);
        games.write(pair);
        if (observer.progress) observer.progress(scorer.result());
        return !scorer.decided();
      };
    };
  };
  const std::uint64_t all_pairs = (options.games + 1) / 2;
  const std::uint64_t end = scorer.decided() ? scorer.pairs() : all_pairs;
  scorer.result().complete = run_in_order({scorer.pairs(), end, options.threads}, make_job, stop) != JobsEnd::stopped;
  games.sync();
  return std::move(scorer.result());
}

}  // namespace hone
