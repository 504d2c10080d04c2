// SPDX-License-Identifier: MIT
//
// The evaluation of chess, stated once: which terms (games/chess/terms.hpp) a position has. Most of it is linear in the
// weights. The terms are found in the files included here, one a subject.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "games/chess/balance_terms.hpp"
#include "games/chess/king_terms.hpp"
#include "games/chess/officer_terms.hpp"
#include "games/chess/pawn_terms.hpp"
#include "games/chess/position.hpp"
#include "games/chess/product_terms.hpp"
#include "games/chess/second_order_terms.hpp"
#include "games/chess/skeleton.hpp"
#include "games/chess/term_writer.hpp"
#include "games/chess/terms.hpp"
#include "games/chess/threat_terms.hpp"
#include "games/game.hpp"

namespace hone::chess {

inline constexpr int opening_phase = 24;  // both sides' knights and bishops 1 each, rooks 2, queens 4

[[nodiscard]] const Schema& schema();
[[nodiscard]] std::vector<double> material_weights();  // 1, 3, 3, 5, 9 pawns of 100

// "mg" with all pieces on the board, "eg" with none; more pieces than that (after promotions) count as all.
[[nodiscard]] inline PhasePoint phase(const Position& pos) {
  const int phase = popcount(pos.pieces(PieceType::knight) | pos.pieces(PieceType::bishop)) +
                    2 * popcount(pos.pieces(PieceType::rook)) + 4 * popcount(pos.pieces(PieceType::queen));
  return {0, static_cast<std::uint8_t>(opening_phase - std::min(phase, opening_phase))};
}

// Material and boards: all that many weight sets have, such as those a run begins with.
template <Side us, class Writer>
void add_material(Writer& to) {
  static_assert(terms.offset("material.queen") == terms.offset("material.pawn") + index(PieceType::queen));
  for (int type = 0; type < index(PieceType::king); ++type) {
    const int count = popcount(to.pos.pieces(us, static_cast<PieceType>(type)));
    to.template add<us>(terms.offset("material.pawn") + type, count);
  }
}

template <Side us, class Writer>
void add_squares(Writer& to, Bitboard men) {
  for (const Square square : squares(to.pos.pieces(us) & men)) {
    to.template add<us>(square_term<us>(type_of(to.pos.piece_on(square)), square));
  }
}

template <Side us, class Writer>
void add_rest(Writer& to) {
  add_fate_of_pawns<us>(to);
  add_threat_terms<us>(to);
  add_king_terms<us>(to);
  add_space<us>(to);
}

// Whether the sink needs more than material and boards.
template <FeatureSink Sink>
[[nodiscard]] bool needs_more(const Sink& sink) {
  return needs_groups(sink, terms.index("mobility.knight"), static_cast<int>(terms.groups().size()));
}

template <FeatureSink Sink>
void extract_lasting(const Position& pos, Sink& sink) {
  TermWriter<Sink> to(pos, sink);
  add_material<Side::first>(to);
  add_material<Side::second>(to);
  add_squares<Side::first>(to, to.pawns_and_kings());
  add_squares<Side::second>(to, to.pawns_and_kings());
  if (!needs_more(sink)) return;
  add_imbalance<Side::first>(to);
  add_imbalance<Side::second>(to);
  add_pawn_structure<Side::first>(to);
  add_pawn_structure<Side::second>(to);
  add_shelter<Side::first>(to);
  add_shelter<Side::second>(to);
}

template <FeatureSink Sink>
void extract_passing(const Position& pos, Sink& sink) {
  TermWriter<Sink> to(pos, sink);
  if (!needs_more(sink)) {
    add_squares<Side::first>(to, ~to.pawns_and_kings());
    add_squares<Side::second>(to, ~to.pawns_and_kings());
    return;
  }
  to.template prepare<Side::first>();
  to.template prepare<Side::second>();
  add_officer_terms<Side::first>(to);
  add_officer_terms<Side::second>(to);
  add_rest<Side::first>(to);
  add_rest<Side::second>(to);
  add_product_terms<Side::first>(to);
  add_product_terms<Side::second>(to);
  sink.add(terms.offset("tempo"), sign(pos.side_to_move()));
  // A sink that knows linear terms alone costs nothing for the others.
  if constexpr (!requires { requires Sink::is_linear; }) add_second_order_terms(to);
}

template <FeatureSink Sink>
void extract(const Position& pos, Sink& sink) {
  extract_lasting(pos, sink);
  extract_passing(pos, sink);
}

}  // namespace hone::chess
