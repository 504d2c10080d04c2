// SPDX-License-Identifier: MIT
#include "tests/fuzz/notation_laws.hpp"

#include <vector>

#include "data/game_file.hpp"
#include "engine/opening.hpp"
#include "tuner/formats/dataset.hpp"
#include "tuner/formats/formats.hpp"
#include "tuner/formats/sink.hpp"

namespace hone::fuzz {
namespace {

void require_follows_rules(const GameDriver& driver, const GameRecord& game) {
  require(game.opening_plies <= game.moves.size(), "the opening is a part of the game");
  require(game.details.empty() || game.details.size() == game.moves.size() - game.opening_plies,
          "every searched move has a detail, or none has");
  const std::unique_ptr<Board> board = start_of(driver, game);
  for (const PlayedMove& played : game.moves) play_checked(*board, played.move);
}

formats::NamedGame read_back(const GameDriver& driver, const formats::NamedGame& game, const InputFile& written) {
  const GameFileHeader header{
      .game = std::string(driver.name()), .players = {game.first, game.second}, .seed = 0, .settings = {}};
  const auto encoder = formats::game_encoder(written.path(), header);
  written.write(encoder.head + encoder.encode(game));
  std::vector<formats::NamedGame> games;
  formats::read_games(written.path(), {}, [&](const formats::NamedGame& again) {
    games.push_back(again);
    return true;
  });
  require(games.size() == 1, "a game that was written is one game");
  return games.front();
}

std::vector<MoveCode> moves_of(const GameRecord& game) {
  std::vector<MoveCode> moves;
  for (const PlayedMove& played : game.moves) moves.push_back(played.move);
  return moves;
}

// What other programs say may be more than is written: scores of moves of the opening, times without a score. What was
// written once is written again without a loss.
void require_reads_back(const GameDriver& driver, const formats::NamedGame& game, const InputFile& written) {
  const formats::NamedGame again = read_back(driver, game, written);
  require(again.first == game.first && again.second == game.second, "the players are read back");
  require(again.record.start == game.record.start, "the start is read back");
  require(moves_of(again.record) == moves_of(game.record), "the moves are read back");
  require(again.record.opening_plies == game.record.opening_plies, "the opening is read back");
  require(again.record.outcome == game.record.outcome, "the outcome is read back");
  require(read_back(driver, again, written) == again, "what was written is read back whole");
}

}  // namespace

void check_notation(const GameDriver& driver, const InputFile& file, const InputFile& written) {
  (void)accepts([&] {
    formats::read_games(file.path(), {.skip_bad = true}, [&](const formats::NamedGame& game) {
      require_follows_rules(driver, game.record);
      require(accepts([&] { require_reads_back(driver, game, written); }), "what was written can be read");
      return true;
    });
  });
}

}  // namespace hone::fuzz
