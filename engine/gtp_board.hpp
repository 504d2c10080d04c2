// SPDX-License-Identifier: MIT
//
// The board of a session of the Go Text Protocol: any side may move at any time, moves are taken back, and the komi may
// change while a game goes on.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/go_games.hpp"
#include "games/go/position.hpp"

namespace hone {

// Why a command is not carried out, in the words of the draft.
struct GtpRefusal {
  std::string text;
};

// Functions that refuse throw GtpRefusal, and have changed nothing then.
class GtpBoard {
 public:
  explicit GtpBoard(const GameDriver& driver) { set_up(go_position(*driver.initial())); }

  [[nodiscard]] int size() const { return start_.size; }
  [[nodiscard]] int komi_halves() const { return start_.komi_halves; }
  [[nodiscard]] const Board& now() const { return *board_; }

  void set_up(const go::Position& start);
  void set_komi(int halves);

  // Makes it the turn of this side: the other passes, as long as the game goes on then; otherwise what lies on the
  // board is set up anew, without the positions that came before. It is the other's turn again after the next change.
  // Returns whether the other has passed for that, which nobody has said.
  bool give_turn_to(Side side);
  void play(Side side, const std::string& vertex);  // refuses an illegal move
  void play(Side side, MoveCode move);              // a legal one, once it is that side's turn
  void take_back();                                 // the last move; refuses where there is none
  void forget_turn() { replay(); }                  // that was given and not used

  // Black stones on an empty board, after which White is to move. Refuses others.
  void place_handicap(const std::vector<std::string>& vertices);

 private:
  struct SpokenMove {
    Side side = Side::first;
    MoveCode move = 0;
  };

  void replay();

  go::Position start_;             // without stones, or with those that were set up
  std::vector<SpokenMove> moves_;  // since then
  std::unique_ptr<Board> board_;   // after them
};

// The vertices of a fixed handicap, in their order. Refuses other numbers of stones than the draft has for the size.
[[nodiscard]] std::vector<std::string> handicap_vertices(int size, int stones);
[[nodiscard]] int most_handicap_stones(int size);

}  // namespace hone
