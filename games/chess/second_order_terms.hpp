// SPDX-License-Identifier: MIT
//
// The terms of chess that are not linear (data/second_order.hpp): the danger of a king, which is squared, an assault on
// it, which is worth the lesser of two sums, how drawish an ending is, and what pieces move the phase. Danger and
// assault are counted for the attacker.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "games/chess/king_terms.hpp"
#include "games/chess/term_writer.hpp"

namespace hone::chess {

template <Side us, class Writer>
void add_danger_term(Writer& to, int term, int count = 1) {
  if (count != 0) to.sink.add_squared(terms.unit("danger"), us, term, count);
}

template <Side us, class Writer>
void add_danger_of_checks(Writer& to) {
  const Bitboard safe = ~to.template state<other(us)>().all_attacks;
  const std::array<Bitboard, 4> checks = checks_against<other(us)>(to);
  Bitboard unsafe = 0;
  for (std::size_t by = 0; by < checks.size(); ++by) {
    if ((checks[by] & safe) != 0) add_danger_term<us>(to, terms.offset("danger.safe_checks") + static_cast<int>(by));
    unsafe |= checks[by] & ~safe;
  }
  add_danger_term<us>(to, terms.offset("danger.unsafe_checks"), popcount(unsafe));
}

// Pawns before the king of the other side, on its file and those beside.
struct KingPawns {
  int shelter = 0;     // its own, on the two ranks before it
  int storm = 0;       // of `us`, on the four ranks before it
  int open_files = 0;  // without own ones
};

template <Side us, class Writer>
[[nodiscard]] KingPawns king_pawns(const Writer& to) {
  constexpr Side them = other(us);
  const Square king = to.pos.king(them);
  const Bitboard file = file_mask(file_of(king)), files = file | beside(file);
  const Bitboard first = forward(them, rank_mask(rank_of(king))), second = forward(them, first);
  const Bitboard third = forward(them, second), fourth = forward(them, third);
  const Bitboard shelter = to.pos.pieces(them, PieceType::pawn), storm = to.pos.pieces(us, PieceType::pawn);
  KingPawns pawns{popcount(shelter & files & (first | second)),
                  popcount(storm & files & (first | second | third | fourth))};
  for (int near = std::max(file_of(king) - 1, 0); near <= std::min(file_of(king) + 1, 7); ++near) {
    pawns.open_files += (shelter & file_mask(near)) == 0 ? 1 : 0;
  }
  return pawns;
}

// The danger that one side is to the enemy king.
template <Side us, class Writer>
void add_danger(Writer& to, const KingPawns& pawns, int weak_squares) {
  constexpr Side them = other(us);
  const SideState& target = to.template state<them>();
  add_danger_term<us>(to, terms.offset("danger.constant"));
  for (int by = 0; by < 4; ++by) {
    add_danger_term<us>(to, terms.offset("danger.attackers") + by,
                        target.ring_attackers_by[static_cast<std::size_t>(by)]);
  }
  add_danger_term<us>(to, terms.offset("danger.ring_attacks"), target.ring_attacks);
  add_danger_term<us>(to, terms.offset("danger.weak_squares"), weak_squares);
  add_danger_of_checks<us>(to);
  if (to.pos.pieces(us, PieceType::queen) == 0) add_danger_term<us>(to, terms.offset("danger.no_queen"));
  add_danger_term<us>(to, terms.offset("danger.shelter"), pawns.shelter);
  add_danger_term<us>(to, terms.offset("danger.storm"), pawns.storm);
  add_danger_term<us>(to, terms.offset("danger.open_files"), pawns.open_files);
  const Bitboard flank = king_wing<them>(to.pos.king(them));
  add_danger_term<us>(to, terms.offset("danger.flank_attacks"), popcount(flank & to.template state<us>().all_attacks));
  add_danger_term<us>(to, terms.offset("danger.flank_defence"), popcount(flank & target.all_attacks));
  add_danger_term<us>(to, terms.offset("danger.pinned"), target.pinned);
}

// The assault of one side on the enemy king.
template <Side us, class Writer>
void add_assault(Writer& to, const KingPawns& pawns, int weak_squares) {
  constexpr Side them = other(us);
  constexpr int unit = terms.unit("assault"), force = terms.arm("assault", "force"),
                lack = terms.arm("assault", "lack");
  const SideState& target = to.template state<them>();
  const auto add = [&](int arm, int term, int count) {
    if (count != 0) to.sink.add_lesser(unit, arm, us, term, count);
  };
  add(force, terms.offset("assault.force"), 1);
  for (int by = 0; by < 4; ++by) {
    add(force, terms.offset("assault.attackers") + by, target.ring_attackers_by[static_cast<std::size_t>(by)]);
  }
  add(force, terms.offset("assault.ring_attacks"), target.ring_attacks);
  add(force, terms.offset("assault.storm"), pawns.storm);
  add(lack, terms.offset("assault.lack"), 1);
  add(lack, terms.offset("assault.weak_squares"), weak_squares);
  add(lack, terms.offset("assault.shelter"), pawns.shelter);
  add(lack, terms.offset("assault.open_files"), pawns.open_files);
  add(lack, terms.offset("assault.flank_defence"), popcount(king_wing<them>(to.pos.king(them)) & target.all_attacks));
}

template <Side us, class Writer>
void add_attack_on_king(Writer& to, bool has_danger, bool has_assault) {
  const KingPawns pawns = king_pawns<us>(to);
  const int weak_squares = popcount(weak_ring<other(us)>(to) & ~to.pos.pieces(us));
  if (has_danger) add_danger<us>(to, pawns, weak_squares);
  if (has_assault) add_assault<us>(to, pawns, weak_squares);
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
                phase = terms.index("phase.pieces"), assault = terms.index("assault.force"),
                end = static_cast<int>(terms.groups().size());
  const bool has_danger = needs_groups(to.sink, danger, scale), has_assault = needs_groups(to.sink, assault, end);
  if (has_danger || has_assault) {
    add_attack_on_king<Side::first>(to, has_danger, has_assault);
    add_attack_on_king<Side::second>(to, has_danger, has_assault);
  }
  if (needs_groups(to.sink, scale, phase)) add_scale(to);
  if (needs_groups(to.sink, phase, assault)) add_phase_shift(to);
}

}  // namespace hone::chess
