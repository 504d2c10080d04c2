// SPDX-License-Identifier: MIT
//
// Terms that are products of two other counts, each with a weight of its own: what threats and safety are worth to the
// side that is to move, and how much more checks and attacks matter beside many pieces. `hone tune --find-products`
// found them in games of the evaluation without them.
#pragma once

#include "games/chess/king_terms.hpp"
#include "games/chess/term_writer.hpp"

namespace hone::chess {

// Large products are counted in units, since weights are whole numbers in play.
inline constexpr int checks_unit = 4, pressure_unit = 8, control_unit = 16, restricted_unit = 4;

template <Side us, class Writer>
void add_turn(Writer& to) {
  if (to.pos.side_to_move() != us) return;
  const SideState& here = to.template state<us>();
  to.template add<us>(terms.offset("turn.safe_pawn"), here.pawn_targets);
  to.template add<us>(terms.offset("turn.minor_guarded"), here.guarded_targets);
  to.template add<us>(terms.offset("turn.unguarded"), here.unguarded);
  to.template add<us>(terms.offset("turn.space"), here.space);
  to.template add<us>(terms.offset("turn.checked"), here.safe_checks);
}

// Of a king: attacks on it times what its enemy has.
template <Side us, class Writer>
void add_products_of_attacks(Writer& to) {
  constexpr Side them = other(us);
  const SideState& here = to.template state<us>();
  const int force = popcount(to.template officers<them>()) * popcount(to.pos.pieces(them, PieceType::pawn));
  to.template add<us>(terms.offset("king.checks_by_force"), here.safe_checks * force / checks_unit);
  to.template add<us>(terms.offset("king.pressure_by_force"), here.ring_attacks * force / pressure_unit);
  const bool is_bare = is_on_bare_flank<them>(to);
  to.template add<us>(terms.offset("king.checks_by_bare"), is_bare ? here.safe_checks : 0);
}

template <Side us, class Writer>
void add_products_of_control(Writer& to) {
  const SideState& here = to.template state<us>();
  const int their_pawns = popcount(to.pos.pieces(other(us), PieceType::pawn));
  to.template add<us>(terms.offset("control.advance_by_pawns"), here.advance * their_pawns / control_unit);
  to.template add<us>(terms.offset("control.by_restricted"), here.restricted * here.controlled / restricted_unit);
  to.template add<us>(terms.offset("threat.weak_by_restricted"), here.weak_targets * here.restricted);
}

// After all other terms, which note the counts.
template <Side us, class Writer>
void add_product_terms(Writer& to) {
  add_turn<us>(to);
  add_products_of_attacks<us>(to);
  add_products_of_control<us>(to);
}

}  // namespace hone::chess
