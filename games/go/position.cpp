// SPDX-License-Identifier: MIT
#include "games/go/position.hpp"

#include "data/hash.hpp"

namespace hone::go {
namespace {

// The stones of the chains with a single liberty.
Points stones_in_atari(Points side, Points empty) {
  Points found;
  for_each_chain(side, empty, [&](const Chain& chain) {
    if (chain.liberties.is_single()) found |= chain.stones;
  });
  return found;
}

}  // namespace

bool is_legal_board(Points black, Points white, Points board) {
  const Points empty = board & ~(black | white);
  return flooded(empty, empty | black) == (empty | black) && flooded(empty, empty | white) == (empty | white);
}

// A stone that has no empty point beside it must join a chain with another liberty, or take something.
Points placements(const Position& pos) {
  if (is_over(pos)) return {};
  const Points empty = pos.empty();
  const Points ko = pos.ko == no_point ? Points() : bit(pos.ko);
  Points allowed = neighbours(empty, empty);
  if (allowed != empty) {
    const Points own = pos.own();
    const Points enemy = pos.enemy();
    const Points narrow = empty & ~allowed;
    const Points safe = own & ~stones_in_atari(own, empty);
    allowed |= neighbours(safe, narrow) | neighbours(stones_in_atari(enemy, empty), narrow);
  }
  return allowed & ~ko;
}

Points captures(const Position& pos) {
  if (is_over(pos)) return {};
  const Points empty = pos.empty();
  const Points ko = pos.ko == no_point ? Points() : bit(pos.ko);
  return neighbours(stones_in_atari(pos.enemy(), empty), empty) & ~ko;
}

Points captured_at(const Position& pos, int point) {
  const Points enemy = pos.enemy();
  const Points empty = pos.empty();
  Points captured;
  for (Points left = neighbours(bit(point), enemy); !left.empty();) {
    const Chain chain = chain_at(left.first(), enemy, empty);
    left &= ~chain.stones;
    if (chain.liberties == bit(point)) captured |= chain.stones;
  }
  return captured;
}

void play(Position& pos, Move move) {
  pos.ko = no_point;
  if (move == pass) {
    ++pos.passes;
  } else {
    const Points captured = captured_at(pos, move.point);
    Points& own = pos.to_move == Side::first ? pos.black : pos.white;
    Points& enemy = pos.to_move == Side::first ? pos.white : pos.black;
    own |= bit(move.point);
    enemy ^= captured;
    // The stone could be taken back at once if it is alone and has no other liberty.
    const bool alone = neighbours(bit(move.point), own).empty();
    if (alone && captured.is_single() && neighbours(bit(move.point), pos.empty()) == captured) {
      pos.ko = static_cast<std::uint8_t>(captured.first());
    }
    pos.passes = 0;
  }
  pos.to_move = other(pos.to_move);
}

Area area(Points black, Points white, Points board) {
  const Points empty = board & ~(black | white);
  const Points from_black = flooded(black, black | empty);
  const Points from_white = flooded(white, white | empty);
  return {from_black & ~from_white, from_white & ~from_black};
}

int score_halves(const Position& pos) {
  const Area result = area(pos.black, pos.white, pos.board());
  return 2 * (result.black.count() - result.white.count()) - pos.komi_halves;
}

// Each word is spread by a constant that is never equal to it: places past the last column are set in those of the low
// words.
std::uint64_t board_hash(const Position& pos) {
  constexpr std::uint64_t root_of_2 = 0x6A09'E667'F3BC'C909;
  const std::uint64_t black = folded_product(pos.black.low() ^ golden_gamma, pos.black.high() ^ 0xA409'3822'299F'31D1);
  const std::uint64_t white = folded_product(pos.white.low() ^ root_of_2, pos.white.high() ^ 0x1319'8A2E'0370'7345);
  return folded_product(black ^ root_of_2, white ^ golden_gamma);
}

std::uint64_t hash(const Position& pos) {
  const auto rest = static_cast<std::uint64_t>(static_cast<std::uint16_t>(pos.komi_halves)) << 32 |
                    std::uint64_t{pos.size} << 24 | std::uint64_t{pos.ko} << 16 | std::uint64_t{pos.passes} << 8 |
                    static_cast<std::uint64_t>(pos.to_move);
  return hash_seed(board_hash(pos), rest);
}

}  // namespace hone::go
