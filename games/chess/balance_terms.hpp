// SPDX-License-Identifier: MIT
//
// The terms of the balance as a whole: what pieces are worth beside other pieces and pawns, and space. Products of
// counts with a weight of their own are as linear as any other term.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "games/chess/term_writer.hpp"

namespace hone::chess {

template <Side us, class Writer>
void add_imbalance(Writer& to) {
  constexpr int types = 6, first = index(PieceType::knight), last = index(PieceType::queen);
  const int pawns = popcount(to.pos.pieces(us, PieceType::pawn));
  const int their_pawns = popcount(to.pos.pieces(other(us), PieceType::pawn));
  std::array<int, last + 1> counts{};
  for (int type = first; type <= last; ++type) {
    const int count = popcount(to.pos.pieces(us, static_cast<PieceType>(type)));
    counts[static_cast<std::size_t>(type)] = count;
    to.template add<us>(terms.offset("imbalance.pawns") + type, count * pawns);
    to.template add<us>(terms.offset("imbalance.their_pawns") + type, count * their_pawns);
    const int row = terms.offset("imbalance.own") + types * type;
    to.template add<us>(row + type, std::max(count - 1, 0));
    for (int lesser = first; lesser < type; ++lesser) {
      to.template add<us>(row + lesser, count * counts[static_cast<std::size_t>(lesser)]);
    }
  }
  const bool has_pair = counts[static_cast<std::size_t>(index(PieceType::bishop))] > 1;
  if (has_pair) to.template add<us>(terms.offset("bishop.pair"));
  to.template add<us>(terms.offset("imbalance.pair_pawns"), has_pair ? pawns : 0);
}

template <Side us, class Writer>
void add_space(Writer& to) {
  constexpr Bitboard centre = file_mask(2) | file_mask(3) | file_mask(4) | file_mask(5);
  constexpr Bitboard camp =
      us == Side::first ? rank_mask(1) | rank_mask(2) | rank_mask(3) : rank_mask(6) | rank_mask(5) | rank_mask(4);
  const Bitboard pawns = to.pos.pieces(us, PieceType::pawn);
  const int safe = popcount(centre & camp & ~pawns & ~to.template attacks<other(us)>(PieceType::pawn));
  to.template state<us>().space = safe;
  to.template add<us>(terms.offset("space"), safe);
  to.template add<us>(terms.offset("room.officers"), safe * popcount(to.template officers<us>()));
}

}  // namespace hone::chess
