// SPDX-License-Identifier: MIT
#include "games/checkers/checkers.hpp"

#include "data/hash.hpp"

namespace hone {

Checkers::Position Checkers::initial() {
  constexpr int twelve_men = 0xFFF;
  return {twelve_men, checkers::turned(twelve_men), 0, Side::first, 0};
}

std::optional<Outcome> Checkers::outcome(const Position& pos, const MoveList<Checkers>& legal) {
  if (legal.empty()) {
    return Outcome{-sign(pos.to_move), pos.own() == 0 ? EndReason::win : EndReason::no_moves};
  }
  if (pos.quiet_plies >= checkers::most_quiet_plies) return Outcome{0, EndReason::move_rule};
  return std::nullopt;
}

// Two words that hold the position, each spread by a constant (the golden ratio, the square root of 2). No set of
// pieces makes a factor zero, because no square is in both sets and the second constant is wider than the kings.
std::uint64_t Checkers::hash(const Position& pos) {
  const std::uint64_t pieces = std::uint64_t{pos.black} << 32 | pos.white;
  const std::uint64_t z = folded_product(pieces ^ golden_gamma, pos.kings ^ 0x6A09'E667'F3BC'C909);
  return (pos.to_move == Side::first ? z : ~z) * 0xBF58'476D'1CE4'E5B9;
}

Checkers::Move Checkers::decode(MoveCode code) {
  constexpr int bits = 42;
  if (code >> bits != 0) return checkers::no_move;
  return {static_cast<checkers::Squares>(code), static_cast<std::uint8_t>(code >> 32 & 31),
          static_cast<std::uint8_t>(code >> 37)};
}

}  // namespace hone
