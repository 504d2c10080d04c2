// SPDX-License-Identifier: MIT
//
// The terms of threats: which pieces are attacked, by what, and how they are defended; and which squares are
// controlled.
#pragma once

#include <algorithm>
#include <array>

#include "games/chess/term_writer.hpp"

namespace hone::chess {

// Adds one term for each enemy piece on the squares, by its type, and returns how many they are. Kings do not count,
// because a check must be met at once.
template <Side us, class Writer>
int add_targets(Writer& to, Bitboard set, int first) {
  const Bitboard targets = set & to.pos.pieces(other(us)) & ~to.pos.pieces(PieceType::king);
  to.template add_by_type<us>(first, targets);
  return popcount(targets);
}

template <Side us, class Writer>
void add_attacked(Writer& to) {
  constexpr Side them = other(us);
  SideState& here = to.template state<us>();
  const SideState& there = to.template state<them>();
  const auto by = [&](PieceType type) { return to.template attacks<us>(type); };
  add_targets<us>(to, by(PieceType::pawn), terms.offset("threat.by_pawn"));
  add_targets<us>(to, by(PieceType::knight), terms.offset("threat.by_knight"));
  add_targets<us>(to, by(PieceType::bishop), terms.offset("threat.by_bishop"));
  add_targets<us>(to, by(PieceType::rook), terms.offset("threat.by_rook"));
  add_targets<us>(to, by(PieceType::queen), terms.offset("threat.by_queen"));
  add_targets<us>(to, by(PieceType::king), terms.offset("threat.by_king"));
  add_targets<us>(to, here.all_attacks & ~there.all_attacks, terms.offset("threat.hanging"));

  const Bitboard guarded = to.template attacks<them>(PieceType::pawn);
  const Bitboard minors = by(PieceType::knight) | by(PieceType::bishop);
  here.guarded_targets = add_targets<us>(to, minors & guarded, terms.offset("threat.by_minor_guarded"));
  add_targets<us>(to, by(PieceType::rook) & guarded, terms.offset("threat.by_rook_guarded"));
  const Bitboard sound = to.pos.pieces(us, PieceType::pawn) & (here.all_attacks | ~there.all_attacks);
  here.pawn_targets = add_targets<us>(to, pawn_attacks(us, sound), terms.offset("threat.by_safe_pawn"));
  const Bitboard held = to.template held<them>();
  here.weak_targets = popcount(here.all_attacks & ~held & to.template officers<them>());
  here.restricted = popcount(here.all_attacks & there.all_attacks & ~held);
  to.template add<us>(terms.offset("threat.weak"), here.weak_targets);
  to.template add<us>(terms.offset("threat.restricted"), here.restricted);
}

// How many enemy pieces would be lost, or exchanged for less, if they stayed: one of them can run, several cannot.
template <Side us, class Writer>
void add_several(Writer& to) {
  constexpr Side them = other(us);
  const SideState& here = to.template state<us>();
  const Bitboard rooks = to.pos.pieces(them, PieceType::rook), queens = to.pos.pieces(them, PieceType::queen);
  const Bitboard minors = to.template attacks<us>(PieceType::knight) | to.template attacks<us>(PieceType::bishop);
  const Bitboard loose =
      to.pos.pieces(them) & here.all_attacks & ~to.template state<them>().all_attacks & ~to.pos.pieces(PieceType::king);
  const Bitboard lost = loose | (to.template officers<them>() & to.template attacks<us>(PieceType::pawn)) |
                        (minors & (rooks | queens)) | (to.template attacks<us>(PieceType::rook) & queens);
  const int row = to.pos.side_to_move() == us ? 1 : 0;
  to.template add<us>(terms.offset("threat.several") + row * (max_several + 1) + std::min(popcount(lost), max_several));
}

template <Side us, class Writer>
void add_pushes(Writer& to) {
  constexpr Side them = other(us);
  constexpr Bitboard third = rank_mask(us == Side::first ? 2 : 5);
  const Bitboard empty = ~to.pos.occupied();
  const Bitboard once = forward(us, to.pos.pieces(us, PieceType::pawn)) & empty;
  const Bitboard twice = forward(us, once & third) & empty;
  const Bitboard safe = ~to.template attacks<them>(PieceType::pawn) &
                        (to.template state<us>().all_attacks | ~to.template state<them>().all_attacks);
  const Bitboard reached = pawn_attacks(us, (once | twice) & safe);
  to.template add<us>(terms.offset("threat.by_pawn_push"), popcount(reached & to.template officers<them>()));
}

// Of a side with one queen: the squares from which enemy pieces could attack it next.
template <Side us, class Writer>
void add_next_on_queen(Writer& to) {
  constexpr Side them = other(us);
  constexpr int first = terms.offset("threat.next_on_queen");
  const Bitboard queens = to.pos.pieces(them, PieceType::queen);
  if (queens == 0 || more_than_one(queens)) return;
  const Square queen = first_square(queens);
  const Bitboard safe = ~to.pos.pieces(us) & ~to.template held<them>();
  const Bitboard backed = safe & to.template state<us>().twice;
  const auto add = [&](PieceType type, Bitboard from) {
    to.template add<us>(first + index(type), popcount(to.template attacks<us>(type) & from));
  };
  add(PieceType::knight, knight_attacks(queen) & safe);
  add(PieceType::bishop, bishop_attacks(queen, to.pos.occupied()) & backed);
  add(PieceType::rook, rook_attacks(queen, to.pos.occupied()) & backed);
}

template <Side us, class Writer>
void add_control(Writer& to) {
  constexpr Side them = other(us);
  SideState& here = to.template state<us>();
  const SideState& there = to.template state<them>();
  const Bitboard by_pawns = to.template attacks<us>(PieceType::pawn);
  const Bitboard contested = here.all_attacks & ~to.template attacks<them>(PieceType::pawn);
  const Bitboard controlled = contested & (by_pawns | here.twice | ~there.twice) & (here.twice | ~there.all_attacks);
  for (int rank = 0; rank < 8; ++rank) {
    const Bitboard row = rank_mask(us == Side::first ? rank : 7 - rank);
    const int count = popcount(controlled & row);
    here.controlled += count;
    here.advance += rank * count;
    to.template add<us>(terms.offset("control.rank") + rank, count);
  }
  const Bitboard pieces = to.pos.pieces(us) & ~to.pos.pieces(PieceType::king);
  here.unguarded = popcount(pieces & ~here.all_attacks);
  to.template add_by_type<us>(terms.offset("guard.none"), pieces & ~here.all_attacks);
  to.template add_by_type<us>(terms.offset("guard.pawn"), to.template officers<us>() & by_pawns);
}

// Squares that rooks reach without being attacked by a lesser piece.
template <Side us, class Writer>
void add_safe_reach(Writer& to) {
  constexpr Side them = other(us);
  const SideState& here = to.template state<us>();
  const Bitboard lesser = to.template attacks<them>(PieceType::pawn) | to.template attacks<them>(PieceType::knight) |
                          to.template attacks<them>(PieceType::bishop);
  for (std::size_t i = 0; i < here.rook_count; ++i) {
    to.template add<us>(terms.offset("reach.rook") + popcount(here.rook_reach[i] & ~lesser & ~to.pos.pieces(us)));
  }
}

template <Side us, class Writer>
void add_threat_terms(Writer& to) {
  add_attacked<us>(to);
  add_several<us>(to);
  add_pushes<us>(to);
  add_next_on_queen<us>(to);
  add_control<us>(to);
  add_safe_reach<us>(to);
}

}  // namespace hone::chess
