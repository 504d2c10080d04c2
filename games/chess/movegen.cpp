// SPDX-License-Identifier: MIT
#include "games/chess/movegen.hpp"

#include <algorithm>

#include "games/chess/chess.hpp"
#include "games/chess/pawn_spans.hpp"

namespace hone::chess {
namespace {

enum class Wanted { all, noisy };

// Our pieces that stand alone between our king and an enemy slider may move only on that line.
Bitboard pinned_pieces(const Position& pos, Square king, Side them) {
  const Bitboard queens = pos.pieces(PieceType::queen);
  const Bitboard snipers = ((rook_attacks(king, 0) & (pos.pieces(PieceType::rook) | queens)) |
                            (bishop_attacks(king, 0) & (pos.pieces(PieceType::bishop) | queens))) &
                           pos.pieces(them);
  Bitboard pinned = 0;
  for (const Square sniper : squares(snipers)) {
    const Bitboard shields = between(king, sniper) & pos.occupied();
    if (!more_than_one(shields)) pinned |= shields;
  }
  return pinned & pos.pieces(other(them));
}

template <Side us, Wanted wanted>
class Generator {
 public:
  Generator(const Position& pos, Moves& moves)
      : pos_(pos),
        moves_(moves),
        ours_(pos.pieces(us)),
        theirs_(pos.pieces(them)),
        occupied_(pos.occupied()),
        king_(pos.king(us)),
        pinned_(pinned_pieces(pos, king_, them)) {}

  void run() {
    king_moves();
    if (more_than_one(pos_.checkers())) return;
    const Bitboard targets = targets_of_others();
    pawn_moves(targets);
    en_passant();
    knight_moves(targets);
    slider_moves(targets);
    if (wanted == Wanted::all && !pos_.in_check()) castlings();
  }

 private:
  static constexpr Side them = other(us);
  static constexpr int up = us == Side::first ? 8 : -8;
  static constexpr Bitboard last_rank = rank_mask(us == Side::first ? 7 : 0);
  static constexpr Bitboard third_rank = rank_mask(us == Side::first ? 2 : 5);

  static constexpr Bitboard forward(Bitboard set) { return us == Side::first ? north(set) : south(set); }

  // A single check is met by taking the checker or stepping between.
  [[nodiscard]] Bitboard targets_of_others() const {
    if (!pos_.in_check()) return ~ours_;
    return pos_.checkers() | between(king_, first_square(pos_.checkers()));
  }

  void add_all(Square from, Bitboard targets) {
    if (wanted == Wanted::noisy) targets &= theirs_;
    for (const Square to : squares(targets)) moves_.push_back({from, to});
  }

  [[nodiscard]] bool attacked(Square square, Bitboard occupied) const {
    return attackers(pos_, square, them, occupied) != 0;
  }

  void king_moves() {
    const Bitboard targets = king_attacks(king_) & (wanted == Wanted::noisy ? theirs_ : ~ours_);
    for (const Square to : squares(targets)) {
      if (!attacked(to, occupied_ ^ bit(king_))) moves_.push_back({king_, to});
    }
  }

  void knight_moves(Bitboard targets) {
    const Bitboard knights = pos_.pieces(us, PieceType::knight) & ~pinned_;  // a pinned knight cannot move
    for (const Square from : squares(knights)) add_all(from, knight_attacks(from) & targets);
  }

  [[nodiscard]] Bitboard confined(Square from, Bitboard targets) const {
    return contains(pinned_, from) ? targets & line(king_, from) : targets;
  }

  void slider_moves(Bitboard targets) {
    const Bitboard queens = pos_.pieces(us, PieceType::queen);
    for (const Square from : squares(pos_.pieces(us, PieceType::bishop) | queens)) {
      add_all(from, bishop_attacks(from, occupied_) & confined(from, targets));
    }
    for (const Square from : squares(pos_.pieces(us, PieceType::rook) | queens)) {
      add_all(from, rook_attacks(from, occupied_) & confined(from, targets));
    }
  }

  void pawn_moves(Bitboard targets) {
    const Bitboard pawns = pos_.pieces(us, PieceType::pawn);
    moves_of_pawns(pawns & ~pinned_, targets);
    for (const Square from : squares(pawns & pinned_)) moves_of_pawns(bit(from), targets & line(king_, from));
  }

  void moves_of_pawns(Bitboard pawns, Bitboard targets) {
    const Bitboard ahead = forward(pawns);
    add_pawns<up - 1>(forward(west(pawns)) & theirs_ & targets);
    add_pawns<up + 1>(forward(east(pawns)) & theirs_ & targets);
    const Bitboard single = ahead & ~occupied_;
    if (wanted == Wanted::noisy) {
      for (const Square to : squares(single & targets & last_rank)) add_promotion(to - up, to, PieceType::queen);
    } else {
      add_pawns<up>(single & targets);
      for (const Square to : squares(forward(single & third_rank) & ~occupied_ & targets)) {
        moves_.push_back({to - 2 * up, to});
      }
    }
  }

  template <int step>
  void add_pawns(Bitboard targets) {
    for (const Square to : squares(targets & ~last_rank)) moves_.push_back({to - step, to});
    for (const Square to : squares(targets & last_rank)) {
      for (const PieceType type : {PieceType::queen, PieceType::rook, PieceType::bishop, PieceType::knight}) {
        add_promotion(to - step, to, type);
      }
    }
  }

  void add_promotion(Square from, Square to, PieceType type) { moves_.push_back({from, to, promotion_to(type)}); }

  // The square is set only when a pawn can capture there.
  void en_passant() {
    const Square to = pos_.en_passant();
    if (to == no_square) return;
    for (const Square from : squares(en_passant_captors(pos_, to))) {
      moves_.push_back({from, to, MoveKind::en_passant});
    }
  }

  void castlings() {
    for (const Square rook : squares(pos_.castling_rooks(us))) {
      if (may_castle(rook)) moves_.push_back({king_, rook, MoveKind::castling});
    }
  }

  // FIDE Laws 3.8.2; Chess960 guidelines II.3: all squares on the way of both are free of others, and none on the
  // king's way is attacked. Looking without king and rook also sees the attack that the rook used to shield.
  [[nodiscard]] bool may_castle(Square rook) const {
    const Square king_to = castled_king(king_, rook);
    const Square rook_to = castled_rook(king_, rook);
    const Bitboard others = occupied_ ^ bit(king_) ^ bit(rook);
    const Bitboard king_way = between(king_, king_to) | bit(king_to);
    const Bitboard rook_way = between(rook, rook_to) | bit(rook_to);
    if (((king_way | rook_way) & others) != 0) return false;
    for (const Square square : squares(king_way)) {
      if (attacked(square, others)) return false;
    }
    return true;
  }

  const Position& pos_;
  Moves& moves_;
  const Bitboard ours_;
  const Bitboard theirs_;
  const Bitboard occupied_;
  const Square king_;
  const Bitboard pinned_;
};

// The squares that a pawn may go to, but for en passant.
Bitboard pawn_targets(const Position& pos, Square from) {
  const Side us = pos.side_to_move();
  const Bitboard empty = ~pos.occupied(), single = forward(us, bit(from)) & empty;
  const Bitboard fourth_rank = rank_mask(us == Side::first ? 3 : 4);
  return single | (forward(us, single) & empty & fourth_rank) | (pawn_attacks(us, from) & pos.pieces(other(us)));
}

// The squares that a piece may go to, but for castling, or that own men keep it from. Nothing is said of the safety of
// its king.
Bitboard targets_of(const Position& pos, Square from) {
  switch (type_of(pos.piece_on(from))) {
    case PieceType::pawn:
      return pawn_targets(pos, from);
    case PieceType::knight:
      return knight_attacks(from);
    case PieceType::bishop:
      return bishop_attacks(from, pos.occupied());
    case PieceType::rook:
      return rook_attacks(from, pos.occupied());
    case PieceType::queen:
      return bishop_attacks(from, pos.occupied()) | rook_attacks(from, pos.occupied());
    case PieceType::king:
      break;
  }
  return king_attacks(from);
}

bool is_listed(const Position& pos, Move move) {
  Moves moves;
  legal_moves(pos, moves);
  return std::ranges::find(moves, move) != moves.end();
}

template <Wanted wanted>
void generate(const Position& pos, Moves& moves) {
  if (pos.side_to_move() == Side::first) {
    Generator<Side::first, wanted>(pos, moves).run();
  } else {
    Generator<Side::second, wanted>(pos, moves).run();
  }
}

}  // namespace

void legal_moves(const Position& pos, Moves& moves) { generate<Wanted::all>(pos, moves); }
void noisy_moves(const Position& pos, Moves& moves) { generate<Wanted::noisy>(pos, moves); }

bool is_legal(const Position& pos, Move move) {
  if (move.kind() != MoveKind::normal || pos.in_check()) return is_listed(pos, move);
  const Side us = pos.side_to_move(), them = other(us);
  const Square from = move.from(), to = move.to(), king = pos.king(us);
  const Bitboard ours = pos.pieces(us);
  constexpr Bitboard last_ranks = rank_mask(0) | rank_mask(7);
  if (!contains(ours, from) || contains(ours, to) || !contains(targets_of(pos, from), to)) return false;
  if (contains(pos.pieces(PieceType::pawn), from) && contains(last_ranks, to)) return false;  // it promotes
  if (from == king) return attackers(pos, to, them, pos.occupied() ^ bit(king)) == 0;
  const Bitboard way = line(king, from);
  return way == 0 || contains(way, to) || !contains(pinned_pieces(pos, king, them), from);
}

// Most positions have a pawn or a knight that may go.
bool has_legal_move(const Position& pos) {
  if (!pos.in_check()) {
    const Side us = pos.side_to_move();
    const Bitboard free = ~pinned_pieces(pos, pos.king(us), other(us));
    if ((forward(us, pos.pieces(us, PieceType::pawn) & free) & ~pos.occupied()) != 0) return true;
    for (const Square from : squares(pos.pieces(us, PieceType::knight) & free)) {
      if ((knight_attacks(from) & ~pos.pieces(us)) != 0) return true;
    }
  }
  Moves moves;
  legal_moves(pos, moves);
  return !moves.empty();
}

}  // namespace hone::chess
