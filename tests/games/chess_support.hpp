// SPDX-License-Identifier: MIT
//
// What the chess tests share: positions met in random games, and a second, slow opinion on the rules.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "games/chess/chess.hpp"

namespace hone::chess {

[[nodiscard]] std::uint64_t perft(const Position& pos, int depth);

[[nodiscard]] std::vector<Move> moves_of(const Position& pos);

// Where random games start: openings, crowded middlegames, endings full of promotions, Chess960.
[[nodiscard]] const std::vector<std::string_view>& starts();

// Plays `games` random games, in turn from the starts, of at most `plies` moves, and shows every position.
void for_random_positions(std::uint64_t seed, int games, int plies, const std::function<void(const Position&)>& show);

// The rules again, from the board square by square, with other means than the library's: no bitboards, no tables, no
// pins. A pseudo-legal move is tried and taken back when it leaves the king attacked.
class SlowBoard {
 public:
  explicit SlowBoard(const Position& pos);

  [[nodiscard]] const std::array<Piece, 64>& men() const { return men_; }
  [[nodiscard]] std::vector<Move> legal_moves() const;
  [[nodiscard]] bool attacked(Square square, Side by) const;
  [[nodiscard]] bool reaches(Square from, Square to) const;  // does the man on `from` attack `to`?
  void play(Move move);

 private:
  [[nodiscard]] Piece at(Square square) const { return men_[static_cast<std::size_t>(square)]; }
  void set(Square square, Piece piece) { men_[static_cast<std::size_t>(square)] = piece; }
  [[nodiscard]] bool owned(Square square, Side side) const {
    return at(square) != no_piece && side_of(at(square)) == side;
  }
  [[nodiscard]] Square king(Side side) const;
  [[nodiscard]] bool clear_between(Square from, Square to) const;
  [[nodiscard]] bool can_castle(Square rook) const;
  [[nodiscard]] std::vector<Move> pseudo_legal_moves() const;
  void add_pawn_moves(Square from, std::vector<Move>& moves) const;

  std::array<Piece, 64> men_;
  Side side_;
  std::vector<Square> castling_rooks_;
  Square passed_;  // by a pawn's double step, whether or not it can be captured
};

}  // namespace hone::chess
