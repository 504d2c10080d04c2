// SPDX-License-Identifier: MIT
//
// The evaluation terms of connect four, stated once. games/connect_four/README.md says what they mean for play.
#pragma once

#include <bit>

#include "data/schema.hpp"
#include "games/connect_four/position.hpp"
#include "games/game.hpp"
#include "games/table_squares.hpp"

namespace hone::connect_four {

inline constexpr Layout<10> layout{{
    {"line.one", list(3), "lines of one own mark and three empty squares: horizontal, vertical, diagonal"},
    {"line.two", list(3), "lines of two own marks and two empty squares, likewise"},
    {"line.three", list(3), "lines of three own marks and an empty square, likewise"},
    {"threat.starter", ordered_rows(board(rows, cols)),
     "empty square that would complete four for the player who began", nullptr, fallen_square<rows>},
    {"threat.follower", ordered_rows(board(rows, cols)), "empty square that would complete four for the other player",
     nullptr, fallen_square<rows>},
    {"threat.stacked", scalar(), "own threats with another one on top"},
    {"zugzwang", scalar(), "will be given its threat when the other columns are full"},
    {"centre", scalar(), "marks in the middle column"},
    {"square", board(rows, cols), "mark on the square", nullptr, fallen_square<rows>},
    {"tempo", scalar(), "side to move"},
}};

// The empty squares that would complete four, for each player.
struct Threats {
  Squares x = 0;
  Squares o = 0;

  explicit Threats(const Position& pos)
      : x(completions(pos.x, pos.occupied())), o(completions(pos.o, pos.occupied())) {}
};

// Counts the lines of one direction that are free of the other player's marks and hold one, two and three own marks.
struct OpenLines {
  int one = 0, two = 0, three = 0;

  OpenLines(Squares own, Squares others, int step) {
    const Squares first_pair = own ^ own >> step, first_both = own & own >> step;
    const Squares last_pair = first_pair >> 2 * step, last_both = first_both >> 2 * step;
    const Squares odd = first_pair ^ last_pair;  // the sum of four bits, in binary
    const Squares two_or_three = first_both ^ last_both ^ (first_pair & last_pair);
    const Squares open = in_line(all_squares, step) & ~any_in_line(others, step);
    one = std::popcount(open & odd & ~two_or_three);
    two = std::popcount(open & two_or_three & ~odd);
    three = std::popcount(open & odd & two_or_three);
  }

 private:
  // Return the lines that lie in the set, and the lines that meet it. A line is named by its first square.
  static constexpr Squares in_line(Squares set, int step) {
    const Squares pairs = set & set >> step;
    return pairs & pairs >> 2 * step;
  }
  static constexpr Squares any_in_line(Squares set, int step) {
    const Squares pairs = set | set >> step;
    return pairs | pairs >> 2 * step;
  }
};

// Returns who profits when both players run out of harmless moves: +1 for the player who began, -1 for the other, 0 for
// neither. In each column the lowest threat decides. The starter ends up on odd rows, so an odd threat wins unless the
// other side has as many; otherwise the follower, who ends up on even rows, wins with an even threat (V. Allis, A
// Knowledge-Based Approach of Connect-Four, 1988, section 3.3).
[[nodiscard]] int zugzwang(Squares starter_threats, Squares follower_threats);

template <FeatureSink Sink>
void add_lines(const Position& pos, int direction, int step, Sink& sink) {
  const OpenLines x(pos.x, pos.o, step);
  const OpenLines o(pos.o, pos.x, step);
  sink.add(layout.offset("line.one") + direction, x.one - o.one);
  sink.add(layout.offset("line.two") + direction, x.two - o.two);
  sink.add(layout.offset("line.three") + direction, x.three - o.three);
}

// One term for each square of the set, in the order of a board group.
template <FeatureSink Sink>
void add_squares(Squares set, int first_term, int count, Sink& sink) {
  for (; set != 0; set &= set - 1) {
    const int square = std::countr_zero(set);
    sink.add(first_term + square % column_bits * cols + square / column_bits, count);
  }
}

template <FeatureSink Sink>
void extract(const Position& pos, Sink& sink) {
  add_lines(pos, 0, step_right, sink);
  add_lines(pos, 1, step_up, sink);
  for (const int step : diagonal_steps) add_lines(pos, 2, step, sink);

  const Threats threats(pos);
  const bool x_began = pos.starter() == Side::first;
  add_squares(x_began ? threats.x : threats.o, layout.offset("threat.starter"), x_began ? 1 : -1, sink);
  add_squares(x_began ? threats.o : threats.x, layout.offset("threat.follower"), x_began ? -1 : 1, sink);
  sink.add(layout.offset("threat.stacked"),
           std::popcount(threats.x & threats.x >> step_up) - std::popcount(threats.o & threats.o >> step_up));
  sink.add(layout.offset("zugzwang"), x_began ? zugzwang(threats.x, threats.o) : -zugzwang(threats.o, threats.x));

  constexpr Squares middle = column(cols / 2);
  sink.add(layout.offset("centre"), std::popcount(pos.x & middle) - std::popcount(pos.o & middle));
  add_squares(pos.x, layout.offset("square"), 1, sink);
  add_squares(pos.o, layout.offset("square"), -1, sink);
  sink.add(layout.offset("tempo"), sign(pos.to_move));
}

}  // namespace hone::connect_four
