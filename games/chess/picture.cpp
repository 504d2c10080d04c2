// SPDX-License-Identifier: MIT
#include "games/chess/picture.hpp"

#include <fmt/format.h>

#include "games/chess/fen.hpp"

namespace hone::chess {
namespace {

constexpr int noted_plies = 20;  // without a capture or a pawn's move; so many are noted, and more

// The black pieces of Unicode are the filled ones, which can be seen in either colour.
constexpr std::array<std::string_view, piece_types> symbols{"♟", "♞", "♝", "♜", "♛", "♚"};

std::vector<std::string> notes(const Position& pos) {
  std::vector<std::string> notes;
  if (const std::string rights = castling_text(pos); rights != "-") notes.push_back("castling " + rights);
  if (pos.en_passant() != no_square) notes.push_back("en passant " + to_text(pos.en_passant()));
  if (pos.halfmove_clock() >= noted_plies) {
    notes.push_back(fmt::format("{} plies without a capture or a pawn's move", pos.halfmove_clock()));
  }
  return notes;
}

}  // namespace

BoardPicture picture(const Position& pos) {
  BoardPicture board = lettered_board(8, 8);
  chequer(board);
  for (const Square square : squares(pos.occupied())) {
    const Piece piece = pos.piece_on(square);
    put(board.at(7 - rank_of(square), file_of(square)), side_of(piece), piece_letters[static_cast<std::size_t>(piece)],
        symbols[static_cast<std::size_t>(type_of(piece))]);
  }
  board.notes = notes(pos);
  return board;
}

}  // namespace hone::chess
