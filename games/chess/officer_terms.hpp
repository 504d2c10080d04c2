// SPDX-License-Identifier: MIT
//
// The terms of knights, bishops, rooks and queens, one piece at a time. On the way the attacks of these pieces are
// noted, which the terms of threats and of kings need.
#pragma once

#include <algorithm>

#include "games/chess/term_writer.hpp"

namespace hone::chess {

template <PieceType type>
inline constexpr int mobility_term = type == PieceType::knight   ? terms.offset("mobility.knight")
                                     : type == PieceType::bishop ? terms.offset("mobility.bishop")
                                     : type == PieceType::rook   ? terms.offset("mobility.rook")
                                                                 : terms.offset("mobility.queen");

template <PieceType type>
[[nodiscard]] Bitboard officer_attacks(Square from, Bitboard occupied) {
  if constexpr (type == PieceType::knight) return knight_attacks(from);
  if constexpr (type == PieceType::bishop) return bishop_attacks(from, occupied);
  if constexpr (type == PieceType::rook) return rook_attacks(from, occupied);
  return queen_attacks(from, occupied);
}

// Outposts are the squares of ranks 4 to 6 that a pawn guards and no enemy pawn can ever attack.
template <Side us, PieceType type, class Writer>
void add_minor(Writer& to, Square square) {
  constexpr Side them = other(us);
  constexpr Bitboard advanced =
      us == Side::first ? rank_mask(3) | rank_mask(4) | rank_mask(5) : rank_mask(2) | rank_mask(3) | rank_mask(4);
  const Bitboard outposts = advanced & to.template attacks<us>(PieceType::pawn) & ~to.template state<them>().pawn_span;
  const int from_king = distance(to.pos.king(us), square);
  if constexpr (type == PieceType::knight) {
    if (contains(outposts, square)) to.template add<us>(terms.offset("knight.outpost"));
    if ((knight_attacks(square) & outposts & ~to.pos.pieces(us)) != 0) {
      to.template add<us>(terms.offset("knight.near_outpost"));
    }
    to.template add<us>(terms.offset("knight.king_distance") + from_king);
  } else {
    constexpr Bitboard centre = (file_mask(3) | file_mask(4)) & (rank_mask(3) | rank_mask(4));
    const Bitboard colour = contains(dark_squares, square) ? dark_squares : ~dark_squares;
    const Bitboard pawns = to.pos.pieces(PieceType::pawn);
    if (contains(outposts, square)) to.template add<us>(terms.offset("bishop.outpost"));
    if (more_than_one(bishop_attacks(square, pawns) & centre)) {
      to.template add<us>(terms.offset("bishop.long_diagonal"));
    }
    to.template add<us>(terms.offset("bishop.king_distance") + from_king);
    const int own = popcount(pawns & to.pos.pieces(us) & colour),
              enemy = popcount(pawns & to.pos.pieces(them) & colour);
    to.template add<us>(terms.offset("bishop.own_pawns") + std::min(own, max_bad_bishop_pawns));
    to.template add<us>(terms.offset("bishop.enemy_pawns") + std::min(enemy, max_bad_bishop_pawns));
  }
}

template <Side us, class Writer>
void add_rook(Writer& to, Square square, int mobility) {
  constexpr Side them = other(us);
  constexpr int cramped = 3;
  const Bitboard file = file_mask(file_of(square));
  const Bitboard their_pawns = to.pos.pieces(them, PieceType::pawn);
  const int king_file = file_of(to.pos.king(us)), rook_file = file_of(square);
  if (mobility <= cramped && (king_file < 4 ? rook_file < king_file : rook_file > king_file)) {
    to.template add<us>(terms.offset("rook.trapped") + (to.pos.castling_rooks(us) != 0 ? 1 : 0));
  }
  if ((file & to.pos.pieces(us, PieceType::pawn)) == 0) {
    to.template add<us>((file & their_pawns) == 0 ? terms.offset("rook.open_file")
                                                  : terms.offset("rook.half_open_file"));
  }
  if ((file & to.pos.pieces(them, PieceType::king)) != 0) to.template add<us>(terms.offset("rook.line"));
  if ((file & to.pos.pieces(them, PieceType::queen)) != 0) to.template add<us>(terms.offset("rook.line") + 1);
  const bool prey =
      relative_rank(us, to.pos.king(them)) == 7 || (their_pawns & rank_mask(us == Side::first ? 6 : 1)) != 0;
  if (relative_rank(us, square) == 6 && prey) to.template add<us>(terms.offset("rook.seventh"));
}

template <Side us, PieceType type, class Writer>
void add_officers(Writer& to) {
  constexpr Side them = other(us);
  SideState& here = to.template state<us>();
  SideState& there = to.template state<them>();
  const Bitboard reachable = ~to.pos.pieces(us) & ~to.template attacks<them>(PieceType::pawn);
  for (const Square square : squares(to.pos.pieces(us, type))) {
    const Bitboard reach = officer_attacks<type>(square, to.pos.occupied());
    to.template set_attacks<us>(type, reach);
    to.template add<us>(square_term<us>(type, square));
    const int mobility = popcount(reach & reachable);
    to.template add<us>(mobility_term<type> + mobility);
    if (const Bitboard ring = reach & there.king_ring; ring != 0) {
      ++there.ring_attackers;
      there.ring_attacks += popcount(ring);
      constexpr int by = index(type) - index(PieceType::knight);
      there.attacker_set |= 1 << by;
      ++there.ring_attackers_by[by];
    }
    if constexpr (type == PieceType::knight || type == PieceType::bishop) add_minor<us, type>(to, square);
    if constexpr (type == PieceType::rook) {
      here.rook_reach[here.rook_count++] = reach;
      add_rook<us>(to, square, mobility);
    }
  }
}

template <Side us, class Writer>
void add_officer_terms(Writer& to) {
  add_officers<us, PieceType::knight>(to);
  add_officers<us, PieceType::bishop>(to);
  add_officers<us, PieceType::rook>(to);
  add_officers<us, PieceType::queen>(to);
}

}  // namespace hone::chess
