// SPDX-License-Identifier: MIT
#include "tuner/cli/game_texts.hpp"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "data/atomic_file.hpp"
#include "engine/opening.hpp"
#include "tuner/formats/epd.hpp"
#include "tuner/formats/pgn.hpp"

namespace hone {
namespace {

std::string final_position(const GameDriver& driver, const GameRecord& game) {
  const std::unique_ptr<Board> board = start_of(driver, game);
  for (const PlayedMove& played : game.moves) play_checked(*board, played.move);
  return board->text();
}

}  // namespace

GameTexts::GameTexts(const GameDriver& driver, const std::vector<Player>& players, std::string pgn_file,
                     std::string epd_file)
    : driver_(driver), pgn_file_(std::move(pgn_file)), epd_file_(std::move(epd_file)) {
  for (const Player& player : players) names_.push_back(player.name);
}

void GameTexts::add(const GameRecord& game) {
  if (!pgn_file_.empty()) pgn_ += to_pgn(driver_, game, names_);
  if (epd_file_.empty()) return;
  const std::vector<EpdOperation> operations{{"c9", {result_text(game.outcome)}},
                                             {"id", {fmt::format("game {}", game.number + 1)}}};
  epd_ += to_epd(final_position(driver_, game), operations) + '\n';
}

void GameTexts::write() const {
  if (!pgn_file_.empty()) write_file_atomically(pgn_file_, pgn_);
  if (!epd_file_.empty()) write_file_atomically(epd_file_, epd_);
}

}  // namespace hone
