// SPDX-License-Identifier: MIT
#include "games/breakthrough/breakthrough.hpp"

#include <algorithm>

#include "data/hash.hpp"

namespace hone {

using breakthrough::Squares;
using breakthrough::View;

Breakthrough::Position Breakthrough::initial() { return {0xFFFF, Squares{0xFFFF} << 48, Side::first}; }

void Breakthrough::legal_moves(const Position& pos, MoveList<Breakthrough>& moves) {
  const View view = breakthrough::seen_by_mover(pos);
  if (is_lost(view)) return;
  breakthrough::for_each_move(pos, view.empty(), ~view.own, [&](Move move) { moves.push_back(move); });
}

void Breakthrough::noisy_moves(const Position& pos, MoveList<Breakthrough>& moves) {
  const View view = breakthrough::seen_by_mover(pos);
  if (is_lost(view)) return;
  const Squares last = breakthrough::rank_8 & ~view.own;
  breakthrough::for_each_move(pos, last & view.empty(), last | view.enemy, [&](Move move) { moves.push_back(move); });
}

// There are no draws, and only the side that has just moved can have won.
std::optional<Outcome> Breakthrough::outcome(const Position& pos, const MoveList<Breakthrough>& /*legal*/) {
  if (!is_lost(breakthrough::seen_by_mover(pos))) return std::nullopt;
  return Outcome{-sign(pos.to_move), EndReason::win};
}

std::uint64_t Breakthrough::hash(const Position& pos) {
  const std::uint64_t z = mix(mix(pos.white + golden_gamma) ^ pos.black);
  return pos.to_move == Side::first ? z : ~z;
}

std::optional<Breakthrough::Move> Breakthrough::parse_move(const Position& pos, std::string_view text) {
  std::string plain(text);
  const bool capture = plain.size() == 5 && plain[2] == 'x';
  if (capture) plain.erase(2, 1);
  MoveList<Breakthrough> legal;
  legal_moves(pos, legal);
  const Move* const found =
      std::ranges::find_if(legal, [&](Move move) { return breakthrough::to_text(move) == plain; });
  if (found == legal.end() || (capture && !is_capture(pos, *found))) return std::nullopt;
  return *found;
}

Breakthrough::Position Breakthrough::flipped(const Position& pos) {
  return {breakthrough::turned(pos.black), breakthrough::turned(pos.white), other(pos.to_move)};
}

std::span<const std::string_view> Breakthrough::bench_positions() {
  static constexpr std::string_view positions[] = {
      "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w",
      "pppppppp/2pppppp/8/p1p5/P1P5/8/2PPPPPP/PPPPPPPP w",
      "pp1ppppp/3ppppp/p1P5/p7/1p6/8/2PPPPPP/PPPPPPPP w",
      "pp1p1ppp/3ppppp/p7/8/p7/2P5/1P1PPPPP/1P1PPPPP b",
      "pp1p1ppp/3ppppp/8/1P6/p7/8/1PPPPPPP/4PPPP w",
      "1p2pp1p/2p2ppp/2P5/8/8/3P2P1/1p1P2PP/1PP1PP1P w",
      "pp3ppp/2pppppp/1P6/8/p7/1P6/2PPPPPP/4PPPP b",
      "1p4p1/2p2p2/8/1P3pP1/2p3P1/8/2P2P2/1P4P1 w",
      "8/8/2p1p3/3P4/3p4/2P1P3/8/8 b",
  };
  return positions;
}

}  // namespace hone
