// SPDX-License-Identifier: MIT
//
// The interface through which the plain algorithms see a tree; it is smaller than that of a Game. game_tree.hpp makes a
// tree of any game and explicit_search.hpp one of a file, so the same templates run on both.
//
// Values are seen by the side to move. On games they have the ranges of engine/score.hpp; on explicit trees they are
// plain integers.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/plain/plain_table.hpp"
#include "engine/plain/tree_record.hpp"
#include "engine/search_types.hpp"

namespace hone {

// The value of the end of a line, by the rules or by an estimate.
struct EndValue {
  Score value = 0;
  bool is_estimate = false;
};

template <class T>
concept SearchTree = requires(T& tree, const typename T::Node& node, const typename T::Move& move,
                              typename T::Moves& moves, Depth depth, Ply ply) {
  // Appends the moves of this node in the order in which they are to be tried.
  { tree.moves(node, moves, depth, ply) } -> std::same_as<void>;
  // Returns the value of a node where the line ends, or nothing where the search continues with the successors.
  { tree.end_value(node, moves, depth, ply) } -> std::same_as<std::optional<EndValue>>;
  { tree.child(node, move) } -> std::same_as<typename T::Node>;
  // Moves the line down to a successor, and back up.
  { tree.enter(node) } -> std::same_as<void>;
  { tree.leave() } -> std::same_as<void>;
  // Names the successor that was or may be entered next, for a table: two nodes with equal keys have equal values to
  // every depth.
  { tree.key(node) } -> std::same_as<std::uint64_t>;
  // Members for drawings. If the whole tree is known, skipped parts are drawn too, with the values of their leaves.
  { tree.max_to_move(node) } -> std::same_as<bool>;
  { tree.text(node, move) } -> std::same_as<std::string>;
  { T::is_known_whole } -> std::convertible_to<bool>;
  requires !T::is_known_whole || requires {
    { tree.leaf_text(node) } -> std::same_as<std::string>;
  };
};

// A tree that forwards to another one. A derived class redefines the members that differ.
template <SearchTree T>
class LikeTree {
 public:
  using Node = typename T::Node;
  using Move = typename T::Move;
  using Moves = typename T::Moves;
  static constexpr bool is_known_whole = T::is_known_whole;

  explicit LikeTree(T& tree) : tree_(tree) {}

  void moves(const Node& node, Moves& moves, Depth depth, Ply ply) { tree_.moves(node, moves, depth, ply); }
  [[nodiscard]] std::optional<EndValue> end_value(const Node& node, const Moves& moves, Depth depth, Ply ply) {
    return tree_.end_value(node, moves, depth, ply);
  }
  [[nodiscard]] Node child(const Node& node, const Move& move) { return tree_.child(node, move); }
  void enter(const Node& node) { tree_.enter(node); }
  void leave() { tree_.leave(); }
  [[nodiscard]] std::uint64_t key(const Node& node) const { return tree_.key(node); }
  [[nodiscard]] bool max_to_move(const Node& node) const { return tree_.max_to_move(node); }
  [[nodiscard]] std::string text(const Node& node, const Move& move) const { return tree_.text(node, move); }
  [[nodiscard]] std::string leaf_text(const Node& node) const requires is_known_whole { return tree_.leaf_text(node); }

 protected:
  T& tree_;
};

// The moves that a search expects.
template <SearchTree T>
using Line = std::vector<typename T::Move>;

template <SearchTree T>
struct Found {
  Score value = 0;
  Line<T> line;
  SearchCounters counters;
  Ply deepest = 0;
  bool exact = false;  // no estimate contributed to the value
};

template <class Move>
[[nodiscard]] std::vector<Move> prepend(const Move& move, const std::vector<Move>& rest) {
  std::vector<Move> line{move};
  line.insert(line.end(), rest.begin(), rest.end());
  return line;
}

}  // namespace hone
