// SPDX-License-Identifier: MIT
//
// The terms of chess that are not linear (data/second_order.hpp): the danger of a king, which is squared, how drawish
// an ending is, and what pieces move the phase. Danger is counted for the attacker.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "games/chess/term_writer.hpp"

namespace hone::chess {

template <Side us, class Writer>
void add_danger_term(Writer& to, int term, int count = 1) {
  if (count != 0) to.sink.add_squared(terms.unit("danger"), us, term, count);
}

template <Side us, class Writer>
void add_danger_of_checks(Writer& to, Square king) {
  const Bitboard free = ~to.pos.pieces(us), safe = ~to.template state<other(us)>().all_attacks;
  const Bitboard diagonals = bishop_attacks(king, to.pos.occupied()) & free;
  const Bitboard straights = rook_attacks(king, to.pos.occupied()) & free;
  const std::array<Bitboard, 4> checks{knight_attacks(king) & free & to.template attacks<us>(PieceType::knight),
                                       diagonals & to.template attacks<us>(PieceType::bishop),
                                       straights & to.template attacks<us>(PieceType::rook),
                                       (diagonals | straights) & to.template attacks<us>(PieceType::queen)};
  Bitboard unsafe = 0;
  for (std::size_t by = 0; by < checks.size(); ++by) {
    if ((checks[by] & safe) != 0) add_danger_term<us>(to, terms.offset("danger.safe_checks") + static_cast<int>(by));
    unsafe |= checks[by] & ~safe;
  }
  add_danger_term<us>(to, terms.offset("danger.unsafe_checks"), popcount(unsafe));
}

template <Side us, class Writer>
void add_danger_of_pawns(Writer& to, Square king) {
  constexpr Side them = other(us);
  const Bitboard file = file_mask(file_of(king)), files = file | beside(file);
  const Bitboard first = forward(them, rank_mask(rank_of(king))), second = forward(them, first);
  const Bitboard third = forward(them, second), fourth = forward(them, third);
  const Bitboard shelter = to.pos.pieces(them, PieceType::pawn), storm = to.pos.pieces(us, PieceType::pawn);
  add_danger_term<us>(to, terms.offset("danger.shelter"), popcount(shelter & files & (first | second)));
  add_danger_term<us>(to, terms.offset("danger.storm"), popcount(storm & files & (first | second | third | fourth)));
  int open = 0;
  for (int near = std::max(file_of(king) - 1, 0); near <= std::min(file_of(king) + 1, 7); ++near) {
    open += (shelter & file_mask(near)) == 0 ? 1 : 0;
  }
  add_danger_term<us>(to, terms.offset("danger.open_files"), open);
}

// The danger that one side is to the enemy king.
template <Side us, class Writer>
void add_danger(Writer& to) {
  constexpr Side them = other(us);
  const SideState& target = to.template state<them>();
  const Square king = to.pos.king(them);
  add_danger_term<us>(to, terms.offset("danger.constant"));
  for (int by = 0; by < 4; ++by) {
    add_danger_term<us>(to, terms.offset("danger.attackers") + by,
                        target.ring_attackers_by[static_cast<std::size_t>(by)]);
  }
  add_danger_term<us>(to, terms.offset("danger.ring_attacks"), target.ring_attacks);
  const Bitboard held = to.template attacks<them>(PieceType::pawn) | to.template attacks<them>(PieceType::knight) |
                        to.template attacks<them>(PieceType::bishop) | to.template attacks<them>(PieceType::rook);
  const Bitboard weak = target.king_ring & to.template state<us>().all_attacks & ~held & ~to.pos.pieces(us);
  add_danger_term<us>(to, terms.offset("danger.weak_squares"), popcount(weak));
  add_danger_of_checks<us>(to, king);
  if (to.pos.pieces(us, PieceType::queen) == 0) add_danger_term<us>(to, terms.offset("danger.no_queen"));
  add_danger_of_pawns<us>(to, king);
  const Bitboard flank = king_wing<them>(king);
  add_danger_term<us>(to, terms.offset("danger.flank_attacks"), popcount(flank & to.template state<us>().all_attacks));
  add_danger_term<us>(to, terms.offset("danger.flank_defence"), popcount(flank & target.all_attacks));
  add_danger_term<us>(to, terms.offset("danger.pinned"), target.pinned);
}

// Of 3 for minor pieces, 5 for rooks, 9 for queens.
template <Side us, class Writer>
[[nodiscard]] int officer_points(const Writer& to) {
  return 3 * popcount(to.pos.pieces(us, PieceType::knight) | to.pos.pieces(us, PieceType::bishop)) +
         5 * popcount(to.pos.pieces(us, PieceType::rook)) + 9 * popcount(to.pos.pieces(us, PieceType::queen));
}

// How drawish an ending is. The side with more material, if there is one, is the stronger one.
template <class Writer>
void add_scale(Writer& to) {
  constexpr int ending = terms.offset("scale.ending");
  const Position& pos = to.pos;
  const int ahead = officer_points<Side::first>(to) - officer_points<Side::second>(to);
  const Bitboard pawns = pos.pieces(PieceType::pawn);
  const int own = popcount(pos.pieces(Side::first, PieceType::pawn)), theirs = popcount(pawns) - own;
  if (const int material = ahead + own - theirs; material != 0) {
    const int strong_pawns = material > 0 ? own : theirs;
    if (strong_pawns < scaled_pawns) to.sink.add_scale(terms.offset("scale.pawns") + strong_pawns);
    if (strong_pawns == 0 && (material > 0 ? ahead : -ahead) <= 3) to.sink.add_scale(ending + 3);
  }
  const Bitboard bishops = pos.pieces(PieceType::bishop);
  const Bitboard officers = pos.occupied() & ~to.pawns_and_kings();
  const auto has_one_each = [&](Bitboard pieces) {
    return popcount(pieces & pos.pieces(Side::first)) == 1 && popcount(pieces & pos.pieces(Side::second)) == 1;
  };
  if (has_one_each(bishops) && popcount(bishops & dark_squares) == 1) {
    to.sink.add_scale(ending + (officers == bishops ? 0 : 1));
  }
  if (has_one_each(officers) && officers == pos.pieces(PieceType::rook)) to.sink.add_scale(ending + 2);
  constexpr Bitboard queenside = file_mask(0) | file_mask(1) | file_mask(2) | file_mask(3);
  if (pawns != 0 && ((pawns & queenside) == 0 || (pawns & ~queenside) == 0)) to.sink.add_scale(ending + 4);
}

// Knights stay as they are in phase(): all pieces in proportion move every position towards the same stage, which
// other values at the two stages can undo, so that games would not tell how far.
template <class Writer>
void add_phase_shift(Writer& to) {
  int term = terms.offset("phase.pieces");
  for (const PieceType type : {PieceType::pawn, PieceType::bishop, PieceType::rook, PieceType::queen}) {
    const int count = popcount(to.pos.pieces(type));
    if (count > 0) to.sink.add_phase(term, count);
    ++term;
  }
}

// After all linear terms, which note the attacks.
template <class Writer>
void add_second_order_terms(Writer& to) {
  constexpr int danger = terms.index("danger.constant"), scale = terms.index("scale.pawns"),
                phase = terms.index("phase.pieces"), end = static_cast<int>(terms.groups().size());
  if (needs_groups(to.sink, danger, scale)) {
    add_danger<Side::first>(to);
    add_danger<Side::second>(to);
  }
  if (needs_groups(to.sink, scale, phase)) add_scale(to);
  if (needs_groups(to.sink, phase, end)) add_phase_shift(to);
}

}  // namespace hone::chess
