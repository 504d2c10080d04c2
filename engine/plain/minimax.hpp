// SPDX-License-Identifier: MIT
//
// Minimax (Shannon 1950) to a fixed depth, as the two players see it. MAX chooses the successor with the largest value,
// MIN the one with the smallest:
//
//     value(p) = what the end is worth to MAX   if the line ends at p
//              = max over moves m of value(p m) if MAX is to move
//              = min over moves m of value(p m) if MIN is to move
//
// It visits every line, and every other search here must agree with it. negamax.hpp says the same in one function.
#pragma once

#include "engine/plain/walk.hpp"

namespace hone {

template <SearchTree T>
class Minimax {
 public:
  explicit Minimax(T& tree, TreeRecord* record = nullptr) : tree_(tree), walk_(tree, record) {}

  // Values inside are seen by MAX; the one returned is seen by the side to move, as everywhere else.
  [[nodiscard]] Found<T> search(const typename T::Node& root, Depth depth) {
    Line<T> line;
    const bool max = tree_.max_to_move(root);
    const Score value = max ? max_value(root, depth, 0, line) : min_value(root, depth, 0, line);
    return walk_.found(max ? value : -value, line);
  }

 private:
  // Among equal values the first is kept. `line` becomes the moves that both sides choose from here.
  Score max_value(const typename T::Node& node, Depth depth, Ply ply, Line<T>& line) {
    typename T::Moves moves;
    if (const auto end = walk_.open(node, moves, depth, ply)) return *end;

    Score largest = -infinite_score;
    for (const auto& move : moves) {
      Line<T> reply;
      const Score value = min_value(walk_.child(node, move), depth - 1, ply + 1, reply);
      if (value > largest) {
        largest = value;
        line = prepend(move, reply);
      }
    }
    walk_.close(node, largest);
    return largest;
  }

  // The end of a line is valued by its side to move, which is MIN.
  Score min_value(const typename T::Node& node, Depth depth, Ply ply, Line<T>& line) {
    typename T::Moves moves;
    if (const auto end = walk_.open(node, moves, depth, ply)) return -*end;

    Score smallest = infinite_score;
    for (const auto& move : moves) {
      Line<T> reply;
      const Score value = max_value(walk_.child(node, move), depth - 1, ply + 1, reply);
      if (value < smallest) {
        smallest = value;
        line = prepend(move, reply);
      }
    }
    walk_.close(node, -smallest);
    return smallest;
  }

  T& tree_;
  Walk<T> walk_;
};

}  // namespace hone
