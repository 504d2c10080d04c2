// SPDX-License-Identifier: MIT
#include "games/chess/move_text.hpp"

#include "games/chess/chess.hpp"
#include "games/chess/movegen.hpp"

namespace hone::chess {
namespace {

std::string text_to(Move move, Square to) {
  std::string text = to_text(move.from()) + to_text(to);
  if (move.is_promotion()) text += "nbrq"[index(move.promotion()) - index(PieceType::knight)];
  return text;
}

std::string king_goes(Move castling) { return text_to(castling, castled_king(castling.from(), castling.to())); }
std::string king_takes_rook(Move castling) { return text_to(castling, castling.to()); }

}  // namespace

std::string to_uci(const Position& pos, Move move) {
  return move.is_castling() && !pos.chess960() ? king_goes(move) : text_to(move, move.to());
}

std::optional<Move> parse_uci(const Position& pos, std::string_view text) {
  Moves moves;
  legal_moves(pos, moves);
  for (const Move move : moves) {
    if (text == king_takes_rook(move)) return move;
  }
  for (const Move move : moves) {
    if (move.is_castling() && text == king_goes(move)) return move;
  }
  return std::nullopt;
}

}  // namespace hone::chess
