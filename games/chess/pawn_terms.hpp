// SPDX-License-Identifier: MIT
//
// The terms of pawns. Whole sets at a time, as a walk over the pawns would branch on every one of these questions;
// passed pawns one by one.
#pragma once

#include <algorithm>

#include "games/chess/term_writer.hpp"

namespace hone::chess {

// Whether the way of the pawn is free, and the enemy, left with king and pawns, cannot catch it ("rule of the square").
template <Side us, class Writer>
[[nodiscard]] bool is_unstoppable(Writer& to, Square square) {
  constexpr Side them = other(us);
  if (to.template officers<them>() != 0 || (path_ahead(us, square) & to.pos.occupied()) != 0) return false;
  constexpr int most_steps = 5;  // a pawn on its first square may take two at once
  const Square goal = make_square(file_of(square), us == Side::first ? 7 : 0);
  const int steps = std::min(7 - relative_rank(us, square), most_steps);
  return distance(to.pos.king(them), goal) - (to.pos.side_to_move() == them ? 1 : 0) > steps;
}

// Of passed pawns what depends on pawns and kings alone, and what does not.
template <Side us, class Writer>
void add_passed(Writer& to, Square square, bool guarded) {
  constexpr int board_columns = 8;
  const int rank = relative_rank(us, square);
  const Square front = first_square(forward(us, bit(square)));
  const int own_king = distance(to.pos.king(us), front), enemy_king = distance(to.pos.king(other(us)), front);
  to.template add<us>(terms.offset("passed.rank") + rank);
  if (guarded) to.template add<us>(terms.offset("passed.supported") + rank);
  to.template add<us>(terms.offset("passed.own_king") + own_king);
  to.template add<us>(terms.offset("passed.enemy_king") + enemy_king);
  to.template add<us>(terms.offset("passed.enemy_king_by_rank") + board_columns * rank + enemy_king);
}

template <Side us, class Writer>
void add_way_of_passed(Writer& to, Square square) {
  constexpr Side them = other(us);
  const Bitboard their_attacks = to.template state<them>().all_attacks;
  const int rank = relative_rank(us, square);
  const Square front = first_square(forward(us, bit(square)));
  if (contains(to.pos.pieces(them), front)) {
    to.template add<us>(terms.offset("passed.blocked") + rank);
    to.template add<us>(terms.offset("passed.blocker") + index(type_of(to.pos.piece_on(front))));
  }
  if ((path_ahead(us, square) & (their_attacks | to.pos.pieces(them))) == 0) {
    to.template add<us>(terms.offset("passed.safe_path") + rank);
  }
  if (!contains(their_attacks | to.pos.occupied(), front)) to.template add<us>(terms.offset("passed.free_step") + rank);
  const Bitboard rooks_behind = path_ahead(them, square) & to.pos.pieces(PieceType::rook);
  if ((rooks_behind & to.pos.pieces(us)) != 0) to.template add<us>(terms.offset("passed.rook_behind"));
  if ((rooks_behind & to.pos.pieces(them)) != 0) to.template add<us>(terms.offset("passed.rook_behind") + 1);
  if (is_unstoppable<us>(to, square)) to.template add<us>(terms.offset("passed.unstoppable") + rank);
}

// Pawns on boards that are mirrored so that a king stands on files e to h: the own king on one, the enemy's on the
// other.
template <Side us, class Writer>
void add_pawns_by_wings(Writer& to) {
  constexpr Square view = us == Side::first ? 0 : 56, mirror = 7;
  const Square home = view ^ (file_of(to.pos.king(us)) < 4 ? mirror : 0);
  const Square away = view ^ (file_of(to.pos.king(other(us))) < 4 ? mirror : 0);
  for (const Square square : squares(to.pos.pieces(us, PieceType::pawn))) {
    to.template add<us>(terms.offset("wing.pawn") + (square ^ home));
    to.template add<us>(terms.offset("siege.pawn") + (square ^ away));
  }
}

// Pawns that no enemy pawn stands before, nor an own one.
template <Side us, class Writer>
[[nodiscard]] Bitboard runners(const Writer& to) {
  const Bitboard ours = to.pos.pieces(us, PieceType::pawn), theirs = to.pos.pieces(other(us), PieceType::pawn);
  return ours & ~all_ahead(other(us), ours | theirs);
}
// Those that none can stop.
template <Side us, class Writer>
[[nodiscard]] Bitboard passed_pawns(const Writer& to) {
  return runners<us>(to) & ~beside(all_ahead(other(us), to.pos.pieces(other(us), PieceType::pawn)));
}

// What depends on pawns and kings alone.
template <Side us, class Writer>
void add_pawn_structure(Writer& to) {
  constexpr Side them = other(us);
  const Bitboard ours = to.pos.pieces(us, PieceType::pawn), theirs = to.pos.pieces(them, PieceType::pawn);
  const Bitboard guarded = ours & pawn_attacks(us, ours);
  to.template add_by_rank<us>(terms.offset("pawn.connected"), guarded);
  to.template add_by_rank<us>(terms.offset("pawn.phalanx"), ours & beside(ours));

  const Bitboard lone = ours & ~beside(file_fill(ours));
  const Bitboard helped = beside(ours | all_ahead(us, ours));  // a pawn stands level with them or behind, next file
  const Bitboard held = forward(them, pawn_attacks(them, theirs));
  to.template add<us>(terms.offset("pawn.doubled"), popcount(ours & all_ahead(them, ours)));
  to.template add<us>(terms.offset("pawn.isolated"), popcount(lone));
  to.template add<us>(terms.offset("pawn.backward"), popcount(ours & ~lone & ~helped & held));
  add_pawns_by_wings<us>(to);

  const Bitboard passed = passed_pawns<us>(to);
  for (const Square square : squares(passed)) add_passed<us>(to, square, contains(guarded, square));
  for (const Square square : squares(runners<us>(to) & ~passed)) {
    const Bitboard stoppers = theirs & flanks_ahead(us, square);
    if (popcount(ours & flanks_behind(us, square)) < popcount(stoppers)) continue;
    to.template add<us>(terms.offset("pawn.candidate") + relative_rank(us, square));
  }
}

// What depends on the pieces too.
template <Side us, class Writer>
void add_fate_of_pawns(Writer& to) {
  constexpr Bitboard central = (us == Side::first ? rank_mask(1) : rank_mask(6)) & (file_mask(3) | file_mask(4));
  const Bitboard before_central = forward(us, to.pos.pieces(us, PieceType::pawn) & central);
  to.template add<us>(terms.offset("pawn.stuck"), popcount(before_central & to.pos.pieces(us)));
  for (const Square square : squares(passed_pawns<us>(to))) add_way_of_passed<us>(to, square);
}

}  // namespace hone::chess
