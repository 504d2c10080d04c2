// SPDX-License-Identifier: MIT
//
// What a UCI engine is told at each move: where the game stands, and how long to think.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>

#include "engine/game_driver.hpp"
#include "engine/opening.hpp"

namespace hone {

// Spells the `position` command of a game as it goes on. In chess it says the position after the last irreversible move
// and the moves since: all that repetition can depend on, and a short line however long the game.
class UciPosition {
 public:
  UciPosition(const GameDriver& driver, const std::string& start);

  // Castling is spelt as king takes rook (UCI_Chess960).
  [[nodiscard]] bool is_chess960() const { return chess960_; }

  // The command after `moves`, which begin with those of the call before.
  [[nodiscard]] const std::string& after(std::span<const PlayedMove> moves);

  // The legal move of that text in the current position; nothing for notations other than the protocol's.
  [[nodiscard]] std::optional<MoveCode> parse(std::string_view text) const;

 private:
  void play(MoveCode move);

  std::unique_ptr<Board> board_;
  bool chess960_;
  bool has_move_clock_;
  std::string command_;
  bool has_moves_ = false;  // the command, behind its position
  std::size_t played_ = 0;
};

// `go` with the limits of the side to move, and the clocks of both.
[[nodiscard]] std::string go_command(const std::array<Limits, 2>& limits, Side side_to_move);

}  // namespace hone
