// SPDX-License-Identifier: MIT
//
// The games of a match for other programs: as PGN, and their final positions as EPD. The files are derived from the
// games that make up the result, in their order, and written when they are complete.
#pragma once

#include <string>
#include <vector>

#include "data/game_record.hpp"
#include "engine/game_driver.hpp"
#include "tuner/tournament/player.hpp"

namespace hone {

class GameTexts {
 public:
  // No file is written for an empty name.
  GameTexts(const GameDriver& driver, const std::vector<Player>& players, std::string pgn_file, std::string epd_file);

  void add(const GameRecord& game);
  void write() const;

 private:
  const GameDriver& driver_;
  std::vector<std::string> names_;
  std::string pgn_file_, epd_file_;
  std::string pgn_, epd_;
};

}  // namespace hone
