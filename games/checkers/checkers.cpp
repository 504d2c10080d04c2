// SPDX-License-Identifier: MIT
#include "games/checkers/checkers.hpp"

#include <algorithm>

#include "games/checkers/ending_search.hpp"
#include "games/checkers/endings.hpp"
#include "games/two_word_hash.hpp"

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

// Neither word equals its constant: no square is in both sets, and the second constant is wider than the kings.
std::uint64_t Checkers::hash(const Position& pos) {
  return two_word_hash(std::uint64_t{pos.black} << 32 | pos.white, pos.kings, pos.to_move);
}

Checkers::Move Checkers::decode(MoveCode code) {
  constexpr int bits = 42;
  if (code >> bits != 0) return checkers::no_move;
  return {static_cast<checkers::Squares>(code), static_cast<std::uint8_t>(code >> 32 & 31),
          static_cast<std::uint8_t>(code >> 37)};
}

std::optional<int> Checkers::ending_utility(const Position& pos, int pieces) {
  const int left = checkers::popcount(pos.black | pos.white);
  if (left > pieces) return std::nullopt;
  const checkers::Endings& kept = checkers::solved_endings(std::min(pieces, most_kept_pieces));
  const std::optional<int> value = left > most_kept_pieces
                                       ? checkers::EndingSearch(kept, {.depth = 24, .nodes = 2'000}).value(pos)
                                       : kept.value(pos);
  return value ? std::optional(sign(pos.to_move) * *value) : std::nullopt;
}

}  // namespace hone
