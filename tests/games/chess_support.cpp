// SPDX-License-Identifier: MIT
#include "tests/games/chess_support.hpp"

#include <algorithm>
#include <cstdlib>

namespace hone::chess {
namespace {

int files_apart(Square a, Square b) { return std::abs(file_of(a) - file_of(b)); }
int ranks_apart(Square a, Square b) { return std::abs(rank_of(a) - rank_of(b)); }
int direction(int from, int to) { return from < to ? 1 : from > to ? -1 : 0; }
int up(Side side) { return side == Side::first ? 1 : -1; }

}  // namespace

std::uint64_t perft(const Position& pos, int depth) {
  Moves moves;
  legal_moves(pos, moves);
  if (depth == 1) return moves.size();
  std::uint64_t leaves = 0;
  for (const Move move : moves) {
    Position after = pos;
    after.play(move);
    leaves += perft(after, depth - 1);
  }
  return leaves;
}

std::vector<Move> moves_of(const Position& pos) {
  Moves moves;
  legal_moves(pos, moves);
  return {moves.begin(), moves.end()};
}

const std::vector<std::string_view>& starts() {
  static const std::vector<std::string_view> all{
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
      "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
      "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
      "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
      "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
      "8/pppppppp/2k5/8/8/5K2/PPPPPPPP/8 w - - 0 1",
      "4k3/8/8/2qrb3/3QRB2/8/8/4K3 w - - 0 1",
      "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
      "rkr5/pppppppp/8/8/8/8/PPPPPPPP/RKR5 w CAca - 0 1",
      "1r3kr1/8/8/8/8/8/8/1R3KR1 w GBgb - 0 1",
      "qrkr4/8/8/8/8/8/8/QRKR3q b DBdb - 0 1",
  };
  return all;
}

void for_random_positions(std::uint64_t seed, int games, int plies, const std::function<void(const Position&)>& show) {
  std::mt19937_64 random(seed);
  for (int game = 0; game < games; ++game) {
    Position pos = parse_fen(starts()[static_cast<std::size_t>(game) % starts().size()]);
    for (int ply = 0; ply < plies; ++ply) {
      show(pos);
      const auto moves = moves_of(pos);
      if (moves.empty()) break;
      pos.play(moves[random() % moves.size()]);
    }
  }
}

SlowBoard::SlowBoard(const Position& pos) : side_(pos.side_to_move()), passed_(pos.en_passant()) {
  const Setup setup = pos.setup();
  men_ = setup.board;
  for (Square square = 0; square < 64; ++square) {
    if (contains(setup.castling_rooks, square)) castling_rooks_.push_back(square);
  }
}

Square SlowBoard::king(Side side) const {
  return static_cast<Square>(std::find(men_.begin(), men_.end(), make_piece(side, PieceType::king)) - men_.begin());
}

bool SlowBoard::clear_between(Square from, Square to) const {
  const int files = direction(file_of(from), file_of(to));
  const int ranks = direction(rank_of(from), rank_of(to));
  for (Square square = from + files + 8 * ranks; square != to; square += files + 8 * ranks) {
    if (at(square) != no_piece) return false;
  }
  return true;
}

bool SlowBoard::reaches(Square from, Square to) const {
  const int files = files_apart(from, to);
  const int ranks = ranks_apart(from, to);
  if (from == to) return false;
  const bool straight = (files == 0 || ranks == 0) && clear_between(from, to);
  const bool diagonal = files == ranks && clear_between(from, to);
  switch (type_of(at(from))) {
    case PieceType::pawn:
      return files == 1 && rank_of(to) - rank_of(from) == up(side_of(at(from)));
    case PieceType::knight:
      return files * ranks == 2;
    case PieceType::bishop:
      return diagonal;
    case PieceType::rook:
      return straight;
    case PieceType::queen:
      return straight || diagonal;
    case PieceType::king:
      return std::max(files, ranks) == 1;
  }
  return false;
}

bool SlowBoard::attacked(Square square, Side by) const {
  for (Square from = 0; from < 64; ++from) {
    if (owned(from, by) && reaches(from, square)) return true;
  }
  return false;
}

void SlowBoard::add_pawn_moves(Square from, std::vector<Move>& moves) const {
  const int step = 8 * up(side_);
  const auto add = [&](Square to) {
    if (rank_of(to) != 0 && rank_of(to) != 7) {
      moves.emplace_back(from, to);
      return;
    }
    for (const auto kind : {MoveKind::knight_promotion, MoveKind::bishop_promotion, MoveKind::rook_promotion,
                            MoveKind::queen_promotion}) {
      moves.emplace_back(from, to, kind);
    }
  };
  if (at(from + step) == no_piece) {
    add(from + step);
    const bool home = rank_of(from) == (side_ == Side::first ? 1 : 6);
    if (home && at(from + 2 * step) == no_piece) add(from + 2 * step);
  }
  for (Square to = 0; to < 64; ++to) {
    if (!reaches(from, to)) continue;
    if (owned(to, other(side_))) add(to);
    if (to == passed_) moves.emplace_back(from, to, MoveKind::en_passant);
  }
}

bool SlowBoard::can_castle(Square rook) const {
  const Square from = king(side_);
  const bool kingside = rook > from;
  const Square king_to = make_square(kingside ? 6 : 2, rank_of(from));
  const Square rook_to = make_square(kingside ? 5 : 3, rank_of(from));
  if (attacked(from, other(side_))) return false;
  const auto [least, most] = std::minmax({from, rook, king_to, rook_to});
  const auto inside = [](Square square, Square a, Square b) {
    return std::min(a, b) <= square && square <= std::max(a, b);
  };
  for (Square square = least; square <= most; ++square) {
    const bool on_way = inside(square, from, king_to) || inside(square, rook, rook_to);
    if (on_way && square != from && square != rook && at(square) != no_piece) return false;
    if (inside(square, from, king_to) && attacked(square, other(side_))) return false;
  }
  return true;
}

std::vector<Move> SlowBoard::pseudo_legal_moves() const {
  std::vector<Move> moves;
  for (Square from = 0; from < 64; ++from) {
    if (!owned(from, side_)) continue;
    if (type_of(at(from)) == PieceType::pawn) {
      add_pawn_moves(from, moves);
      continue;
    }
    for (Square to = 0; to < 64; ++to) {
      if (!owned(to, side_) && reaches(from, to)) moves.emplace_back(from, to);
    }
  }
  for (const Square rook : castling_rooks_) {
    if (owned(rook, side_) && can_castle(rook)) moves.emplace_back(king(side_), rook, MoveKind::castling);
  }
  return moves;
}

std::vector<Move> SlowBoard::legal_moves() const {
  auto moves = pseudo_legal_moves();
  std::erase_if(moves, [&](Move move) {
    SlowBoard after = *this;
    after.play(move);
    return after.attacked(after.king(side_), other(side_));
  });
  return moves;
}

void SlowBoard::play(Move move) {
  const Piece piece = at(move.from());
  set(move.from(), no_piece);
  if (move.is_castling()) {
    set(move.to(), no_piece);
    const bool kingside = move.to() > move.from();
    set(make_square(kingside ? 6 : 2, rank_of(move.from())), piece);
    set(make_square(kingside ? 5 : 3, rank_of(move.from())), make_piece(side_, PieceType::rook));
  } else {
    set(move.to(), move.is_promotion() ? make_piece(side_, move.promotion()) : piece);
  }
  if (move.is_en_passant()) set(make_square(file_of(move.to()), rank_of(move.from())), no_piece);
  const bool king_moved = type_of(piece) == PieceType::king;
  std::erase_if(castling_rooks_, [&](Square rook) {
    const bool own_rank = rank_of(rook) == (side_ == Side::first ? 0 : 7);
    return rook == move.from() || rook == move.to() || (king_moved && own_rank);
  });
  const bool double_step = type_of(piece) == PieceType::pawn && ranks_apart(move.from(), move.to()) == 2;
  passed_ = double_step ? (move.from() + move.to()) / 2 : no_square;
  side_ = other(side_);
}

}  // namespace hone::chess
