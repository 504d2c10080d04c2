// SPDX-License-Identifier: MIT
#include "games/chess/attacks.hpp"

#include "games/chess/magic_factors.hpp"

namespace hone::chess::details {
namespace {

struct Step {
  int files;
  int ranks;
};
using Steps = std::array<Step, 4>;
constexpr Steps bishop_steps{{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}};
constexpr Steps rook_steps{{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};

constexpr bool on_board(int file, int rank) { return file >= 0 && file < 8 && rank >= 0 && rank < 8; }

// Returns the square one step away as a set, which is empty beyond the edge.
constexpr Bitboard one_step(Square from, Step step) {
  const int file = file_of(from) + step.files;
  const int rank = rank_of(from) + step.ranks;
  return on_board(file, rank) ? bit(make_square(file, rank)) : 0;
}

constexpr Bitboard ray(Square from, Step step, Bitboard occupied) {
  Bitboard seen = 0;
  for (Bitboard next = one_step(from, step); next != 0; next = one_step(first_square(next), step)) {
    seen |= next;
    if ((next & occupied) != 0) break;
  }
  return seen;
}

constexpr Bitboard rays(Square from, const Steps& steps, Bitboard occupied) {
  Bitboard seen = 0;
  for (const Step step : steps) seen |= ray(from, step, occupied);
  return seen;
}

template <class Function>
constexpr SquareTable table_of(Function function) {
  SquareTable table{};
  for (Square from = 0; from < 64; ++from) table[static_cast<std::size_t>(from)] = function(from);
  return table;
}

constexpr Bitboard knight_leaps(Square from) {
  Bitboard seen = 0;
  for (const int files : {-2, -1, 1, 2}) {
    const int ranks = 3 - (files < 0 ? -files : files);
    seen |= one_step(from, {files, ranks}) | one_step(from, {files, -ranks});
  }
  return seen;
}

constexpr Bitboard king_steps(Square from) {
  const Bitboard row = bit(from) | east(bit(from)) | west(bit(from));
  return (row | north(row) | south(row)) & ~bit(from);
}

// Stores value(a, b, step) for every pair of squares on one line, where b lies in direction step from a.
template <class Value>
constexpr PairTable pair_table_of(Value value) {
  PairTable table{};
  for (const Steps& steps : {bishop_steps, rook_steps}) {
    for (const Step step : steps) {
      for (Square a = 0; a < 64; ++a) {
        for (const Square b : squares(ray(a, step, 0))) {
          table[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)] = value(a, b, step);
        }
      }
    }
  }
  return table;
}

constexpr Bitboard squares_between(Square a, Square b, Step step) { return ray(a, step, bit(b)) & ~bit(b); }

constexpr Bitboard line_through(Square a, Square /*b*/, Step step) {
  return ray(a, step, 0) | bit(a) | ray(a, {-step.files, -step.ranks}, 0);
}

// Returns the squares of the rays on which a piece blocks others; the last square of a ray blocks nothing.
Bitboard relevant_squares(Square from, const Steps& steps) {
  Bitboard mask = 0;
  for (const Step step : steps) {
    const Bitboard seen = ray(from, step, 0);
    for (const Square square : squares(seen)) {
      if (one_step(square, step) != 0) mask |= bit(square);
    }
  }
  return mask;
}

}  // namespace

SliderTables::SliderTables() {
  std::uint32_t first = 0;
  const auto add = [&](Magic& magic, Square from, const Steps& steps, std::uint64_t factor) {
    const Bitboard mask = relevant_squares(from, steps);
    magic = {mask, factor, first, static_cast<std::uint32_t>(64 - popcount(mask))};
    Bitboard occupied = 0;
    do {
      attacks_[first + (occupied * factor >> magic.shift)] = rays(from, steps, occupied);
      occupied = (occupied - mask) & mask;  // the next subset of mask, counting in its bits
    } while (occupied != 0);
    first += std::uint32_t{1} << popcount(mask);
  };
  for (std::size_t s = 0; s < 64; ++s) add(bishops_[s], static_cast<Square>(s), bishop_steps, bishop_factors[s]);
  for (std::size_t s = 0; s < 64; ++s) add(rooks_[s], static_cast<Square>(s), rook_steps, rook_factors[s]);
}

constinit const SquareTable knight_table = table_of(knight_leaps);
constinit const SquareTable king_table = table_of(king_steps);
constinit const PairTable between_table = pair_table_of(squares_between);
constinit const PairTable line_table = pair_table_of(line_through);
const SliderTables slider_tables;

}  // namespace hone::chess::details
