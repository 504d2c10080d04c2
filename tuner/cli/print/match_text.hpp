// SPDX-License-Identifier: MIT
//
// A match as text: its standings as tables, its games as PGN, and their final positions as EPD. The two files hold the
// games that make up the result, in their order, and are written when they are complete.
#pragma once

#include <string>
#include <vector>

#include "data/game_record.hpp"
#include "engine/game_driver.hpp"
#include "tuner/formats/pgn.hpp"
#include "tuner/match/standings.hpp"
#include "tuner/play/entrant.hpp"

namespace hone::cli {

class GameTexts {
 public:
  // A file with an empty name is not written.
  GameTexts(const GameDriver& driver, const std::vector<play::Entrant>& players, std::string pgn_file,
            std::string epd_file);

  void add(const GameRecord& game, const formats::PgnHeading& heading = {});
  void write() const;
  // Throws Error when one of the files holds something and does not begin with the games that were added.
  void require_beginnings() const;

 private:
  const GameDriver& driver_;
  std::vector<std::string> names_;
  std::string pgn_file_, epd_file_;
  std::string pgn_, epd_;
};

// A table with a line a player, the best first: rank, name, Elo against the field with its error, nElo, LOS, games,
// points, draws, and the pairs by their points.
[[nodiscard]] std::string standings_table(const match::Standings& standings);

// A table of each player's points against each other player, in the order of the standings.
[[nodiscard]] std::string cross_table(const match::Standings& standings);

}  // namespace hone::cli
