// SPDX-License-Identifier: MIT
#include "tuner/play/old_positions.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "data/error.hpp"
#include "data/hash.hpp"
#include "data/random.hpp"
#include "tuner/formats/game_source.hpp"
#include "tuner/formats/position_filter.hpp"
#include "tuner/play/openings.hpp"

namespace hone::play {

namespace {

Opening moves_before(const GameRecord& game, std::size_t ply) {
  Opening opening{game.start, {}};
  for (std::size_t i = 0; i < ply; ++i) opening.moves.push_back(game.moves[i].move);
  return opening;
}

// Draws the position of one game.
class PositionDraw {
 public:
  PositionDraw(const GameDriver& driver, Engine& engine, const OldPositionOptions& options)
      : driver_(driver), engine_(engine), options_(options) {}

  // The first position that will do, of all in random order.
  [[nodiscard]] std::optional<Opening> of(const GameRecord& game, Random& random) const {
    std::vector<std::size_t> plies;
    for (std::size_t ply = game.opening_plies; ply < game.moves.size(); ++ply) {
      const Score score = game.moves[ply].score;
      if (score == no_score || std::abs(score) <= options_.bound) plies.push_back(ply);
    }
    for (std::size_t left = plies.size(); left > 0; --left) {
      std::swap(plies[left - 1], plies[random.below(left)]);
      Opening opening = moves_before(game, plies[left - 1]);
      if (will_do(opening, game.moves[plies[left - 1]].move)) return opening;
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] bool will_do(const Opening& opening, MoveCode played) const {
    const std::unique_ptr<Board> board = set_up(driver_, opening);
    if (board->outcome() || board->in_check() || use_of(*board) != OpeningUse::training) return false;
    return formats::make_quiet(engine_, *board, played, formats::Quiet::filter, options_.quiet_margin);
  }

  const GameDriver& driver_;
  Engine& engine_;
  const OldPositionOptions& options_;
};

struct OldGame {
  GameRecord record;
  std::string file;
};

// Keeps `most` of the games that go by, each with the same chance (Vitter's algorithm R).
class GameDraw {
 public:
  GameDraw(std::size_t most, std::uint64_t seed) : most_(most), random_(seed) {}

  void take(OldGame game) {
    ++seen_;
    if (games_.size() < most_) {
      games_.push_back(std::move(game));
    } else if (const std::uint64_t place = random_.below(seen_); place < most_) {
      games_[place] = std::move(game);
    }
  }
  [[nodiscard]] const std::vector<OldGame>& games() const { return games_; }

 private:
  std::size_t most_;
  Random random_;
  std::uint64_t seen_ = 0;
  std::vector<OldGame> games_;
};

void draw_games(const GameDriver& driver, const std::filesystem::path& file, GameDraw& draw) {
  const std::unique_ptr<formats::GameSource> source = formats::open_games(file, &driver);
  while (const std::optional<formats::UnreadGame> unread = source->next()) {
    try {
      if (std::optional<formats::NamedGame> game = (*unread)()) draw.take({std::move(game->record), file.string()});
    } catch (const Error& error) {
      throw Error(file.string(), error.line(), error.message());
    }
  }
}

}  // namespace

std::vector<Opening> old_positions(const GameDriver& driver, const Weights& weights,
                                   const std::vector<std::filesystem::path>& files, std::uint64_t seed,
                                   const OldPositionOptions& options) {
  GameDraw games(options.most, seed);
  for (const std::filesystem::path& file : files) draw_games(driver, file, games);
  const std::unique_ptr<Engine> engine = driver.engine(weights, quiescence_options());
  const PositionDraw draw(driver, *engine, options);
  std::vector<Opening> openings;
  for (const auto& [game, file] : games.games()) {
    Random random(hash_seed(seed, game.seed));
    try {
      if (std::optional<Opening> opening = draw.of(game, random)) openings.push_back(std::move(*opening));
    } catch (const Error& error) {
      throw Error(file, 0, fmt::format("game {}: {}", game.number, error.message()));
    }
  }
  return openings;
}

}  // namespace hone::play
