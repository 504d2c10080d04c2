// SPDX-License-Identifier: MIT
//
// What all terms of the evaluation share: the position, the sink that they go to, and what each side attacks, which is
// computed once a position. The terms themselves are in the files that games/chess/features.hpp includes. A function
// templated on `us` writes the terms of one side.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "games/chess/attacks.hpp"
#include "games/chess/pawn_spans.hpp"
#include "games/chess/position.hpp"
#include "games/chess/terms.hpp"
#include "games/game.hpp"

namespace hone::chess {

// Files a to d, c to f or e to h, by the file of the king, and its own half of the board with the rank after.
template <Side us>
[[nodiscard]] constexpr Bitboard king_wing(Square king) {
  constexpr Bitboard left = file_mask(0) | file_mask(1) | file_mask(2) | file_mask(3);
  constexpr Bitboard middle = left << 2, right = left << 4;
  constexpr Bitboard near = us == Side::first ? ~Bitboard{0} >> 24 : ~Bitboard{0} << 24;
  return near & (file_of(king) < 3 ? left : file_of(king) > 4 ? right : middle);
}

// The term of a man on its board.
template <Side us>
[[nodiscard]] constexpr int square_term(PieceType type, Square square) {
  constexpr int boards = terms.offset("psqt.pawn"), squares_a_board = 64;
  static_assert(terms.offset("psqt.king") == boards + index(PieceType::king) * squares_a_board);
  return boards + index(type) * squares_a_board + relative_square(us, square);
}

// The squares that one side attacks, and the attacks around its king.
struct SideState {
  static constexpr std::size_t most_rooks = 15;  // all men but the king

  std::array<Bitboard, piece_types> attacks{};  // by type
  Bitboard all_attacks = 0;
  Bitboard twice = 0;      // attacked by two pieces or more
  Bitboard pawn_span = 0;  // squares that a pawn may attack one day, if it is not taken
  Bitboard king_ring = 0;
  int ring_attackers = 0;                  // number of enemy pieces that attack the ring
  int ring_attacks = 0;                    // sum over these pieces of the squares they attack in the ring
  int attacker_set = 0;                    // their types: knight 1, bishop 2, rook 4, queen 8
  std::array<int, 4> ring_attackers_by{};  // their number by type, N B R Q
  int pinned = 0;                          // pieces that stand between the king and an enemy one that would attack it
  int safe_checks = 0;                     // types of enemy pieces that have a check where nothing defends
  int pawn_targets = 0, guarded_targets = 0;  // enemy pieces: of threat.by_safe_pawn, of threat.by_minor_guarded
  int weak_targets = 0, restricted = 0;       // those of threat.weak; squares of threat.restricted
  int controlled = 0, advance = 0;            // squares of control.rank; the sum of their ranks, the first counting 0
  int space = 0;
  int unguarded = 0;                            // own pieces that nothing defends
  std::array<Bitboard, most_rooks> rook_reach;  // squares that each rook attacks
  std::size_t rook_count = 0;
};

template <FeatureSink Sink>
class TermWriter {
 public:
  TermWriter(const Position& position, Sink& out) : pos(position), sink(out) {}

  const Position& pos;
  Sink& sink;

  // A count of zero adds nothing, and costs less than a branch around it.
  template <Side us>
  void add(int term, int count = 1) {
    sink.add(term, sign(us) * count);
  }
  // Adds one term of a list for each of the squares, by its rank.
  template <Side us>
  void add_by_rank(int first, Bitboard set) {
    for (const Square square : squares(set)) add<us>(first + relative_rank(us, square));
  }
  // Adds one term of a list for each of the squares, by the type of the piece on it.
  template <Side us>
  void add_by_type(int first, Bitboard set) {
    for (const Square square : squares(set)) add<us>(first + index(type_of(pos.piece_on(square))));
  }

  template <Side us>
  [[nodiscard]] SideState& state() {
    return states_[static_cast<std::size_t>(index(us))];
  }
  template <Side us>
  [[nodiscard]] Bitboard attacks(PieceType type) {
    return state<us>().attacks[static_cast<std::size_t>(index(type))];
  }
  template <Side us>
  void set_attacks(PieceType type, Bitboard set) {
    SideState& here = state<us>();
    here.attacks[static_cast<std::size_t>(index(type))] |= set;
    here.twice |= here.all_attacks & set;
    here.all_attacks |= set;
  }

  // The squares that a side holds: guarded by a pawn, or attacked twice where the other side attacks once at most.
  template <Side us>
  [[nodiscard]] Bitboard held() {
    return attacks<us>(PieceType::pawn) | (state<us>().twice & ~state<other(us)>().twice);
  }
  [[nodiscard]] Bitboard pawns_and_kings() const { return pos.pieces(PieceType::pawn) | pos.pieces(PieceType::king); }
  template <Side us>
  [[nodiscard]] Bitboard officers() const {
    return pos.pieces(us) & ~pawns_and_kings();
  }

  // The attacks of pawns and king; those of officers follow as their own terms are written.
  template <Side us>
  void prepare() {
    const Bitboard pawns = pos.pieces(us, PieceType::pawn);
    const Square king = pos.king(us);
    set_attacks<us>(PieceType::pawn, forward(us, east(pawns)));
    set_attacks<us>(PieceType::pawn, forward(us, west(pawns)));
    state<us>().pawn_span = beside(all_ahead(us, pawns));
    set_attacks<us>(PieceType::king, king_attacks(king));
    const Bitboard near = king_attacks(king) | bit(king);
    state<us>().king_ring = near | forward(us, near);
  }

 private:
  std::array<SideState, 2> states_;
};

}  // namespace hone::chess
