// SPDX-License-Identifier: MIT
//
// The names of the evaluation terms of go. They are the same for all sizes, but for the last group, whose length
// depends on the board.
#pragma once

#include "games/game.hpp"
#include "games/go/patterns.hpp"

namespace hone::go {

inline constexpr int most_liberties = 5;  // more count as this many
inline constexpr int farthest_reach = 4;  // steps; more count as this many

// Stages are by stones on the board: none, half of the points, all points (but one, of an odd number).
inline constexpr int stages = 3;
[[nodiscard]] constexpr int stage_stones(int size) { return size * size / 2; }

// Places that the symmetries of the board map onto each other share a class. Classes are numbered by line from the
// edge, and in the line from the corner.
[[nodiscard]] constexpr int place_classes(int size) {
  const int half = (size + 1) / 2;
  return half * (half + 1) / 2;
}
[[nodiscard]] constexpr int place_class(int row, int column, int size) {
  const int half = (size + 1) / 2;
  const int a = row < size - 1 - row ? row : size - 1 - row;
  const int b = column < size - 1 - column ? column : size - 1 - column;
  const int line = a < b ? a : b;
  const int along = a < b ? b : a;
  return line * half - line * (line - 1) / 2 + along - line;
}

[[nodiscard]] consteval auto terms_of_size(int size) {
  return Layout({
      {"stone", scalar(), "stone"},
      {"territory", scalar(), "empty point that is joined to stones of one side only"},
      {"reach", ordered(list(farthest_reach)),
       "empty point that a side reaches first, over empty points, by steps to it: 1, 2, 3, 4 or more"},
      {"chain.liberties", ordered(list(most_liberties)), "chain by number of liberties: 1, 2, 3, 4, 5 or more"},
      {"chain.stones", ordered(list(most_liberties)),
       "stone by number of liberties of its chain: 1, 2, 3, 4, 5 or more"},
      {"atari.taken", list(2), "chain that the side to move can take: the first one, each other one"},
      {"atari.taken_stones", scalar(), "stone of a chain that the side to move can take"},
      {"atari.saved", scalar(), "chain with one liberty whose side is to move, and has more after a stone there"},
      {"eye.real", scalar(), "empty point among own stones whose diagonals do not make it false"},
      {"eye.false", scalar(), "empty point among own stones that enemy stones on the diagonals make false"},
      {"eye.large", scalar(), "two empty points side by side among own stones and the edge"},
      {"link.solid", scalar(), "two stones side by side"},
      {"link.diagonal", list(2), "two stones at a diagonal, by the points beside: both empty, one held by the enemy"},
      {"link.jump", scalar(), "two stones in a line with one empty point between them"},
      {"pattern.inner", list(pattern_terms[0]), "3 x 3 points, numbered in games/go/patterns.hpp"},
      {"pattern.edge", list(pattern_terms[1]), "3 x 3 points around one on the edge"},
      {"pattern.corner", list(pattern_terms[2]), "3 x 3 points around one in a corner"},
      {"tempo", scalar(), "side to move"},
      {"komi", scalar(), "half point of komi, for White"},
      {"place", list(place_classes(size)), "stone by place: line from the edge, in the line from the corner"},
  });
}
inline constexpr auto terms = terms_of_size(largest_size);

}  // namespace hone::go
