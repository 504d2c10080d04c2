// SPDX-License-Identifier: MIT
//
// The terms of kings: the pawns before them, the attacks on them, and where they can go.
#pragma once

#include <algorithm>
#include <array>
#include <bit>

#include "games/chess/term_writer.hpp"

namespace hone::chess {

// The number of ranks from the king to the nearest of the pawns ahead, 0 when there is none. A pawn beside the king
// counts as one rank away.
template <Side us>
[[nodiscard]] int ranks_to_nearest(Square king, Bitboard pawns) {
  const Square pawn = us == Side::first ? std::countr_zero(pawns) : 63 - std::countl_zero(pawns);
  const int ranks = std::max(relative_rank(us, pawn) - relative_rank(us, king), 1);
  return pawns == 0 ? 0 : ranks;
}

template <Side us, class Writer>
void add_cover(Writer& to, Square king, int file) {
  const int cell = std::min(file, 7 - file) * 8;
  const Bitboard ahead = file_mask(file) & (ranks_ahead(us, rank_of(king)) | rank_mask(rank_of(king)));
  const Bitboard pawns = to.pos.pieces(PieceType::pawn) & ahead;
  to.template add<us>(terms.offset("king.shelter") + cell + ranks_to_nearest<us>(king, pawns & to.pos.pieces(us)));
  to.template add<us>(terms.offset("king.storm") + cell + ranks_to_nearest<us>(king, pawns & to.pos.pieces(other(us))));
}

// The squares from which enemy pieces would give check, by their type: N B R Q.
template <Side us, class Writer>
[[nodiscard]] std::array<Bitboard, 4> checks_against(Writer& to) {
  constexpr Side them = other(us);
  const Square king = to.pos.king(us);
  const Bitboard open = ~to.pos.pieces(them);
  const Bitboard diagonals = bishop_attacks(king, to.pos.occupied()) & open;
  const Bitboard straights = rook_attacks(king, to.pos.occupied()) & open;
  return {knight_attacks(king) & open & to.template attacks<them>(PieceType::knight),
          diagonals & to.template attacks<them>(PieceType::bishop),
          straights & to.template attacks<them>(PieceType::rook),
          (diagonals | straights) & to.template attacks<them>(PieceType::queen)};
}

template <Side us, class Writer>
void add_checks(Writer& to) {
  constexpr int safe_first = terms.offset("king.safe_checks"), unsafe_first = terms.offset("king.unsafe_checks");
  const Bitboard safe = ~to.template state<us>().all_attacks;
  const auto add = [&](PieceType type, Bitboard checks) {
    if (checks == 0) return;
    to.template state<us>().safe_checks += (checks & safe) != 0 ? 1 : 0;
    to.template add<us>(((checks & safe) != 0 ? safe_first : unsafe_first) + index(type));
  };
  const auto [knights, bishops, rooks, queens] = checks_against<us>(to);
  add(PieceType::knight, knights);
  add(PieceType::bishop, bishops);
  add(PieceType::rook, rooks);
  add(PieceType::queen, queens);
}

// Pieces between the king and an enemy one that would attack it: own ones are pinned, enemy ones discover a check.
template <Side us, class Writer>
void add_lines(Writer& to, Square king) {
  constexpr Side them = other(us);
  const Bitboard queens = to.pos.pieces(them, PieceType::queen);
  const Bitboard snipers = (rook_attacks(king, 0) & (to.pos.pieces(them, PieceType::rook) | queens)) |
                           (bishop_attacks(king, 0) & (to.pos.pieces(them, PieceType::bishop) | queens));
  for (const Square sniper : squares(snipers)) {
    const Bitboard shields = between(king, sniper) & to.pos.occupied();
    if (shields == 0 || more_than_one(shields)) continue;
    if ((shields & to.pos.pieces(us)) != 0) {
      to.template add_by_type<us>(terms.offset("king.pinned"), shields);
      ++to.template state<us>().pinned;
    } else {
      to.template add<us>(terms.offset("king.discovered"));
    }
  }
}

// Whether there are no pawns on the files of the king's wing.
template <Side us, class Writer>
[[nodiscard]] bool is_on_bare_flank(const Writer& to) {
  return (file_fill(king_wing<us>(to.pos.king(us))) & to.pos.pieces(PieceType::pawn)) == 0;
}

template <Side us, class Writer>
void add_wing(Writer& to, Square king) {
  const Bitboard wing = king_wing<us>(king);
  const SideState& there = to.template state<other(us)>();
  const int attacks = popcount(there.all_attacks & wing) + popcount(there.twice & wing);
  const int guards = popcount(to.template state<us>().all_attacks & wing);
  to.template add<us>(terms.offset("king.flank_attacks") + std::min(attacks, max_flank));
  to.template add<us>(terms.offset("king.flank_defence") + std::min(guards, max_flank));
}

// Of pawns and kings alone.
template <Side us, class Writer>
void add_shelter(Writer& to) {
  const Square king = to.pos.king(us);
  const int file = file_of(king);
  for (int near = std::max(file - 1, 0); near <= std::min(file + 1, 7); ++near) add_cover<us>(to, king, near);
  const Bitboard pawns = to.pos.pieces(PieceType::pawn) & file_mask(file);
  if (pawns == 0) {
    to.template add<us>(terms.offset("king.open_file"));
  } else if ((pawns & to.pos.pieces(us)) == 0) {
    to.template add<us>(terms.offset("king.half_open_file"));
  }
  if (is_on_bare_flank<us>(to)) to.template add<us>(terms.offset("king.pawnless_flank"));
}

// Squares of the king's ring that are attacked, and held by no more than king and queen.
template <Side us, class Writer>
[[nodiscard]] Bitboard weak_ring(Writer& to) {
  const Bitboard held = to.template attacks<us>(PieceType::pawn) | to.template attacks<us>(PieceType::knight) |
                        to.template attacks<us>(PieceType::bishop) | to.template attacks<us>(PieceType::rook);
  return to.template state<us>().king_ring & to.template state<other(us)>().all_attacks & ~held;
}

template <Side us, class Writer>
void add_king_terms(Writer& to) {
  constexpr Side them = other(us);
  const Square king = to.pos.king(us);
  const SideState& here = to.template state<us>();
  to.template add<us>(terms.offset("king.attackers") + std::min(here.ring_attackers, max_attackers));
  to.template add<us>(terms.offset("king.pressure") + std::min(here.ring_attacks, max_pressure));
  to.template add<us>(terms.offset("king.attack_set") + here.attacker_set);
  to.template add<us>(terms.offset("king.weak_ring") + std::min(popcount(weak_ring<us>(to)), max_weak_ring));
  const Bitboard flight = king_attacks(king) & ~to.template state<them>().all_attacks & ~to.pos.pieces(us);
  to.template add<us>(terms.offset("king.escapes") + popcount(flight));
  to.template add<us>(terms.offset("king.castling") + std::min(popcount(to.pos.castling_rooks(us)), 2));
  add_checks<us>(to);
  add_lines<us>(to, king);
  add_wing<us>(to, king);
}

}  // namespace hone::chess
