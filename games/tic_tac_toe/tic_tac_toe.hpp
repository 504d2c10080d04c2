// SPDX-License-Identifier: MIT
//
// Tic-tac-toe: three in a row wins, a full board draws. It is the shortest complete example of a Game;
// games/tic_tac_toe/README.md describes rules, notation and features.
//
// Squares are numbered from a1, and a set of squares is a word with bit s for square s:
//
//     3 | 6 7 8
//     2 | 3 4 5
//     1 | 0 1 2
//       +------
//         a b c
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "games/game.hpp"
#include "games/table_squares.hpp"

namespace hone {

struct TicTacToe {
  static constexpr std::string_view name = "tic_tac_toe";
  static constexpr std::size_t max_moves = 9;
  static constexpr int max_plies = 9;
  static constexpr int bench_depth = 9;

  using Squares = std::uint16_t;

  // X is the first player, O the second. No square is in both sets.
  struct Position {
    Squares x = 0;
    Squares o = 0;
    Side to_move = Side::first;

    friend bool operator==(const Position&, const Position&) = default;
  };

  struct Move {
    std::uint8_t square = 0;

    friend bool operator==(const Move&, const Move&) = default;
  };

  [[nodiscard]] static Position initial() { return {}; }
  [[nodiscard]] static Side side_to_move(const Position& pos) { return pos.to_move; }
  static void legal_moves(const Position& pos, MoveList<TicTacToe>& moves);
  static void play(Position& pos, Move move);
  [[nodiscard]] static std::optional<Outcome> outcome(const Position& pos, const MoveList<TicTacToe>& legal);
  [[nodiscard]] static std::uint64_t hash(const Position& pos);

  // "XO./.X./... O": the rows from the top, then the side to move. Accepts the 5,478 positions that play
  // can reach.
  [[nodiscard]] static Position parse_position(std::string_view text);
  [[nodiscard]] static std::string to_text(const Position& pos);
  // "b2": column and row.
  [[nodiscard]] static std::optional<Move> parse_move(const Position& pos, std::string_view text);
  [[nodiscard]] static std::string to_text(const Position& pos, Move move);
  [[nodiscard]] static MoveCode encode(Move move) { return move.square; }
  [[nodiscard]] static Move decode(MoveCode code);

  [[nodiscard]] static const Schema& schema();
  [[nodiscard]] static PhasePoint phase(const Position& /*pos*/) { return {}; }
  template <FeatureSink Sink>
  static void extract(const Position& pos, Sink& sink);
  [[nodiscard]] static std::vector<double> material_weights();
  // O has begun in the flipped position: it plays and evaluates like any other, but parse_position rejects it.
  [[nodiscard]] static Position flipped(const Position& pos) { return {pos.o, pos.x, other(pos.to_move)}; }

  [[nodiscard]] static std::span<const std::string_view> bench_positions();
  [[nodiscard]] static BoardPicture picture(const Position& pos);

  static constexpr std::array<Squares, 8> lines{
      0b000'000'111, 0b000'111'000, 0b111'000'000,  // rows
      0b001'001'001, 0b010'010'010, 0b100'100'100,  // columns
      0b100'010'001, 0b001'010'100,                 // diagonals
  };

  static constexpr Layout<4> layout{{
      {"lines.open", scalar(), "lines that the opponent has not entered"},
      {"lines.two", scalar(), "lines with two own marks and an empty square"},
      {"square", unordered(board(3, 3)), "mark on the square", nullptr, lettered_square<3>},
      {"tempo", scalar(), "side to move"},
  }};
};

template <FeatureSink Sink>
void TicTacToe::extract(const Position& pos, Sink& sink) {
  constexpr int lines_open = layout.offset("lines.open");
  constexpr int lines_two = layout.offset("lines.two");
  constexpr int square = layout.offset("square");
  constexpr int tempo = layout.offset("tempo");

  for (const Squares line : lines) {
    const int x = std::popcount(static_cast<Squares>(pos.x & line));
    const int o = std::popcount(static_cast<Squares>(pos.o & line));
    sink.add(lines_open, (o == 0) - (x == 0));
    sink.add(lines_two, (x == 2 && o == 0) - (o == 2 && x == 0));
  }
  for (int s = 0; s < 9; ++s) sink.add(square + s, (pos.x >> s & 1) - (pos.o >> s & 1));
  sink.add(tempo, sign(pos.to_move));
}

static_assert(Game<TicTacToe> && HasPicture<TicTacToe>);

}  // namespace hone
