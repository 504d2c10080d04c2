// SPDX-License-Identifier: MIT
#include "tuner/formats/binpack_moves.hpp"

#include <fmt/format.h>

#include <bit>

#include "data/error.hpp"
#include "games/chess/fen.hpp"
#include "games/chess/legality.hpp"

namespace hone::formats {

namespace {

using chess::Bitboard;
using chess::Move;
using chess::MoveKind;
using chess::Piece;
using chess::PieceType;
using chess::Position;
using chess::Square;

constexpr unsigned pawn_passed = 12, white_castling_rook = 13, black_castling_rook = 14, black_king_to_move = 15;
constexpr unsigned bits_promotion = 1, bits_castling = 2, bits_en_passant = 3;
constexpr int king_file = 4;

// -- Positions

// The square that a pawn on this one has passed if it has just moved two; none on other rows.
Square passed_square(Square pawn) {
  if (chess::rank_of(pawn) == 3) return pawn - 8;
  return chess::rank_of(pawn) == 4 ? pawn + 8 : chess::no_square;
}

void put_passed_pawn(Square square, chess::Setup& setup) {
  const Square passed = passed_square(square);
  if (passed == chess::no_square || setup.en_passant != chess::no_square) {
    throw Error(
        expected_found("one pawn that has just moved two squares", fmt::format("one on {}", chess::to_text(square))));
  }
  const Side side = passed < square ? Side::first : Side::second;
  setup.board[static_cast<std::size_t>(square)] = chess::make_piece(side, PieceType::pawn);
  setup.en_passant = passed;
}

void put_castling_rook(Square square, Side side, chess::Setup& setup) {
  const Square in_row = side == Side::first ? square : chess::mirrored(square);
  if (in_row != 0 && in_row != 7) {
    throw Error(
        expected_found("rights to castle of rooks in their corners", fmt::format("one on {}", chess::to_text(square))));
  }
  setup.board[static_cast<std::size_t>(square)] = chess::make_piece(side, PieceType::rook);
  setup.castling_rooks |= chess::bit(square);
}

void put_piece(Square square, unsigned code, chess::Setup& setup) {
  Piece& piece = setup.board[static_cast<std::size_t>(square)];
  if (code == pawn_passed) {
    put_passed_pawn(square, setup);
  } else if (code == white_castling_rook || code == black_castling_rook) {
    put_castling_rook(square, code == white_castling_rook ? Side::first : Side::second, setup);
  } else if (code == black_king_to_move) {
    piece = chess::make_piece(Side::second, PieceType::king);
    setup.side_to_move = Side::second;
  } else {
    piece = static_cast<Piece>(code);
  }
}

// The men are known to be right.
void check_rights(chess::Setup& setup, const chess::Men& men) {
  for (const Square corner : chess::squares(setup.castling_rooks)) {
    const Side side = corner < 8 ? Side::first : Side::second;
    const Square on = chess::first_square(men.of(side, PieceType::king));
    if (chess::rank_of(on) != chess::rank_of(corner)) {
      throw Error(
          expected_found("a king that may castle on its first rank", fmt::format("one on {}", chess::to_text(on))));
    }
    setup.chess960 = setup.chess960 || chess::file_of(on) != king_file;
  }
  if (setup.en_passant == chess::no_square) return;
  const Square passed = setup.en_passant;
  const bool moved_by_other = (passed < 32) == (setup.side_to_move == Side::second);
  const Square origin = passed < 32 ? passed - 8 : passed + 8;
  const auto is_empty = [&](Square square) { return setup.board[static_cast<std::size_t>(square)] == chess::no_piece; };
  if (!moved_by_other || !is_empty(passed) || !is_empty(origin)) {
    throw Error(expected_found("a pawn that has just passed " + chess::to_text(passed), "none"));
  }
}

unsigned code_of_piece(const Position& pos, Square square) {
  const Piece piece = pos.piece_on(square);
  const PieceType type = chess::type_of(piece);
  if (chess::contains(pos.castling_rooks(), square)) {
    return chess::side_of(piece) == Side::first ? white_castling_rook : black_castling_rook;
  }
  if (type == PieceType::pawn && pos.en_passant() != chess::no_square && passed_square(square) == pos.en_passant()) {
    return pawn_passed;
  }
  const bool is_black_king = piece == chess::make_piece(Side::second, PieceType::king);
  if (is_black_king && pos.side_to_move() == Side::second) return black_king_to_move;
  return static_cast<unsigned>(chess::index(piece));
}

void require_classical_castling(const Position& pos) {
  for (const Square square : chess::squares(pos.castling_rooks())) {
    const bool in_corner = chess::file_of(square) == 0 || chess::file_of(square) == 7;
    if (!in_corner || chess::file_of(pos.king(chess::side_of(pos.piece_on(square)))) != king_file) {
      throw Error("the readers of binpacks know castling of classical chess alone; write viriformat instead");
    }
  }
}

}  // namespace

Position unpacked_position(std::string_view bytes, int halfmove_clock, int fullmove_number) {
  const auto byte_at = [&](std::size_t at) { return static_cast<unsigned char>(bytes[at]); };
  Bitboard occupied = 0;
  for (std::size_t i = 0; i < 8; ++i) occupied = occupied << 8 | byte_at(i);
  if (chess::popcount(occupied) > 32) {
    throw Error(expected_found("32 pieces at most", fmt::to_string(chess::popcount(occupied))));
  }
  chess::Setup setup;
  std::size_t count = 0;
  for (const Square square : chess::squares(occupied)) {
    const unsigned both = byte_at(8 + count / 2);
    put_piece(square, count % 2 == 0 ? both & 15 : both >> 4, setup);
    ++count;
  }
  if (halfmove_clock > chess::last_halfmove_clock) {
    throw Error(expected_found(fmt::format("a halfmove clock of 0 to {}", chess::last_halfmove_clock),
                               fmt::to_string(halfmove_clock)));
  }
  setup.halfmove_clock = halfmove_clock;
  setup.fullmove_number = fullmove_number;
  const chess::Men men(setup.board);
  check_men(men);
  check_rights(setup, men);
  const Position pos(setup);
  check_checks(pos);
  return pos;
}

std::string packed_position(const Position& pos) {
  require_classical_castling(pos);
  std::string bytes(binpack_position_bytes, '\0');
  for (std::size_t i = 0; i < 8; ++i) bytes[i] = static_cast<char>(pos.occupied() >> (56 - 8 * i) & 255);
  std::size_t count = 0;
  for (const Square square : chess::squares(pos.occupied())) {
    char& both = bytes[8 + count / 2];
    both = static_cast<char>(static_cast<unsigned char>(both) | code_of_piece(pos, square) << (count % 2 == 0 ? 0 : 4));
    ++count;
  }
  return bytes;
}

Move move_of_bits(std::uint16_t bits) {
  if (bits == 0) return Move{};
  const unsigned kind = bits >> 14;
  const Square from = bits >> 8 & 63, to = bits >> 2 & 63;
  if (kind == bits_promotion) return {from, to, static_cast<MoveKind>(4 + (bits & 3))};
  if (kind == bits_castling) return {from, to, MoveKind::castling};
  return {from, to, kind == bits_en_passant ? MoveKind::en_passant : MoveKind::normal};
}

std::uint16_t bits_of_move(Move move) {
  const unsigned from_to = static_cast<unsigned>(move.from()) << 8 | static_cast<unsigned>(move.to()) << 2;
  const auto own_kind = static_cast<unsigned>(move.kind());
  unsigned kind = 0;
  if (move.is_promotion()) kind = bits_promotion;
  if (move.is_castling()) kind = bits_castling;
  if (move.is_en_passant()) kind = bits_en_passant;
  return static_cast<std::uint16_t>(kind << 14 | from_to | (move.is_promotion() ? own_kind & 3 : 0));
}

// -- Moves

namespace {

Bitboard pawn_squares(const Position& pos, Square from) {
  const Side us = pos.side_to_move();
  Bitboard targets = pos.pieces(other(us));
  if (pos.en_passant() != chess::no_square) targets |= chess::bit(pos.en_passant());
  const auto forward = [&](Bitboard set) {
    return (us == Side::first ? chess::north(set) : chess::south(set)) & ~pos.occupied();
  };
  const Bitboard one = forward(chess::bit(from));
  const bool is_at_home = chess::rank_of(from) == (us == Side::first ? 1 : 6);
  return (chess::pawn_attacks(us, from) & targets) | one | (is_at_home ? forward(one) : 0);
}

Bitboard piece_squares(const Position& pos, Square from, PieceType type) {
  const Bitboard occupied = pos.occupied();
  switch (type) {
    case PieceType::pawn:
      return pawn_squares(pos, from);
    case PieceType::knight:
      return chess::knight_attacks(from);
    case PieceType::bishop:
      return chess::bishop_attacks(from, occupied);
    case PieceType::rook:
      return chess::rook_attacks(from, occupied);
    case PieceType::queen:
      return chess::queen_attacks(from, occupied);
    case PieceType::king:
      break;
  }
  return chess::king_attacks(from);
}

}  // namespace

Square square_number(Bitboard set, int number) {
  for (; number > 0; --number) set &= set - 1;
  return chess::first_square(set);
}

MoveChoices::MoveChoices(const Position& pos, Square from) : pos_(pos), from_(from) {
  const Side us = pos.side_to_move();
  const PieceType type = chess::type_of(pos.piece_on(from));
  to_ = piece_squares(pos, from, type) & ~pos.pieces(us);
  squares_ = chess::popcount(to_);
  const bool promotes = type == PieceType::pawn && chess::rank_of(from) == (us == Side::first ? 6 : 1);
  if (promotes) pieces_ = 4;
  if (type != PieceType::king) return;
  rooks_ = pos.castling_rooks(us);
  castlings_ = chess::popcount(rooks_);
}

Move MoveChoices::move(int choice) const {
  if (choice >= count()) {
    throw Error(
        expected_found(fmt::format("one of the {} moves from {} in '{}'", count(), chess::to_text(from_), to_fen(pos_)),
                       fmt::format("number {}", choice + 1)));
  }
  const int number = choice / pieces_;
  if (number >= squares_) return {from_, square_number(rooks_, number - squares_), MoveKind::castling};
  const Square to = square_number(to_, number);
  if (pieces_ > 1) return {from_, to, static_cast<MoveKind>(4 + choice % pieces_)};
  const bool is_pawn = chess::type_of(pos_.piece_on(from_)) == PieceType::pawn;
  return {from_, to, is_pawn && to == pos_.en_passant() ? MoveKind::en_passant : MoveKind::normal};
}

int MoveChoices::choice(Move move) const {
  if (move.is_castling()) return squares_ + number_of_square(rooks_, move.to());
  const int piece = move.is_promotion() ? static_cast<int>(move.kind()) & 3 : 0;
  return number_of_square(to_, move.to()) * pieces_ + piece;
}

}  // namespace hone::formats
