// SPDX-License-Identifier: MIT
#include "games/chess/chess.hpp"

namespace hone {
namespace {

constexpr std::string_view initial_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

}  // namespace

Chess::Position Chess::initial() { return chess::parse_fen(initial_fen); }

bool Chess::can_pass(const Position& pos) {
  const Side us = pos.side_to_move();
  const chess::Bitboard idle = pos.pieces(us, chess::PieceType::pawn) | pos.pieces(us, chess::PieceType::king);
  return !pos.in_check() && pos.pieces(us) != idle;
}

}  // namespace hone
