// SPDX-License-Identifier: MIT
#include "games/othello/othello.hpp"

#include <algorithm>

#include "games/two_word_hash.hpp"

namespace hone {

using othello::Squares;

Othello::Position Othello::initial() {
  constexpr Squares d4 = othello::bit(27), e4 = othello::bit(28), d5 = othello::bit(35), e5 = othello::bit(36);
  return {e4 | d5, d4 | e5, Side::first};
}

void Othello::legal_moves(const Position& pos, MoveList<Othello>& moves) {
  Squares squares = othello::placements(pos);
  while (squares != 0) moves.push_back({static_cast<std::uint8_t>(othello::pop_first(squares))});
  if (moves.empty() && othello::placements(pos.enemy(), pos.own()) != 0) moves.push_back(othello::pass);
}

std::optional<Outcome> Othello::outcome(const Position& pos, const MoveList<Othello>& legal) {
  if (!legal.empty()) return std::nullopt;
  const int empty = othello::popcount(pos.empty());
  const int difference = othello::popcount(pos.black) - othello::popcount(pos.white);
  const int to_winner = difference > 0 ? empty : difference < 0 ? -empty : 0;
  return Outcome{difference + to_winner, EndReason::no_moves};
}

std::uint64_t Othello::hash(const Position& pos) { return two_word_hash(pos.black, pos.white, pos.to_move); }

int Othello::order_hint(const Position& pos, Move move) {
  if (move == othello::pass) return 0;
  Position next = pos;
  othello::play(next, move);
  const Squares replies = othello::placements(next);
  constexpr int weight = 16;
  const int worth = othello::popcount(replies) + othello::popcount(replies & othello::corners);
  return std::max(1000 - weight * worth, 0);
}

std::optional<Othello::Move> Othello::parse_move(const Position& pos, std::string_view text) {
  const std::optional<Move> move = othello::parse_move(text);
  MoveList<Othello> legal;
  legal_moves(pos, legal);
  if (!move || std::ranges::find(legal, *move) == legal.end()) return std::nullopt;
  return move;
}

}  // namespace hone
