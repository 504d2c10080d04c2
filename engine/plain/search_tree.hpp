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
#include <optional>
#include <string>
#include <vector>

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

// The bookkeeping of a search, shared by the algorithms, which differ only in the lines that they visit.
template <SearchTree T>
class Walk {
 public:
  using Node = typename T::Node;
  using Moves = typename T::Moves;

  explicit Walk(T& tree, TreeRecord* record) : tree_(tree), record_(record) {}

  // Enters a node. Returns its value if the line ends here; otherwise its moves must be tried and close() called.
  [[nodiscard]] std::optional<Score> open(const Node& node, Moves& moves, Depth depth, Ply ply) {
    ++counters_.nodes;
    deepest_ = std::max(deepest_, ply);
    if (record_ && ply == 0) record_->open("", tree_.max_to_move(node));
    tree_.moves(node, moves, depth, ply);
    const auto end = tree_.end_value(node, moves, depth, ply);
    if (end) return count_leaf(node, *end);
    counters_.moves += moves.size();
    tree_.enter(node);
    return std::nullopt;
  }

  void close(const Node& node, Score value) {
    tree_.leave();
    if (record_) record_->close(for_max(node, value));
  }

  [[nodiscard]] Node child(const Node& node, const typename T::Move& move) {
    const Node next = tree_.child(node, move);
    if (record_) record_->open(tree_.text(node, move), tree_.max_to_move(next));
    return next;
  }

  // Records that the moves after number `last` are not tried.
  void cut(const Node& node, const Moves& moves, std::size_t last) {
    ++counters_.cutoffs;
    if (last == 0) ++counters_.first_move_cutoffs;
    if (!record_) return;
    record_->cut();
    for (std::size_t i = last + 1; i < moves.size(); ++i) skip(node, moves[i]);
  }

  [[nodiscard]] Found<T> found(Score value, const Line<T>& line) const {
    return {value, line, counters_, deepest_, counters_.evaluations == 0};
  }

 private:
  [[nodiscard]] Score count_leaf(const Node& node, const EndValue& end) {
    ++counters_.leaves;
    if (end.is_estimate) ++counters_.evaluations;
    if (record_) record_->leaf(for_max(node, end.value));
    return end.value;
  }

  void skip(const Node& node, const typename T::Move& move) {
    const Node next = tree_.child(node, move);
    record_->open(tree_.text(node, move), tree_.max_to_move(next));
    if constexpr (T::is_known_whole) {
      Moves moves;
      tree_.moves(next, moves, 0, 1);
      for (const auto& below : moves) skip(next, below);
      return record_->skip(moves.empty() ? tree_.leaf_text(next) : "");
    }
    record_->skip();
  }

  [[nodiscard]] Score for_max(const Node& node, Score value) const { return tree_.max_to_move(node) ? value : -value; }

  T& tree_;
  TreeRecord* record_;
  SearchCounters counters_;
  Ply deepest_ = 0;
};

}  // namespace hone
