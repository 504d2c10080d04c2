// SPDX-License-Identifier: MIT
//
// Sets of squares that pawn terms are stated in.
#pragma once

#include <array>

#include "games/chess/bitboard.hpp"
#include "games/game.hpp"

namespace hone::chess {

// Files beside a file.
[[nodiscard]] constexpr Bitboard adjacent_files(int file) { return east(file_mask(file)) | west(file_mask(file)); }

// Ranks in front of a rank, as `side` looks.
[[nodiscard]] constexpr Bitboard ranks_ahead(Side side, int rank) {
  const Bitboard below = (Bitboard{1} << (8 * rank)) - 1;
  return side == Side::first ? ~below & ~rank_mask(rank) : below;
}

// Squares on the pawn's file in front of it.
[[nodiscard]] constexpr Bitboard path_ahead(Side side, Square square) {
  return file_mask(file_of(square)) & ranks_ahead(side, rank_of(square));
}
// Squares in front on the files beside: where enemy pawns can stop it, and from where it can attack.
[[nodiscard]] constexpr Bitboard flanks_ahead(Side side, Square square) {
  return adjacent_files(file_of(square)) & ranks_ahead(side, rank_of(square));
}
// Squares beside and behind on the files beside: from where own pawns can help it.
[[nodiscard]] constexpr Bitboard flanks_behind(Side side, Square square) {
  return adjacent_files(file_of(square)) & ~ranks_ahead(side, rank_of(square));
}

[[nodiscard]] constexpr Bitboard forward(Side side, Bitboard set) {
  return side == Side::first ? north(set) : south(set);
}
// 0 for the owner's first rank, 7 for the last.
[[nodiscard]] constexpr int relative_rank(Side side, Square square) {
  return side == Side::first ? rank_of(square) : 7 - rank_of(square);
}
// The square as its owner sees it from White's seat.
[[nodiscard]] constexpr Square relative_square(Side side, Square square) {
  return side == Side::first ? square : mirrored(square);
}
// King moves between two squares.
[[nodiscard]] constexpr int distance(Square a, Square b) {
  const int files = file_of(a) > file_of(b) ? file_of(a) - file_of(b) : file_of(b) - file_of(a);
  const int ranks = rank_of(a) > rank_of(b) ? rank_of(a) - rank_of(b) : rank_of(b) - rank_of(a);
  return files > ranks ? files : ranks;
}

}  // namespace hone::chess
