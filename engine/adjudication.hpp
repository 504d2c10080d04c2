// SPDX-License-Identifier: MIT
//
// Ends games early when both players agree on the result. The options are those of other match runners: resign and
// draw.
#pragma once

#include <array>
#include <optional>

#include "engine/game_driver.hpp"
#include "engine/score.hpp"
#include "games/game.hpp"

namespace hone {

struct AdjudicationOptions {
  Score resign_score = 600;      // centi-units; both players must see at least this much for the same side
  int resign_count = 4;          // number of consecutive moves of each player that must agree; 0: nobody resigns
  bool resign_two_sided = true;  // false: it is enough that the loser agrees
  Score draw_score = 8;          // centi-units; both players must see at most this much for either side
  int draw_count = 8;            // number of consecutive moves of each player that must agree; 0: no draws
  Ply draw_ply = 80;             // no draw before this ply of the game

  // A win that both players see ends the game at once. Not where either is a program of others: such scores then count
  // as one move of resign_count like any other.
  bool trusts_wins = true;

  // A position with so many pieces or fewer ends the game with the result of best play; 0: never. Only for games whose
  // endings are solved (GameDriver::most_ending_pieces).
  int ending_pieces = 0;

  // Share of the games that are played on to their end, to measure how often adjudication is wrong; [0, 1].
  double verify_share = 0.05;

  void validate() const;                          // throws Error naming the bound that is broken
  void validate(const GameDriver& driver) const;  // also what depends on the game
};

// Watches the scores of one game.
class Adjudicator {
 public:
  explicit Adjudicator(const AdjudicationOptions& options) : options_(options) {}

  // Must be called for every searched move in order, with the side that moves, its score, and the number of plies
  // before the move. Returns the verdict once there is one, with the utility seen by the first player. A decided score
  // that both players see ends the game at once with the utility it promises, unless resigning is off or such scores
  // are not trusted. A mover without a score (no_score) does not agree to any result.
  [[nodiscard]] std::optional<Outcome> see(Side mover, Score score, Ply ply);

 private:
  [[nodiscard]] std::optional<Outcome> resigned(Score score) const;
  [[nodiscard]] std::optional<Outcome> resigned_alone(Side mover, Score score);

  AdjudicationOptions options_;
  Score last_ = 0;       // score of the previous move, seen by the first player
  int winning_run_ = 0;  // consecutive moves that agree on one winner: positive for the first player
  int drawn_run_ = 0;
  std::array<int, 2> losing_runs_{};  // of each side: consecutive moves on which it saw itself losing
};

}  // namespace hone
