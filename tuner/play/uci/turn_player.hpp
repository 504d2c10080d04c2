// SPDX-License-Identifier: MIT
//
// What players of protocols have in common whose engines keep the position themselves: such an engine is told of each
// move once, and makes its own by itself.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tuner/play/uci/process_player.hpp"

namespace hone::play {

template <class Engine>
class TurnPlayer : public ProtocolPlayer<Engine> {
 protected:
  TurnPlayer(const GameDriver& driver, UciSettings settings) : ProtocolPlayer<Engine>(driver, std::move(settings)) {}

  void begin_board(const Opening& opening) {
    const GameDriver& driver = this->driver_;
    board_ = opening.start.empty() ? driver.initial() : driver.parse(opening.start);
    known_ = 0;
    has_moved_ = false;
    is_new_ = true;
  }

  // Makes the moves that the board lacks. Returns those that the engine does not know, as `spell(board, move)` says
  // each on the board before it.
  template <class Spell>
  [[nodiscard]] std::vector<std::string> take_moves(const Turn& turn, const Spell& spell) {
    std::vector<std::string> news;
    for (; known_ < turn.moves.size(); ++known_) {
      const MoveCode move = turn.moves[known_].move;
      if (!std::exchange(has_moved_, false)) news.push_back(spell(std::as_const(*board_), move));
      board_->play(move);
    }
    return news;
  }

  std::unique_ptr<Board> board_;  // with the first known_ moves of the game
  bool has_moved_ = false;        // the engine has made the move after those by itself
  bool is_new_ = true;            // it was not told of its limits in this game

 private:
  [[nodiscard]] std::string_view word_for_moves() const final { return "move"; }

  std::size_t known_ = 0;
};

}  // namespace hone::play
