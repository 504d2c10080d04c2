// SPDX-License-Identifier: MIT
//
// Connect three: a board of three rows and four columns, marks fall to the lowest empty square of their column, three
// in a line win, and the direction of the line says how much. games/connect_three/README.md describes rules, notation
// and features.
//
// A set of squares is a word of four bits a column. The fourth stays empty, so that a line shifted off the end of a
// column meets nothing:
//
//            3  7 11 15
//          +-----------
//     3rd  | 2  6 10 14
//     2nd  | 1  5  9 13
//     1st  | 0  4  8 12
//          +-----------
//            1  2  3  4
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

struct ConnectThree {
  static constexpr std::string_view name = "connect_three";
  static constexpr int rows = 3;
  static constexpr int cols = 4;
  static constexpr std::size_t max_moves = cols;
  static constexpr int max_plies = rows * cols;
  static constexpr int max_utility = 3;
  static constexpr int bench_depth = max_plies;

  using Squares = std::uint16_t;

  // X is the first player, O the second. No square is in both sets, none is above an empty one.
  struct Position {
    Squares x = 0;
    Squares o = 0;
    Side to_move = Side::first;

    friend bool operator==(const Position&, const Position&) = default;
  };

  struct Move {
    std::uint8_t col = 0;

    friend bool operator==(const Move&, const Move&) = default;
  };

  [[nodiscard]] static Position initial() { return {}; }
  [[nodiscard]] static Side side_to_move(const Position& pos) { return pos.to_move; }
  static void legal_moves(const Position& pos, MoveList<ConnectThree>& moves);
  static void play(Position& pos, Move move);
  // If one move completes several lines, the most valuable one counts.
  [[nodiscard]] static std::optional<Outcome> outcome(const Position& pos, const MoveList<ConnectThree>& legal);
  [[nodiscard]] static std::uint64_t hash(const Position& pos);

  // "XO../OX.O/XXOX O": see games/grid_text.hpp. A line must have been made by the last move.
  [[nodiscard]] static Position parse_position(std::string_view text);
  [[nodiscard]] static std::string to_text(const Position& pos);
  // "3": the column, 1 to 4 from the left.
  [[nodiscard]] static std::optional<Move> parse_move(const Position& pos, std::string_view text);
  [[nodiscard]] static std::string to_text(const Position& pos, Move move);
  [[nodiscard]] static MoveCode encode(Move move) { return move.col; }
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

  struct Line {
    Squares squares;
    int utility;
  };
  static const std::array<Line, 14> lines;

  static constexpr Layout<4> layout{{
      {"lines.open", list(3), "lines that the opponent has not entered: horizontal, vertical, diagonal"},
      {"lines.two", list(3), "lines with two own marks and an empty square, likewise"},
      {"square", board(rows, cols), "mark on the square", nullptr, fallen_square<rows>},
      {"tempo", scalar(), "side to move"},
  }};
};

// The direction of a line decides its worth.
inline constexpr std::array<ConnectThree::Line, 14> ConnectThree::lines{{
    {0x0111, 1},
    {0x0222, 1},
    {0x0444, 1},
    {0x1110, 1},
    {0x2220, 1},
    {0x4440, 1},  // horizontal
    {0x0007, 2},
    {0x0070, 2},
    {0x0700, 2},
    {0x7000, 2},  // vertical
    {0x0421, 3},
    {0x4210, 3},
    {0x0124, 3},
    {0x1240, 3},  // diagonal
}};

template <FeatureSink Sink>
void ConnectThree::extract(const Position& pos, Sink& sink) {
  constexpr int lines_open = layout.offset("lines.open");
  constexpr int lines_two = layout.offset("lines.two");
  constexpr int square = layout.offset("square");
  constexpr int tempo = layout.offset("tempo");

  for (const Line& line : lines) {
    const int x = std::popcount(static_cast<Squares>(pos.x & line.squares));
    const int o = std::popcount(static_cast<Squares>(pos.o & line.squares));
    sink.add(lines_open + line.utility - 1, (o == 0) - (x == 0));
    sink.add(lines_two + line.utility - 1, (x == 2 && o == 0) - (o == 2 && x == 0));
  }
  for (int row = 0; row < rows; ++row) {
    for (int col = 0; col < cols; ++col) {
      const int bit = col * 4 + row;
      sink.add(square + row * cols + col, (pos.x >> bit & 1) - (pos.o >> bit & 1));
    }
  }
  sink.add(tempo, sign(pos.to_move));
}

static_assert(Game<ConnectThree> && HasPicture<ConnectThree> && HasGradedUtility<ConnectThree>);

}  // namespace hone
