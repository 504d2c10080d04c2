// SPDX-License-Identifier: MIT
//
// A game while it is played: all positions up to now, so that moves can be taken back, and its record.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "data/game_record.hpp"
#include "engine/game_driver.hpp"

namespace hone::cli {

class PlayedGame {
 public:
  // Begins at the board. `start` is the text that records have of it, empty for the game's initial position.
  PlayedGame(const GameDriver& driver, std::unique_ptr<Board> board, std::string start);

  [[nodiscard]] const Board& board() const { return *boards_.back(); }
  [[nodiscard]] std::size_t plies() const { return moves_.size(); }
  [[nodiscard]] const std::vector<PlayedMove>& moves() const { return moves_; }
  [[nodiscard]] const std::string& start() const { return start_; }
  // By the rules, by its greatest length, or as it was ended by a player.
  [[nodiscard]] std::optional<Outcome> outcome() const;

  void play(const PlayedMove& move, const MoveDetail& detail);  // must be legal
  void take_back();                                             // at least one move must have been played
  void end(const Outcome& outcome) { ended_ = outcome; }        // takes no further moves; taking back goes on

  // The cells that the last move is marked in.
  [[nodiscard]] std::vector<bool> marked_cells() const;
  // "1. e4 e5 2. Nf3", from the start.
  [[nodiscard]] std::string moves_text() const;
  // An unfinished game has the reason `none`.
  [[nodiscard]] GameRecord record() const;

 private:
  const GameDriver& driver_;
  std::string start_;
  std::vector<std::unique_ptr<Board>> boards_;  // one more than there are moves
  std::vector<PlayedMove> moves_;
  std::vector<MoveDetail> details_;
  std::optional<Outcome> ended_;
};

// "White wins by 12: ...", "a draw: ...": who has won and why the game is over.
[[nodiscard]] std::string outcome_for_people(const GameDriver& driver, const Board& board, const Outcome& outcome);

}  // namespace hone::cli
