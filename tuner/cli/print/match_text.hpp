// SPDX-License-Identifier: MIT
//
// The games of a match for other programs: as PGN, and their final positions as EPD. The files are derived from the
// games that make up the result, in their order, and written when they are complete.
#pragma once

#include <string>
#include <vector>

#include "data/game_record.hpp"
#include "engine/game_driver.hpp"
#include "tuner/match/standings.hpp"
#include "tuner/play/player.hpp"

namespace hone::cli {

class GameTexts {
 public:
  // No file is written for an empty name.
  GameTexts(const GameDriver& driver, const std::vector<play::Player>& players, std::string pgn_file,
            std::string epd_file);

  void add(const GameRecord& game);
  void write() const;

 private:
  const GameDriver& driver_;
  std::vector<std::string> names_;
  std::string pgn_file_, epd_file_;
  std::string pgn_, epd_;
};

// Standings as aligned tables: who is where, and who did what against whom.

// One line a player, the best first: rank, name, Elo against the field with its error, nElo, LOS, games, points,
// draws, and the pairs by their points.
[[nodiscard]] std::string standings_table(const match::Standings& standings);

// Each player's points against each other player, in the order of the standings.
[[nodiscard]] std::string cross_table(const match::Standings& standings);

}  // namespace hone::cli
