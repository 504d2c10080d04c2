// SPDX-License-Identifier: MIT
#include "games/chess/legality.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "games/refusal.hpp"

namespace hone::chess {
namespace {

std::string_view name_of(Side side) { return side == Side::first ? "White" : "Black"; }

void check_pawns(Bitboard pawns, Side side) {
  const Bitboard misplaced = pawns & (rank_mask(0) | rank_mask(7));
  if (misplaced != 0) {
    reject_found("no pawn on the first or last rank", "one on " + to_text(first_square(misplaced)));
  }
  if (popcount(pawns) > 8)
    reject_found(fmt::format("at most 8 pawns of {}", name_of(side)), std::to_string(popcount(pawns)));
}

// Returns the number of pieces beyond those of the initial position, which can only have come from promotion.
int promoted_men(const Men& men, Side side) {
  const auto beyond = [](Bitboard squares, int initial) { return std::max(0, popcount(squares) - initial); };
  const Bitboard bishops = men.of(side, PieceType::bishop);
  return beyond(men.of(side, PieceType::knight), 2) + beyond(men.of(side, PieceType::rook), 2) +
         beyond(men.of(side, PieceType::queen), 1) + beyond(bishops & dark_squares, 1) +
         beyond(bishops & ~dark_squares, 1);
}

void check_men_of(const Men& men, Side side) {
  const int kings = popcount(men.of(side, PieceType::king));
  if (kings != 1) reject_found(fmt::format("one king of {}", name_of(side)), std::to_string(kings));
  const Bitboard pawns = men.of(side, PieceType::pawn);
  check_pawns(pawns, side);
  const int missing = 8 - popcount(pawns);
  const int promoted = promoted_men(men, side);
  if (promoted > missing)
    reject_found(fmt::format("at most {} promoted men of {}", missing, name_of(side)), std::to_string(promoted));
}

}  // namespace

void check_men(const Men& men) {
  for (const Side side : {Side::first, Side::second}) check_men_of(men, side);
}

void check_checks(const Position& pos) {
  const Side us = pos.side_to_move();
  const bool left_in_check = attackers(pos, pos.king(other(us)), us, pos.occupied()) != 0;
  if (left_in_check)
    reject_found("the side that has moved not in check", fmt::format("{} in check", name_of(other(us))));
  const int checks = popcount(pos.checkers());
  if (checks > 2) reject_found("at most 2 checking men", std::to_string(checks));
}

}  // namespace hone::chess
