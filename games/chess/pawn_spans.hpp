// SPDX-License-Identifier: MIT
//
// Sets of squares by which the pawn terms are defined.
#pragma once

#include <array>

#include "games/chess/bitboard.hpp"
#include "games/game.hpp"

namespace hone::chess {

// The files beside a file.
[[nodiscard]] constexpr Bitboard adjacent_files(int file) { return east(file_mask(file)) | west(file_mask(file)); }

// The ranks in front of a rank, as `side` sees it.
[[nodiscard]] constexpr Bitboard ranks_ahead(Side side, int rank) {
  const Bitboard below = (Bitboard{1} << (8 * rank)) - 1;
  return side == Side::first ? ~below & ~rank_mask(rank) : below;
}

// The squares in front of the pawn on its file.
[[nodiscard]] constexpr Bitboard path_ahead(Side side, Square square) {
  return file_mask(file_of(square)) & ranks_ahead(side, rank_of(square));
}
// The squares in front of the pawn on the files beside it: it may attack them later,
// and enemy pawns there can stop it.
[[nodiscard]] constexpr Bitboard flanks_ahead(Side side, Square square) {
  return adjacent_files(file_of(square)) & ranks_ahead(side, rank_of(square));
}
// The squares on the files beside the pawn, level with it and behind it: own pawns there can support it.
[[nodiscard]] constexpr Bitboard flanks_behind(Side side, Square square) {
  return adjacent_files(file_of(square)) & ~ranks_ahead(side, rank_of(square));
}

[[nodiscard]] constexpr Bitboard forward(Side side, Bitboard set) {
  return side == Side::first ? north(set) : south(set);
}
// The squares on the same rank, one file away.
[[nodiscard]] constexpr Bitboard beside(Bitboard set) { return east(set) | west(set); }

// The squares in front of any of the set on its file, as `side` sees it.
[[nodiscard]] constexpr Bitboard all_ahead(Side side, Bitboard set) {
  set = forward(side, set);
  for (int ranks = 1; ranks < 8; ranks *= 2) set |= side == Side::first ? set << 8 * ranks : set >> 8 * ranks;
  return set;
}
// All squares of the files that any of the set is on.
[[nodiscard]] constexpr Bitboard file_fill(Bitboard set) {
  return set | all_ahead(Side::first, set) | all_ahead(Side::second, set);
}
// The rank as its owner counts it: 0 for the first rank, 7 for the last.
[[nodiscard]] constexpr int relative_rank(Side side, Square square) {
  return side == Side::first ? rank_of(square) : 7 - rank_of(square);
}
// The square as its owner sees it, mirrored by rank for Black.
[[nodiscard]] constexpr Square relative_square(Side side, Square square) {
  return side == Side::first ? square : mirrored(square);
}
// The number of king moves between two squares.
[[nodiscard]] constexpr int distance(Square a, Square b) {
  const int files = file_of(a) > file_of(b) ? file_of(a) - file_of(b) : file_of(b) - file_of(a);
  const int ranks = rank_of(a) > rank_of(b) ? rank_of(a) - rank_of(b) : rank_of(b) - rank_of(a);
  return files > ranks ? files : ranks;
}

}  // namespace hone::chess
